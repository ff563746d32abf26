const NONE: ReadonlySet<string> = new Set()

/** Several values a key. A key without values takes no room; most have one, which takes no set of its own. */
export class MultiMap {
  readonly #values = new Map<string, string | Set<string>>()

  get(key: string): ReadonlySet<string> {
    const found = this.#values.get(key)
    if (found === undefined) return NONE
    return typeof found === 'string' ? new Set([found]) : found
  }

  add(key: string, value: string): void {
    const found = this.#values.get(key)
    if (found === undefined) this.#values.set(key, value)
    else if (typeof found !== 'string') found.add(value)
    else if (found !== value) this.#values.set(key, new Set([found, value]))
  }

  delete(key: string, value: string): void {
    const found = this.#values.get(key)
    if (found === value) this.#values.delete(key)
    else if (typeof found === 'object' && found.delete(value) && found.size === 0) this.#values.delete(key)
  }
}
