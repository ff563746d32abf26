import assert from 'node:assert/strict'
import { Reflector } from '../../src/controller/reflector.ts'
import { added, bookmark, failure, Stage } from './reflector-stage.ts'

const reflect = (stage: Stage): { reflector: Reflector<string>; run: Promise<void> } => {
  const reflector = new Reflector(stage, stage, { clock: stage.clock })
  return { reflector, run: reflector.run(stage.stop.signal) }
}

const play = async (stage: Stage, ms: number): Promise<void> => {
  const { run } = reflect(stage)
  await stage.clock.advance(ms)
  stage.stop.abort()
  await run
  assert.equal(stage.clock.pending(), 0)
}

const MINUTE = 60_000
/** The shortest of the waits that are left to chance. */
const hasty = (): number => 0.999

describe('a reflector', () => {
  it('lists once, then follows from there: from the last event, bookmark, or from where it was', async () => {
    const stage = new Stage()
    stage.lists = [{ items: ['a', 'b'], version: 5 }]
    stage.watches = [{}, { events: [added('c', 7), added('d', 9)] }, { events: [bookmark(12)] }, {}]

    await play(stage, 200_000)

    assert.deepEqual(stage.asked, [
      'list @0',
      'watch 5 for 45 @0',
      'watch 5 for 45 @45000',
      'watch 9 for 45 @90000',
      'watch 12 for 45 @135000',
      'watch 12 for 45 @180000',
    ])
    assert.deepEqual(stage.told, ['replaced a,b', 'synced', 'ADDED c', 'ADDED d'])
  })

  it('asks for watches of 45 to 50 seconds: a settled hub hears little of three reflectors in ten minutes', async () => {
    const requests = [0, 0.5, 0.999].map(async (random) => {
      const stage = new Stage(() => random)
      await play(stage, 10 * MINUTE)
      const [list, ...watches] = stage.asked
      assert.equal(list, 'list @0')
      return watches
    })
    const [least, middle, most] = await Promise.all(requests)
    assert.deepEqual([least, middle, most].map((watches) => watches?.[1]), [
      'watch 1 for 45 @45000',
      'watch 1 for 48 @48000',
      'watch 1 for 50 @50000',
    ]) // prettier-ignore
    const total = [least, middle, most].flat().length
    assert.ok(total <= 40, String(total))
  })

  it('says how far it has come', async () => {
    const stage = new Stage()
    stage.lists = [{ items: [], version: 5 }]
    stage.watches = [{ events: [added('c', 7)] }]
    const { reflector, run } = reflect(stage)
    assert.equal(reflector.version, undefined)
    await stage.clock.settle()
    assert.equal(reflector.version, '7')
    stage.stop.abort()
    await run
  })

  it('lists anew when the hub no longer knows what happened since', async () => {
    const stage = new Stage()
    stage.lists = [
      { items: ['a'], version: 5 },
      { items: ['b'], version: 90 },
    ]
    stage.watches = [{}, { error: failure('status', 410), after: 0 }, {}]

    await play(stage, MINUTE)

    assert.deepEqual(stage.asked, [
      'list @0',
      'watch 5 for 45 @0',
      'watch 5 for 45 @45000',
      'list @45500',
      'watch 90 for 45 @45500',
    ])
    assert.deepEqual(stage.told, ['replaced a', 'synced', 'replaced b'])
  })

  it('resumes at once what worked and was cut, and says nothing of it', async () => {
    const stage = new Stage()
    stage.watches = [{ events: [added('a', 7)], after: 10_000, error: failure('network') }, {}]
    await play(stage, 20_000)
    assert.deepEqual(stage.asked, ['list @0', 'watch 1 for 45 @0', 'watch 7 for 45 @10000'])
    assert.deepEqual(stage.told, ['replaced ', 'synced', 'ADDED a'])
  })

  it('waits longer from failure to failure, half a minute at most, until a watch has lasted ten seconds', async () => {
    const stage = new Stage()
    const refused = { after: 0, error: failure('network') }
    const failing = Array.from({ length: 9 }, () => refused)
    stage.watches = [...failing, { after: 10_000 }, refused, {}]

    await play(stage, 3 * MINUTE)

    const starts = stage.asked.map((line) => Number(line.split('@')[1]))
    assert.deepEqual(
      starts.slice(1),
      [0, 500, 1500, 3500, 7500, 15500, 31500, 61500, 91500, 121500, 131500, 132000, 177000],
    )
    assert.deepEqual(stage.told, ['replaced ', 'synced', 'stale: network 0', 'synced'])
  })

  const storms = {
    'closed at once': { after: 0 },
    'closed after one event': { after: 0, events: [added('a', 7)] },
    'closed after nine seconds': { after: 9_000 },
    'refused': { after: 0, error: failure('network') },
    'answered by 410': { after: 0, error: failure('status', 410) },
    'answered by 500 with Retry-After: 0': { after: 0, error: failure('status', 500, { retryAfter: 0 }) },
  } // prettier-ignore
  for (const [what, script] of Object.entries(storms)) {
    it(`asks a bounded number of times a minute where every watch is ${what}, a thousand times in a row`, async () => {
      const stage = new Stage(hasty)
      stage.watches = [script]
      const { run } = reflect(stage)
      const perMinute: number[] = []
      let before = 0
      while (stage.asked.filter((line) => line.startsWith('watch')).length < 1000) {
        await stage.clock.advance(MINUTE)
        perMinute.push(stage.asked.length - before)
        before = stage.asked.length
      }
      stage.stop.abort()
      await run

      const [first = 0, ...later] = perMinute
      // Two for each of the 410s: a list and a watch.
      assert.ok(first <= 20, `${first} in the first minute`)
      assert.ok(Math.max(...later) <= 10, `${Math.max(...later)} in a later one`)
      assert.equal(stage.clock.pending(), 0)
    })
  }

  it('waits as long as the hub asks for, also when the watch had worked', async () => {
    const stage = new Stage()
    const busy = failure('status', 429, { retryAfter: 40 })
    stage.watches = [{ after: 20_000, error: busy }, { after: 0, error: busy }, {}]
    await play(stage, 2 * MINUTE)
    assert.deepEqual(stage.asked, [
      'list @0',
      'watch 1 for 45 @0',
      'watch 1 for 45 @60000',
      'watch 1 for 45 @100000',
    ])
    assert.deepEqual(stage.told, ['replaced ', 'synced', 'stale: status 429'])
  })

  it('says that sight is lost when nothing but deadlines end its watches: a half-open connection', async () => {
    const stage = new Stage()
    stage.watches = [
      { events: [added('a', 7)], after: 50_000, error: failure('timeout') },
      { after: 30_000, error: failure('timeout') },
      { events: [added('b', 8)] },
    ]
    await play(stage, 2 * MINUTE)
    assert.deepEqual(stage.asked, [
      'list @0',
      'watch 1 for 45 @0',
      'watch 7 for 45 @50500',
      'watch 7 for 45 @81500',
    ])
    assert.deepEqual(stage.told, ['replaced ', 'synced', 'ADDED a', 'stale: timeout 0', 'ADDED b', 'synced'])
  })

  for (const code of [401, 403]) {
    it(`asks again after a ${code}, every minute in the end, and lists before it follows again`, async () => {
      const stage = new Stage(() => 0.5)
      stage.lists = [
        { items: ['a'], version: 5 },
        { items: ['a', 'b'], version: 9 },
      ]
      const denied = { after: 0, error: failure('status', code) }
      stage.watches = [
        ...Array.from({ length: 9 }, () => denied),
        { events: [added('old', 6)] },
        { events: [added('c', 10)] },
      ]

      await play(stage, 5 * MINUTE)

      const asked = [0, 910, 2730, 6370, 13_650, 28_210, 57_330, 115_570, 175_630, 235_690]
      assert.deepEqual(stage.asked, [
        'list @0',
        ...asked.map((at) => `watch 5 for 48 @${at}`),
        'list @235690',
        'watch 9 for 48 @235690',
        'watch 10 for 48 @283690',
      ])
      assert.deepEqual(stage.told, [
        'replaced a',
        'synced',
        `denied: status ${code}`,
        'replaced a,b',
        'synced',
        'ADDED c',
      ])
    })
  }

  it('does not ask at once after a denial, though the watch had worked', async () => {
    const stage = new Stage()
    stage.watches = [{ after: 20_000, error: failure('status', 403) }, {}]
    await play(stage, 2 * MINUTE)
    assert.deepEqual(stage.asked, [
      'list @0',
      'watch 1 for 45 @0',
      'watch 1 for 45 @21000',
      'watch 1 for 45 @66000',
      'watch 1 for 45 @111000',
    ])
    assert.deepEqual(stage.told, ['replaced ', 'synced', 'denied: status 403', 'synced'])
  })

  it('takes no page of a proxy for a denial', async () => {
    const stage = new Stage()
    stage.watches = [{ after: 0, error: failure('http', 403) }, { after: 0, error: failure('http', 403) }, {}]
    await play(stage, 10_000)
    assert.deepEqual(stage.told, ['replaced ', 'synced', 'stale: http 403'])
    assert.deepEqual(stage.asked.at(-1), 'watch 1 for 45 @1500')
  })

  it('tries a list that fails again, longer and longer, and one that is denied as well', async () => {
    const stage = new Stage()
    const down = { error: failure('network') }
    const denied = { error: failure('status', 403) }
    stage.lists = [down, down, denied, denied, { items: ['a'], version: 5 }]
    await play(stage, MINUTE)
    assert.deepEqual(stage.asked, [
      'list @0',
      'list @500',
      'list @1500',
      'list @2500',
      'list @4500',
      'watch 5 for 45 @4500',
      'watch 5 for 45 @49500',
    ])
    assert.deepEqual(stage.told, ['stale: network 0', 'denied: status 403', 'replaced a', 'synced'])
  })

  it('lists anew for a receiver that threw at an event, and says so', async () => {
    const stage = new Stage()
    stage.poison.add('bad')
    stage.lists = [
      { items: ['a'], version: 5 },
      { items: ['a', 'b'], version: 9 },
    ]
    stage.watches = [{ events: [added('bad', 6), added('b', 7)] }, {}]
    await play(stage, 10_000)
    assert.deepEqual(stage.asked, ['list @0', 'watch 5 for 45 @0', 'list @500', 'watch 9 for 45 @500'])
    assert.deepEqual(stage.told, [
      'replaced a',
      'synced',
      'ADDED bad',
      "stale: can't take bad",
      'replaced a,b',
      'synced',
    ])
  })

  it('lists anew for a receiver that threw at a list', async () => {
    const stage = new Stage()
    stage.poison.add('bad')
    stage.lists = [
      { items: ['bad'], version: 5 },
      { items: ['a'], version: 9 },
    ]
    await play(stage, 10_000)
    assert.deepEqual(stage.asked, ['list @0', 'list @500', 'watch 9 for 45 @500'])
    assert.deepEqual(stage.told, ['replaced bad', "stale: can't take bad", 'replaced a', 'synced'])
  })

  it('keeps its place when an event carries no version', async () => {
    const stage = new Stage()
    stage.watches = [{ events: [{ type: 'DELETED', object: 'a', resourceVersion: '' }] }, {}]
    await play(stage, MINUTE)
    assert.equal(stage.asked.at(-1), 'watch 1 for 45 @45000')
  })

  it('lists from nothing when it has to begin anew: while it follows, lists, or waits', async () => {
    const following = new Stage()
    following.lists = [
      { items: ['a'], version: 500 },
      { items: ['b'], version: 7 },
    ]
    const waiting = new Stage()
    waiting.watches = [{ after: 0, error: failure('network') }, {}]
    const listing = new Stage()

    for (const stage of [following, waiting, listing]) {
      const { reflector, run } = reflect(stage)
      if (stage !== listing) await stage.clock.advance(100)
      reflector.beginAnew()
      await stage.clock.advance(2000)
      stage.stop.abort()
      await run
      assert.equal(stage.clock.pending(), 0)
    }
    assert.deepEqual(following.asked, ['list @0', 'watch 500 for 45 @0', 'list @100', 'watch 7 for 45 @100'])
    assert.deepEqual(following.told, ['replaced a', 'synced', 'replaced b'])
    assert.deepEqual(waiting.asked, ['list @0', 'watch 1 for 45 @0', 'list @500', 'watch 1 for 45 @500'])
    assert.deepEqual(listing.asked, ['list @0', 'list @0', 'watch 1 for 45 @0'])
    assert.deepEqual(listing.told, ['replaced ', 'synced'])
  })

  it('ends quietly: while it lists, while it follows, while it waits', async () => {
    const listing = new Stage()
    const first = reflect(listing)
    listing.stop.abort()
    await first.run
    assert.deepEqual([listing.asked, listing.told], [['list @0'], []])

    const following = new Stage()
    await play(following, 1_000)
    assert.deepEqual([following.asked.length, following.told], [2, ['replaced ', 'synced']])

    const waiting = new Stage()
    waiting.lists = [{ error: failure('network') }]
    await play(waiting, 100)
    assert.deepEqual([waiting.asked, waiting.told], [['list @0'], ['stale: network 0']])

    const ended = new Stage()
    ended.stop.abort()
    await play(ended, 1_000)
    assert.deepEqual([ended.asked, ended.told], [[], []])
  })

  it('tells nothing more once it is stopped, though the hub goes on', async () => {
    const stage = new Stage()
    stage.watches = [{ events: [added('a', 7), added('b', 8)] }]
    const event = stage.event.bind(stage)
    stage.event = (type, object) => {
      event(type, object)
      stage.stop.abort()
    }
    await play(stage, 1_000)
    assert.deepEqual(stage.told, ['replaced ', 'synced', 'ADDED a'])
  })
})
