import assert from 'node:assert/strict'
import { Poller } from '../../src/controller/poller.ts'
import { failure, Stage } from './reflector-stage.ts'

const play = async (stage: Stage, interval: number, ms: number): Promise<void> => {
  const run = new Poller(stage, stage, { clock: stage.clock, interval }).run(stage.stop.signal)
  await stage.clock.advance(ms)
  stage.stop.abort()
  await run
  assert.equal(stage.clock.pending(), 0)
}

describe('a poller', () => {
  it('lists at once and then at its interval, and hands over what it finds each time', async () => {
    const stage = new Stage(() => 0.5)
    stage.lists = [
      { items: ['a'], version: 1 },
      { items: ['a', 'b'], version: 2 },
      { items: [], version: 3 },
    ]
    await play(stage, 60_000, 120_000)
    assert.deepEqual(stage.asked, ['list @0', 'list @60000', 'list @120000'])
    assert.deepEqual(stage.told, ['replaced a', 'synced', 'replaced a,b', 'replaced '])
  })

  it('leaves a tenth of the interval, either way, to chance', async () => {
    const chances = [0, 0.75]
    const stage = new Stage(() => chances.shift() ?? 0.5)
    await play(stage, 60_000, 180_000)
    assert.deepEqual(stage.asked, ['list @0', 'list @54000', 'list @117000', 'list @177000'])
  })

  it('tries again sooner after a failure, and goes back to its interval', async () => {
    const stage = new Stage()
    const down = { error: failure('network') }
    stage.lists = [down, down, down, { items: ['a'], version: 1 }, down, { items: ['a'], version: 1 }]
    await play(stage, 100_000, 190_000)
    assert.deepEqual(stage.asked, [
      'list @0',
      'list @500',
      'list @1500',
      'list @3500',
      'list @93500',
      'list @94000',
      'list @184000',
    ])
    assert.deepEqual(stage.told, [
      'stale: network 0',
      'replaced a',
      'synced',
      'stale: network 0',
      'replaced a',
      'synced',
      'replaced a',
    ])
  })

  it('waits no longer than its interval after a failure, unless the hub asks for it', async () => {
    const stage = new Stage()
    stage.lists = [
      { error: failure('network') },
      { error: failure('network') },
      { error: failure('status', 429, { retryAfter: 7 }) },
      { items: [], version: 1 },
    ]
    await play(stage, 600, 9_000)
    assert.deepEqual(stage.asked.slice(0, 5), [
      'list @0',
      'list @500',
      'list @1100',
      'list @8100',
      'list @8640',
    ])
  })

  it('asks ever less often after a denial, and no sooner than at its interval', async () => {
    for (const [interval, looks] of [
      [3000, [0, 3000, 6000, 10_000, 18_000, 34_000, 66_000, 130_000, 196_000]],
      [300_000, [0, 300_000]],
    ] as const) {
      const stage = new Stage()
      const denials = looks.slice(1).map(() => ({ error: failure('status', 403) }))
      stage.lists = [...denials, { items: ['a'], version: 1 }]
      await play(stage, interval, looks.at(-1)!)
      assert.deepEqual(
        stage.asked,
        looks.map((at) => `list @${at}`),
      )
      assert.deepEqual(stage.told, ['denied: status 403', 'replaced a', 'synced'])
    }
  })

  it('lists anew, and says why, where the receiver threw', async () => {
    const stage = new Stage()
    stage.poison.add('bad')
    stage.lists = [
      { items: ['bad'], version: 1 },
      { items: ['a'], version: 2 },
    ]
    await play(stage, 60_000, 1_000)
    assert.deepEqual(stage.asked, ['list @0', 'list @500'])
    assert.deepEqual(stage.told, ['replaced bad', "stale: can't take bad", 'replaced a', 'synced'])
  })

  it('ends quietly: while it lists, while it waits', async () => {
    const listing = new Stage()
    const run = new Poller(listing, listing, { clock: listing.clock, interval: 1_000 }).run(
      listing.stop.signal,
    )
    listing.stop.abort()
    await run
    assert.deepEqual([listing.asked, listing.told], [['list @0'], []])

    const waiting = new Stage()
    await play(waiting, 60_000, 1_000)
    assert.deepEqual([waiting.asked, waiting.told], [['list @0'], ['replaced ', 'synced']])
  })
})
