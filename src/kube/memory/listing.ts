import type { ListOptions, Page } from '../client.ts'
import type { Objects, Resource } from '../objects.ts'
import { compileSelection } from './selection.ts'
import { badRequest, expired } from './status.ts'
import { keyOf, type MemoryStore } from './store.ts'

/** Lists begun and not yet finished, at most; the oldest expires, as after a compaction. */
const MAX_UNFINISHED = 64

interface Unfinished {
  readonly resource: Resource
  readonly version: string
  readonly objects: readonly Objects[Resource][]
}

/** A page token: the number of the list and the key after which it goes on. */
type Token = readonly [list: number, after: string]

const encodeToken = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url')

const decodeToken = (text: string): Token | undefined => {
  try {
    const token: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(token)) return undefined
    const [list, after] = token as readonly unknown[]
    return Number.isSafeInteger(list) && typeof after === 'string' ? [list as number, after] : undefined
  } catch {
    return undefined
  }
}

/** Pages of lists: all pages of one show the objects as they stood at its first, kept until its last is handed out. */
export class Listings {
  readonly #store: MemoryStore
  readonly #unfinished = new Map<number, Unfinished>()
  #count = 0

  constructor(store: MemoryStore) {
    this.#store = store
  }

  /** Lists begun and not yet finished. */
  get unfinished(): number {
    return this.#unfinished.size
  }

  /** @throws KubeError 400 for a bad selector or token, 410 for a token of a list that is finished or too old */
  page<R extends Resource>(resource: R, options: ListOptions): Page<Objects[R]> {
    const call = `LIST ${resource}`
    const matches = compileSelection(resource, options, call)
    const token = options.continue ? decodeToken(options.continue) : undefined
    if (options.continue && !token) throw badRequest(call, 'continue key is not valid')
    const [number, after] = token ?? [this.#begin(), '']
    const list = token ? this.#unfinished.get(number) : this.#snapshot(resource, options.namespace)
    if (list?.resource !== resource) throw expired(call)
    const items: Objects[R][] = []
    for (const object of list.objects as readonly Objects[R][]) {
      if ((after !== '' && keyOf(object.metadata) <= after) || !matches(object)) continue
      const last = items.at(-1)
      if (items.length === options.limit && last) {
        this.#keep(number, list)
        return { items, resourceVersion: list.version, continue: encodeToken([number, keyOf(last.metadata)]) }
      }
      items.push(object)
    }
    this.#unfinished.delete(number)
    return { items, resourceVersion: list.version }
  }

  #begin(): number {
    this.#count += 1
    return this.#count
  }

  #snapshot(resource: Resource, namespace: string | undefined): Unfinished {
    const objects = this.#store.all(resource, namespace).map(({ object }) => object)
    return { resource, version: this.#store.version, objects }
  }

  #keep(number: number, list: Unfinished): void {
    this.#unfinished.set(number, list)
    const [oldest] = this.#unfinished.keys()
    if (this.#unfinished.size > MAX_UNFINISHED && oldest !== undefined) this.#unfinished.delete(oldest)
  }
}
