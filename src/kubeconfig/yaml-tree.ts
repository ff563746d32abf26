import { isAlias, isMap, isScalar, isSeq } from 'yaml'
import type { Alias, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { MASK, printableWord } from './printable.ts'
import type { YamlMap, YamlScalar, YamlSeq, YamlValue } from './yaml-value.ts'

export type TreeProblem =
  | { readonly problem: 'duplicate-key'; readonly key: string; readonly line: number }
  | {
      readonly problem: 'bad-key' | 'bad-alias' | 'bad-merge' | 'bad-binary' | 'too-large'
      readonly line: number
    }

type TreeResult =
  | { readonly ok: true; readonly value: YamlValue | undefined }
  | { readonly ok: false; readonly fault: TreeProblem }

/** Unwinds the conversion; never leaves this file. */
class TreeError extends Error {
  readonly fault: TreeProblem
  constructor(fault: TreeProblem) {
    super(fault.problem)
    this.fault = fault
  }
}

// Entries that merge keys may copy: a chain of merges doubles at each step.
const MAX_MERGED = 10_000

const BINARY = 'tag:yaml.org,2002:binary'
const STRING = 'tag:yaml.org,2002:str'

/** A kubeconfig's own field names are short words; anything else might be a value that slipped into a key. */
const printableKey = (key: string): string => {
  const shown = printableWord(key, /^[A-Za-z][A-Za-z0-9-]{0,40}$/)
  return shown === MASK ? '' : shown
}

class TreeReader {
  readonly #lineOf: (offset: number) => number
  /** An anchor whose node is still being read maps to `undefined`: an alias to it contains itself. */
  readonly #anchors = new Map<string, YamlValue | undefined>()
  #merged = 0

  constructor(lineOf: (offset: number) => number) {
    this.#lineOf = lineOf
  }

  read(node: unknown): YamlValue {
    if (isAlias(node)) return this.#alias(node)
    if (!isScalar(node) && !isMap(node) && !isSeq(node))
      return { kind: 'scalar', text: '', plain: true, line: 1 }
    const { anchor } = node
    if (anchor !== undefined) this.#anchors.set(anchor, undefined)
    const value = isScalar(node) ? this.#scalar(node) : isMap(node) ? this.#map(node) : this.#seq(node)
    if (anchor !== undefined) this.#anchors.set(anchor, value)
    return value
  }

  #line(node: { readonly range?: readonly number[] | null | undefined }): number {
    return this.#lineOf(node.range?.[0] ?? 0)
  }

  #alias(node: Alias): YamlValue {
    const value = this.#anchors.get(node.source)
    if (value === undefined) throw new TreeError({ problem: 'bad-alias', line: this.#line(node) })
    return value
  }

  #scalar(node: Scalar): YamlScalar {
    const line = this.#line(node)
    const text = node.source ?? ''
    const plain = node.type === 'PLAIN' && node.tag !== STRING
    if (node.tag !== BINARY) return { kind: 'scalar', text, plain, line }
    const compact = text.replace(/\s/g, '')
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw new TreeError({ problem: 'bad-binary', line })
    return { kind: 'scalar', text: Buffer.from(compact, 'base64').toString('utf8'), plain: false, line }
  }

  #seq(node: YAMLSeq): YamlSeq {
    return { kind: 'seq', items: node.items.map((item) => this.read(item)), line: this.#line(node) }
  }

  #map(node: YAMLMap): YamlMap {
    const entries = new Map<string, YamlValue>()
    const merges: YamlValue[] = []
    const seen = new Set<string>()
    for (const { key: keyNode, value: valueNode } of node.items) {
      const key = this.read(keyNode)
      if (key.kind !== 'scalar') throw new TreeError({ problem: 'bad-key', line: key.line })
      if (seen.has(key.text))
        throw new TreeError({ problem: 'duplicate-key', key: printableKey(key.text), line: key.line })
      seen.add(key.text)
      const value = this.read(valueNode)
      if (key.plain && key.text === '<<') merges.push(value)
      else entries.set(key.text, value)
    }
    for (const source of merges) this.#merge(entries, source)
    return { kind: 'map', entries, line: this.#line(node) }
  }

  /** Keys of the mapping itself win, then the first of several merged mappings. */
  #merge(entries: Map<string, YamlValue>, source: YamlValue): void {
    const maps = source.kind === 'seq' ? source.items : [source]
    for (const map of maps) {
      if (map.kind !== 'map') throw new TreeError({ problem: 'bad-merge', line: source.line })
      this.#merged += map.entries.size + 1
      if (this.#merged > MAX_MERGED) throw new TreeError({ problem: 'too-large', line: source.line })
      for (const [key, value] of map.entries) if (!entries.has(key)) entries.set(key, value)
    }
  }
}

/** Turns the parsed nodes into plain values. Aliases share one value, so they can't multiply. */
export const convertTree = (contents: unknown, lineOf: (offset: number) => number): TreeResult => {
  if (contents === null) return { ok: true, value: undefined }
  try {
    return { ok: true, value: new TreeReader(lineOf).read(contents) }
  } catch (error) {
    if (error instanceof TreeError) return { ok: false, fault: error.fault }
    throw error
  }
}
