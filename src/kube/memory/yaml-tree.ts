import { isAlias, isMap, isPair, isScalar, isSeq } from 'yaml'
import type { Alias, Node, YAMLMap } from 'yaml'

/** A document that can't be turned into plain data; `offset` is where in the text. Caught by the reader of documents. */
export class TreeFault extends Error {
  readonly offset: number

  constructor(message: string, node: unknown) {
    super(message)
    this.offset = (node as Partial<Node> | null)?.range?.[0] ?? 0
  }
}

const UNSUPPORTED = 'a tag that is not supported'

/** Nodes that aliases may stand for, all together: a chain of aliases multiplies at each step. */
const MAX_ALIASED = 100_000

/**
 * Turns composed nodes into plain data. Unlike the library's own conversion it finds keys that stand twice in a time
 * that does not grow with the square of their number, and never prints a warning.
 */
export class TreeReader {
  /** Value and size of what an anchor names; undefined while it is being read: an alias to it would hold itself. */
  readonly #anchors = new Map<string, { readonly value: unknown; readonly size: number } | undefined>()
  #nodes = 0
  #aliased = 0

  /** @throws TreeFault */
  read(node: unknown): unknown {
    this.#nodes += 1
    if (node === null) return null
    if (isAlias(node)) return this.#alias(node)
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) throw new TreeFault(UNSUPPORTED, node)
    const { anchor } = node
    if (anchor === undefined) return this.#value(node)
    this.#anchors.set(anchor, undefined)
    const before = this.#nodes
    const value = this.#value(node)
    this.#anchors.set(anchor, { value, size: this.#nodes - before + 1 })
    return value
  }

  #value(node: Node): unknown {
    if (isMap(node)) return this.#map(node)
    if (isSeq(node)) {
      // `!!omap` and `!!pairs` hold pairs, which have no place of their own.
      if (node.items.some(isPair)) throw new TreeFault(UNSUPPORTED, node)
      return node.items.map((item) => this.read(item))
    }
    const value = isScalar(node) ? node.value : undefined
    // kubectl takes the bytes of `!!binary` for text.
    return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value
  }

  #alias(node: Alias): unknown {
    const known = this.#anchors.get(node.source)
    if (known === undefined) throw new TreeFault('an alias of nothing, or of what it stands in', node)
    this.#nodes += known.size
    this.#aliased += known.size
    if (this.#aliased > MAX_ALIASED) throw new TreeFault('aliases that multiply out of hand', node)
    return known.value
  }

  #map(node: YAMLMap): Record<string, unknown> {
    const entries = new Map<string, unknown>()
    const merges: unknown[] = []
    for (const { key, value } of node.items) {
      if (!isScalar(key)) throw new TreeFault('a key that is not text', key ?? node)
      // The schema reads a plain `<<` as a symbol.
      if (typeof key.value === 'symbol') {
        merges.push(...[this.read(value)].flat())
        continue
      }
      const name = String(key.value)
      if (entries.has(name)) throw new TreeFault('a key stands twice in one map', key)
      entries.set(name, this.read(value))
    }
    for (const merged of merges) {
      if (typeof merged !== 'object' || merged === null)
        throw new TreeFault('a merge of what is no map', node)
      for (const [name, value] of Object.entries(merged)) if (!entries.has(name)) entries.set(name, value)
    }
    return Object.fromEntries(entries)
  }
}
