import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Heap } from '../../src/controller/heap.ts'
import { FUZZ } from '../support/fuzz.ts'

interface Item {
  readonly rank: number
}

const heapOf = (ranks: readonly number[]): { heap: Heap<Item>; items: Item[] } => {
  const heap = new Heap<Item>((a, b) => a.rank < b.rank)
  const items = ranks.map((rank) => ({ rank }))
  for (const item of items) heap.push(item)
  return { heap, items }
}

const emptied = (heap: Heap<Item>): number[] => {
  const ranks: number[] = []
  for (let item = heap.pop(); item !== undefined; item = heap.pop()) ranks.push(item.rank)
  return ranks
}

describe('a heap', () => {
  it('gives out everything in order, less what was taken from its middle', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean())), (given) => {
        const { heap, items } = heapOf(given.map(([rank]) => rank))
        items.forEach((item, index) => {
          if (given[index]?.[1] === true) heap.remove(item)
        })

        const kept = given.filter(([, removed]) => !removed).map(([rank]) => rank)
        assert.equal(heap.size, kept.length)
        assert.equal(heap.peek()?.rank, kept.length === 0 ? undefined : Math.min(...kept))
        assert.deepEqual(
          emptied(heap),
          kept.sort((a, b) => a - b),
        )
      }),
      FUZZ,
    )
  })

  it('holds an item once, and lets go of one it does not hold', () => {
    const { heap, items } = heapOf([3, 1])
    const [three] = items
    assert.ok(three)
    heap.push(three)
    heap.remove({ rank: 1 })
    assert.deepEqual([heap.size, heap.has(three), heap.has({ rank: 3 })], [2, true, false])
    assert.deepEqual(emptied(heap), [1, 3])
    assert.equal(heap.pop(), undefined)
  })

  it('takes a few dozen comparisons an item, however many it holds', () => {
    let comparisons = 0
    const heap = new Heap<Item>((a, b) => {
      comparisons += 1
      return a.rank < b.rank
    })
    const items = Array.from({ length: 10_000 }, (_, index) => ({ rank: (index * 7919) % 10_000 }))
    for (const item of items) heap.push(item)
    for (const item of items.slice(0, 5_000)) heap.remove(item)
    while (heap.pop() !== undefined);
    assert.ok(comparisons < 50 * items.length, String(comparisons))
  })
})
