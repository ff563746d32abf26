import { MAX_DEPTH } from './raw-document.ts'
import { simpleScalar } from './simple-scalar.ts'

export interface SimpleDocument {
  readonly value: unknown
  /** Line of its first entry, from 1, and of each entry of its list `items`. */
  readonly line: number
  readonly itemLines: readonly number[]
}

/** Keys that are text in any YAML: no word that is a boolean or null, nothing in quotes. */
const KEY = /^(?!(?:y|n|yes|no|on|off|true|false|null):?$)[A-Za-z][-\w./]*$/i

/** Unwinds the reader where the text is more than it knows; never leaves this file. */
class NotSimple extends Error {}

/** Reads the YAML that tools write: block maps and lists, scalars on one line. Anything else is left to the full reader. */
class SimpleReader {
  readonly #text: string
  #next = 0
  #lineNumber = 0
  /** The line at hand, without its indentation; undefined at the end. */
  #content: string | undefined
  #indent = 0
  #depth = 0
  #itemLines: readonly number[] = []

  constructor(text: string) {
    this.#text = text
    this.#advance()
  }

  read(): SimpleDocument | undefined {
    const line = this.#lineNumber
    if (this.#isOver()) return undefined
    const value = this.#block(this.#indent)
    if (!this.#isOver()) throw new NotSimple()
    return { value, line, itemLines: this.#itemLines }
  }

  /** To the next line that is neither blank nor a comment. */
  #advance(): void {
    while (this.#next < this.#text.length) {
      const start = this.#next
      const newline = this.#text.indexOf('\n', start)
      const end = newline < 0 ? this.#text.length : newline
      this.#next = end + 1
      this.#lineNumber += 1
      let at = start
      while (at < end && this.#text.charCodeAt(at) === 32) at += 1
      if (at === end || this.#text.charCodeAt(at) === 35) continue
      this.#indent = at - start
      this.#content = this.#text.slice(at, end)
      return
    }
    this.#content = undefined
  }

  #block(indent: number): unknown {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new NotSimple()
    const value = this.#isItem() ? this.#list(indent) : this.#map(indent)
    this.#depth -= 1
    return value
  }

  #isOver(): boolean {
    return this.#content === undefined
  }

  #isItem(): boolean {
    return this.#content?.startsWith('- ') === true
  }

  #map(indent: number): Record<string, unknown> {
    const entries: Record<string, unknown> = {}
    while (this.#content !== undefined && this.#indent === indent && !this.#isItem()) {
      const colon = this.#content.indexOf(':')
      const key = this.#content.slice(0, Math.max(colon, 0))
      if (!KEY.test(key) || Object.hasOwn(entries, key)) throw new NotSimple()
      const rest = this.#content.slice(colon + 1)
      if (rest !== '' && !rest.startsWith(' ')) throw new NotSimple()
      entries[key] = rest === '' ? this.#nested(indent, key) : this.#scalar(rest)
    }
    if (this.#content !== undefined && this.#indent > indent) throw new NotSimple()
    return entries
  }

  /** What stands under a key of its own line: a deeper block, a list as deep as the key, or nothing. */
  #nested(indent: number, key: string): unknown {
    this.#advance()
    const isListHere = this.#indent === indent && this.#isItem()
    if (this.#content === undefined || (this.#indent <= indent && !isListHere)) return null
    const isItems = this.#depth === 1 && key === 'items'
    const lines = this.#itemLines
    if (isItems) this.#itemLines = []
    const value = this.#block(this.#indent)
    if (!isItems) this.#itemLines = lines
    return value
  }

  #list(indent: number): unknown[] {
    const items: unknown[] = []
    const lines: number[] = []
    while (this.#content !== undefined && this.#indent === indent && this.#isItem()) {
      lines.push(this.#lineNumber)
      const content = this.#content.slice(2)
      if (/^[A-Za-z][-\w./]*:(?: |$)/.test(content)) {
        // The first entry of a map stands behind the dash: read it as a line of its own.
        this.#content = content
        this.#indent = indent + 2
        items.push(this.#block(indent + 2))
      } else items.push(this.#scalar(content))
    }
    if (this.#content !== undefined && this.#indent > indent) throw new NotSimple()
    this.#itemLines = lines
    return items
  }

  #scalar(text: string): unknown {
    const scalar = simpleScalar(text.trimStart())
    if (scalar === undefined) throw new NotSimple()
    this.#advance()
    return scalar
  }
}

/**
 * The one document of a text without markers, read many times faster than by the full reader and without its nodes: a dump
 * of a hub has thousands of objects. Undefined where the text holds anything but the plainest YAML, right or wrong.
 */
export const readSimple = (text: string): SimpleDocument | undefined => {
  try {
    return new SimpleReader(text).read()
  } catch (error) {
    if (error instanceof NotSimple) return undefined
    throw error
  }
}
