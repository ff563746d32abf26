/** A binary heap that can also let go of an item in its middle. Push, pop and remove take O(log n) comparisons. */
export class Heap<T> {
  readonly #before: (a: T, b: T) => boolean
  readonly #items: T[] = []
  readonly #places = new Map<T, number>()

  /** @param before whether `a` goes ahead of `b`; what it looks at must not change while an item is held */
  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before
  }

  get size(): number {
    return this.#items.length
  }

  has(item: T): boolean {
    return this.#places.has(item)
  }

  /** The item that goes first. */
  peek(): T | undefined {
    return this.#items[0]
  }

  /** Does nothing with an item that is held already. */
  push(item: T): void {
    if (this.#places.has(item)) return
    this.#rise(this.#items.length, item)
  }

  pop(): T | undefined {
    const first = this.#items[0]
    if (first !== undefined) this.remove(first)
    return first
  }

  /** Does nothing with an item that is not held. */
  remove(item: T): void {
    const place = this.#places.get(item)
    if (place === undefined) return
    this.#places.delete(item)
    const last = this.#items.pop()
    if (last === undefined || last === item) return
    const parent = this.#items[(place - 1) >> 1]
    if (place > 0 && parent !== undefined && this.#before(last, parent)) this.#rise(place, last)
    else this.#sink(place, last)
  }

  clear(): void {
    this.#items.length = 0
    this.#places.clear()
  }

  #put(place: number, item: T): void {
    this.#items[place] = item
    this.#places.set(item, place)
  }

  #rise(from: number, item: T): void {
    let place = from
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = this.#items[above]
      if (parent === undefined || !this.#before(item, parent)) break
      this.#put(place, parent)
      place = above
    }
    this.#put(place, item)
  }

  #sink(from: number, item: T): void {
    let place = from
    for (;;) {
      const below = this.#firstChild(place)
      const child = this.#items[below]
      if (child === undefined || !this.#before(child, item)) break
      this.#put(place, child)
      place = below
    }
    this.#put(place, item)
  }

  #firstChild(place: number): number {
    const left = 2 * place + 1
    const [a, b] = [this.#items[left], this.#items[left + 1]]
    return a !== undefined && b !== undefined && this.#before(b, a) ? left + 1 : left
  }
}
