import assert from 'node:assert/strict'
import type { WorkResult } from '../../src/controller/queue-visits.ts'
import { Desk } from './queue-desk.ts'

describe('a keyed queue', () => {
  it('works on nothing before it is started, then on everything that was added', async () => {
    const desk = new Desk({ workers: 2 })
    for (const key of ['a', 'b', 'c', 'a']) desk.queue.add(key)
    await desk.clock.advance(1_000)
    assert.deepEqual([desk.taken, desk.queue.depth(), desk.queue.inWork()], [[], 3, 0])

    desk.queue.start()
    await desk.clock.settle()

    assert.deepEqual([desk.taken, desk.queue.depth(), desk.queue.inWork()], [['a 1000', 'b 1000'], 1, 2])
    await desk.drain()
    assert.deepEqual([desk.taken, desk.queue.held()], [['a 1000', 'b 1000', 'c 1000'], 0])
  })

  it('takes up a key that was added while in work once more after, and never at the same time', async () => {
    const desk = new Desk({ workers: 4 })
    desk.queue.start()
    desk.queue.add('a')
    await desk.clock.settle()
    for (let index = 0; index < 3; index += 1) desk.queue.add('a')
    await desk.clock.advance(5)
    assert.deepEqual([desk.taken, desk.open], [['a 0'], ['a']])

    await desk.finish('a')

    assert.deepEqual(desk.taken, ['a 0', 'a 5'])
    await desk.finish('a')
    assert.deepEqual([desk.taken.length, desk.queue.held()], [2, 0])
  })

  it('lets the urgent go first, one that waited as a routine by when it came', async () => {
    const desk = new Desk()
    desk.queue.add('routine 1')
    desk.queue.add('routine 2')
    desk.queue.add('urgent 1', 'urgent')
    desk.queue.add('routine 2', 'urgent')
    desk.queue.add('urgent 1', 'routine')
    desk.queue.start()
    await desk.drain()
    assert.deepEqual(desk.taken, ['routine 2 0', 'urgent 1 0', 'routine 1 0'])
  })

  it('keeps a key urgent that became so while in work', async () => {
    const desk = new Desk()
    desk.queue.start()
    desk.queue.add('a')
    await desk.clock.settle()
    desk.queue.add('b')
    desk.queue.add('a', 'urgent')
    desk.queue.add('a', 'routine')
    await desk.drain()
    assert.deepEqual(desk.taken, ['a 0', 'a 0', 'b 0'])
  })

  it('lets one routine key through after sixteen urgent ones, so that restless keys starve nobody', async () => {
    const desk = new Desk()
    for (let index = 0; index < 40; index += 1) desk.queue.add(`urgent ${index}`, 'urgent')
    desk.queue.add('routine 1')
    desk.queue.add('routine 2')
    desk.queue.start()
    await desk.drain()
    const places = ['routine 1 0', 'routine 2 0'].map((key) => desk.taken.indexOf(key))
    assert.deepEqual([places, desk.taken.length], [[16, 33], 42])
  })

  it('comes back after the time the work asked for, and forgets a key that is done', async () => {
    const desk = new Desk()
    desk.queue.start()
    desk.queue.add('a')
    await desk.clock.settle()
    await desk.finish('a', { kind: 'after', ms: 60_000 })
    assert.deepEqual([desk.queue.held(), desk.clock.pending()], [1, 1])

    await desk.clock.advance(59_999)
    assert.deepEqual(desk.taken, ['a 0'])
    await desk.clock.advance(1)
    assert.deepEqual(desk.taken, ['a 0', 'a 60000'])

    await desk.finish('a')
    assert.deepEqual([desk.queue.held(), desk.clock.pending()], [0, 0])
  })

  it('takes the last result for what is to come: an earlier one is void', async () => {
    const desk = new Desk()
    desk.queue.start()
    const work = async (result: WorkResult): Promise<void> => {
      desk.queue.add('a')
      await desk.clock.settle()
      await desk.finish('a', result)
    }
    await work({ kind: 'after', ms: 1_000 })
    await work({ kind: 'after', ms: 5_000 })
    await desk.clock.advance(4_999)
    assert.deepEqual(desk.taken, ['a 0', 'a 0'])
    await desk.clock.advance(1)
    assert.deepEqual(desk.taken, ['a 0', 'a 0', 'a 5000'])

    await desk.finish('a', { kind: 'after', ms: 1_000 })
    await work({ kind: 'done' })
    await desk.clock.advance(10_000)
    assert.deepEqual([desk.taken.slice(3), desk.queue.held(), desk.clock.pending()], [['a 5000'], 0, 0])
  })

  it('adds a key later: the earlier of two wishes counts, and work in between does not fulfil it', async () => {
    const desk = new Desk()
    desk.queue.start()
    desk.queue.addAfter('a', 2_000)
    desk.queue.addAfter('a', 1_000, 'urgent')
    desk.queue.addAfter('a', 3_000)
    desk.queue.add('a')
    await desk.drain()
    assert.deepEqual([desk.taken, desk.clock.pending()], [['a 0'], 1])

    await desk.clock.advance(1_000)
    await desk.drain()
    await desk.clock.advance(10_000)

    assert.deepEqual([desk.taken, desk.queue.held(), desk.clock.pending()], [['a 0', 'a 1000'], 0, 0])
  })

  it('a wish that falls due in work has the key taken up once more', async () => {
    const desk = new Desk()
    desk.queue.start()
    desk.queue.addAfter('a', 1_000)
    desk.queue.add('a')
    await desk.clock.advance(1_500)
    assert.deepEqual(desk.taken, ['a 0'])
    await desk.finish('a')
    assert.deepEqual(desk.taken, ['a 0', 'a 1500'])
    await desk.drain()
    assert.equal(desk.queue.held(), 0)
  })

  it('waits twice as long after each fault in a row, a minute at most, and starts over after a success', async () => {
    const desk = new Desk()
    desk.queue.start()
    desk.queue.add('a')
    await desk.clock.settle()
    const waits: number[] = []
    for (let fault = 0; fault < 17; fault += 1) {
      const before = desk.clock.monotonic()
      await desk.finish('a', { kind: 'fault' })
      while (desk.open.length === 0) await desk.clock.advance(5)
      waits.push(desk.clock.monotonic() - before)
    }
    assert.deepEqual(
      waits,
      [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240, 20480, 40960, 60000, 60000, 60000],
    )

    await desk.finish('a', { kind: 'after', ms: 0 })
    await desk.clock.advance(0)
    const taken = desk.taken.length
    await desk.finish('a', { kind: 'fault' })
    await desk.clock.advance(5)
    assert.equal(desk.taken.length, taken + 1)
  })

  it('leaves the length of a wait to chance, and waits as long as the hub asked for', async () => {
    const desk = new Desk({ random: 0.75 })
    desk.queue.start()
    desk.queue.add('a')
    await desk.clock.settle()
    await desk.finish('a', { kind: 'fault' })
    await desk.clock.advance(1.25)
    await desk.finish('a', { kind: 'fault', retryAfterMs: 3_000 })
    await desk.clock.advance(3_000)
    assert.deepEqual(desk.taken, ['a 0', 'a 1.25', 'a 3001.25'])
  })

  it('takes what is thrown for a fault, says so, and goes on', async () => {
    const desk = new Desk()
    desk.queue.start()
    desk.queue.add('a', 'urgent')
    desk.queue.add('b')
    await desk.clock.settle()
    await desk.finish('a', new Error('boom'))
    await desk.finish('b')
    await desk.clock.advance(5)
    assert.deepEqual([desk.taken, desk.thrown], [['a 0', 'b 0', 'a 5'], ['a boom']])
  })

  it('has a key that failed keep its lane', async () => {
    const desk = new Desk()
    desk.queue.start()
    desk.queue.add('a', 'urgent')
    await desk.clock.settle()
    await desk.finish('a', { kind: 'fault' })
    desk.queue.add('b')
    await desk.clock.settle()
    desk.queue.add('c')
    await desk.clock.advance(5)
    await desk.drain()
    assert.deepEqual(desk.taken, ['a 0', 'b 0', 'a 5', 'c 5'])
  })

  it('tells how long the oldest key has waited, whichever lane it is in', async () => {
    const desk = new Desk()
    assert.equal(desk.queue.oldestAge(), 0)
    desk.queue.add('a')
    await desk.clock.advance(1_000)
    desk.queue.add('b', 'urgent')
    await desk.clock.advance(500)
    assert.equal(desk.queue.oldestAge(), 1_500)
    desk.queue.add('a', 'urgent')
    assert.equal(desk.queue.oldestAge(), 1_500)
    desk.queue.start()
    await desk.clock.settle()
    assert.deepEqual([desk.taken, desk.queue.oldestAge()], [['a 1500'], 500])
  })

  it('stops at once where nothing is in work, and takes nothing more', async () => {
    const desk = new Desk()
    desk.queue.add('a')
    desk.queue.addAfter('b', 1_000)
    await desk.queue.stop()
    desk.queue.start()
    desk.queue.add('c')
    desk.queue.addAfter('d', 1)
    await desk.clock.advance(10_000)
    assert.deepEqual([desk.taken, desk.queue.held(), desk.queue.depth(), desk.clock.pending()], [[], 0, 0, 0])
  })

  it('stops when the work in hand is done, not before', async () => {
    const desk = new Desk({ workers: 2 })
    desk.queue.start()
    for (const key of ['a', 'b', 'c']) desk.queue.add(key)
    await desk.clock.settle()
    desk.queue.add('a')
    const seen: string[] = []
    const stopping = [desk.queue.stop(), desk.queue.stop()].map((stopped) =>
      stopped.then(() => seen.push('stopped')),
    )

    await desk.finish('a', { kind: 'fault' })
    seen.push('a is done')
    await desk.finish('b', { kind: 'after', ms: 1 })
    await Promise.all(stopping)
    await desk.clock.advance(100_000)

    assert.deepEqual(seen, ['a is done', 'stopped', 'stopped'])
    assert.deepEqual([desk.taken, desk.queue.held(), desk.clock.pending()], [['a 0', 'b 0'], 0, 0])
  })

  it('keeps one timer for ten thousand keys, and nothing of those that are settled', async () => {
    const desk = new Desk({ workers: 10_000 })
    desk.queue.start()
    for (let index = 0; index < 10_000; index += 1) desk.queue.addAfter(`key ${index}`, 1 + (index % 7))
    assert.deepEqual([desk.queue.held(), desk.clock.pending()], [10_000, 1])
    await desk.clock.advance(7)
    assert.equal(desk.taken.length, 10_000)
    await Promise.all(desk.open.map((key) => desk.finish(key)))
    assert.deepEqual([desk.queue.held(), desk.clock.pending()], [0, 0])
  })
})
