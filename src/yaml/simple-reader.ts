import { simpleScalar, type SimpleScalar } from './simple-scalar.ts'

/** Levels of maps and lists a document may nest; far below what exhausts the stack. */
export const MAX_DEPTH = 200

/** Makes the values a reader returns. Lines count from 1. */
export interface Builder<Value, Map> {
  startMap(line: number): Map
  /** False where the key stands in the map already. */
  put(map: Map, key: string, value: Value): boolean
  endMap(map: Map): Value
  list(items: readonly Value[], lines: readonly number[], line: number): Value
  scalar(scalar: SimpleScalar, line: number): Value
  /** Nothing stands behind the key of this line. */
  nothing(line: number): Value
}

/** Keys that are text in any YAML: no word that is a boolean or null, nothing in quotes. */
const KEY = /^(?!(?:y|n|yes|no|on|off|true|false|null):?$)[A-Za-z][-\w./]*$/i

/** Unwinds the reader where the text is more than it knows; never leaves this file. */
class NotSimple extends Error {}

/** Reads the YAML that tools write: block maps and lists, scalars on one line. Anything else is left to the full reader. */
class SimpleReader<Value, Map> {
  readonly #builder: Builder<Value, Map>
  readonly #text: string
  #next = 0
  #lineNumber = 0
  /** The line at hand, without its indentation; undefined at the end. */
  #content: string | undefined
  #indent = 0
  #depth = 0
  readonly #maxLines: number

  constructor(text: string, builder: Builder<Value, Map>, maxLines: number) {
    this.#text = text
    this.#builder = builder
    this.#maxLines = maxLines
    this.#advance()
  }

  read(): Value | undefined {
    if (this.#isOver()) return undefined
    const value = this.#block(this.#indent)
    if (!this.#isOver()) throw new NotSimple()
    return value
  }

  /** To the next line that is neither blank nor a comment. */
  #advance(): void {
    while (this.#next < this.#text.length) {
      const start = this.#next
      const newline = this.#text.indexOf('\n', start)
      const end = newline < 0 ? this.#text.length : newline
      this.#next = end + 1
      this.#lineNumber += 1
      if (this.#lineNumber > this.#maxLines) throw new NotSimple()
      let at = start
      while (at < end && this.#text.charCodeAt(at) === 32) at += 1
      if (at === end || this.#text.charCodeAt(at) === 35) continue
      this.#indent = at - start
      this.#content = this.#text.slice(at, end)
      return
    }
    this.#content = undefined
  }

  #block(indent: number): Value {
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

  #map(indent: number): Value {
    const map = this.#builder.startMap(this.#lineNumber)
    while (this.#content !== undefined && this.#indent === indent && !this.#isItem()) {
      const colon = this.#content.indexOf(':')
      const key = this.#content.slice(0, Math.max(colon, 0))
      if (!KEY.test(key)) throw new NotSimple()
      const rest = this.#content.slice(colon + 1)
      if (rest !== '' && !rest.startsWith(' ')) throw new NotSimple()
      if (!this.#builder.put(map, key, rest === '' ? this.#nested(indent) : this.#scalar(rest)))
        throw new NotSimple()
    }
    if (this.#content !== undefined && this.#indent > indent) throw new NotSimple()
    return this.#builder.endMap(map)
  }

  /** What stands under a key of its own line: a deeper block, a list as deep as the key, or nothing. */
  #nested(indent: number): Value {
    const line = this.#lineNumber
    this.#advance()
    const isListHere = this.#indent === indent && this.#isItem()
    if (this.#content === undefined || (this.#indent <= indent && !isListHere))
      return this.#builder.nothing(line)
    return this.#block(this.#indent)
  }

  #list(indent: number): Value {
    const items: Value[] = []
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
    return this.#builder.list(items, lines, lines[0] ?? 1)
  }

  #scalar(source: string): Value {
    // Not trimStart(): to YAML a no-break space is text.
    const scalar = simpleScalar(source.replace(/^ +/, ''))
    if (scalar === undefined) throw new NotSimple()
    const line = this.#lineNumber
    this.#advance()
    return this.#builder.scalar(scalar, line)
  }
}

/**
 * The one document of a text without markers, read many times faster than by the full reader: a hub has thousands of
 * kubeconfigs, all written by machines. Undefined where the text holds anything but the plainest YAML, right or wrong;
 * then the full reader has to say what it is. Likewise beyond `maxLines`.
 */
export const readSimple = <Value, Map>(
  text: string,
  builder: Builder<Value, Map>,
  maxLines = Infinity,
): Value | undefined => {
  try {
    return new SimpleReader(text, builder, maxLines).read()
  } catch (error) {
    if (error instanceof NotSimple) return undefined
    throw error
  }
}
