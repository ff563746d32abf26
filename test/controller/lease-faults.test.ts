import assert from 'node:assert/strict'
import { Ring } from './contender.ts'
import { ManualClock } from './manual-clock.ts'

const SECOND = 1000

describe('leader election while the hub fails', () => {
  it('goes on asking, and tells of each kind of fault once', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.hub = 'hung'
    a.election.start()
    await a.clock.advance(60 * SECOND)
    a.hub = 'down'
    await a.clock.advance(60 * SECOND)
    assert.deepEqual(a.told, ['fault leases: no answer within 5 s', 'fault network'])

    a.hub = 'up'
    await a.clock.advance(10 * SECOND)
    a.hub = 'down'
    await a.clock.advance(4 * SECOND)

    assert.deepEqual(a.told.slice(2), ['leading', 'fault network'])
  })

  it('stays leader where a renewal goes well before the tenth second of it', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.election.start()
    await a.clock.advance(2 * SECOND)
    a.hub = 'down'
    await a.clock.advance(9.9 * SECOND)
    a.hub = 'up'
    await a.clock.advance(2 * SECOND)

    assert.deepEqual([a.told, a.election.isValid()], [['leading', 'fault network'], true])
  })

  for (const state of ['down', 'hung'] as const)
    it(`gives up a renewal after ten seconds, ${state}, and does nothing more (C7.45)`, async () => {
      const ring = new Ring()
      const a = ring.contender('a')
      a.election.start()
      await a.clock.advance(SECOND)
      a.hub = state

      // The first renewal that fails is due at 2 s.
      await a.clock.advance(10.9 * SECOND)
      assert.equal(a.told.includes('lost expired'), false)
      await a.clock.advance(0.1 * SECOND)

      assert.equal(a.told.at(-1), 'lost expired')
      assert.deepEqual([a.election.isValid(), a.clock.pending()], [false, 0])
      await a.election.stop()
      assert.equal(ring.holder(), 'a 0')
    })

  it('does not wait for a next try that would come too late', async () => {
    const ring = new Ring()
    const clock = new ManualClock()
    const a = ring.contender('a', {
      clock,
      through: (client) => ({
        ...client,
        update: () =>
          new Promise((_resolve, reject) =>
            clock.after(1.5 * SECOND, () => {
              reject(new Error('slow refusal'))
            }),
          ),
      }),
    })
    a.election.start()

    // Tries at 2, 5.5 and 9 s; the deadline is at 12 s.
    await clock.advance(12 * SECOND)

    assert.deepEqual(a.told, ['leading', 'fault slow refusal', 'lost expired'])
  })

  it('is not valid any more by the time a renewal is given up', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.election.start()
    await a.clock.advance(0)
    a.hub = 'hung'

    await a.clock.advance(11.9 * SECOND)
    assert.equal(a.election.isValid(), true)
    await a.clock.advance(0.1 * SECOND)

    assert.equal(a.election.isValid(), false)
  })

  it('counts from when a renewal was sent, not from when it was answered', async () => {
    const ring = new Ring()
    const clock = new ManualClock()
    const a = ring.contender('a', {
      clock,
      through: (client) => ({
        ...client,
        update: async (resource, object, options) => {
          const answer = await client.update(resource, object, options)
          await new Promise<void>((resolve) => clock.after(3 * SECOND, resolve))
          return answer
        },
      }),
    })
    a.election.start()
    // Sent at 2 s, answered at 5 s.
    await clock.advance(6 * SECOND)
    a.hub = 'hung'

    await clock.advance(7.9 * SECOND)
    assert.equal(a.election.isValid(), true)
    await clock.advance(0.1 * SECOND)

    assert.equal(a.election.isValid(), false)
  })

  it('finds out that a renewal took effect whose answer was lost', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.election.start()
    await a.clock.advance(0)
    a.hub = 'mute'
    await a.clock.advance(2 * SECOND)
    a.hub = 'up'
    await a.clock.advance(2 * SECOND)

    assert.equal(ring.lease()?.spec?.renewTime, '2026-01-01T00:00:04.000000Z')
    assert.deepEqual([a.told, a.election.isValid()], [['leading', 'fault network'], true])
  })

  it('leads by an acquisition whose answer was lost', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.hub = 'mute'
    a.election.start()
    await a.clock.advance(0)
    a.hub = 'up'
    await a.clock.advance(4.4 * SECOND)

    assert.deepEqual([a.told, ring.holder()], [['fault network', 'leading'], 'a 0'])
  })
})

describe('leader election when a clock jumps', () => {
  for (const jump of [3600, 13, -1])
    it(`is not valid after the wall clock moved by ${jump} s, until the next renewal`, async () => {
      const ring = new Ring()
      const a = ring.contender('a')
      a.election.start()
      await a.clock.advance(0)

      a.clock.jump(jump * SECOND)
      const after = a.election.isValid()
      await a.clock.advance(2 * SECOND)

      assert.deepEqual([after, a.election.isValid(), a.told], [false, true, ['leading']])
    })

  it('is not valid for longer because the wall clock was set back', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.election.start()
    await a.clock.advance(0)
    a.hub = 'hung'
    await a.clock.advance(6 * SECOND)
    a.clock.jump(-5 * SECOND)

    await a.clock.advance(5.9 * SECOND)
    assert.equal(a.election.isValid(), true)
    await a.clock.advance(0.1 * SECOND)

    assert.equal(a.election.isValid(), false)
  })

  it('is not valid after the process stood still, before any timer of its own ran', async () => {
    const state = { stalled: 0 }
    const clock = new (class extends ManualClock {
      override monotonic(): number {
        return super.monotonic() + state.stalled
      }
    })()
    const a = new Ring().contender('a', { clock })
    a.election.start()
    await clock.advance(0)

    state.stalled = 11.9 * SECOND
    assert.equal(a.election.isValid(), true)
    state.stalled = 12 * SECOND
    assert.equal(a.election.isValid(), false)
  })

  it('is valid no more after a suspension, and lost when another led meanwhile', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    const b = ring.contender('b')
    a.election.start()
    await a.clock.advance(0)
    b.election.start()

    // The machine of `a` is suspended: its monotonic clock stands still, and the wall clock is right when it resumes.
    await b.clock.advance(30 * SECOND)
    a.clock.jump(30 * SECOND)
    const resumed = a.election.isValid()
    await a.clock.advance(2 * SECOND)

    assert.deepEqual([resumed, a.told, b.told], [false, ['leading', 'lost to b'], ['following a', 'leading']])
    assert.equal(ring.holder(), 'b 1')
  })

  it('is lost after a suspension in which another led and gave it back', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    const b = ring.contender('b')
    a.election.start()
    await a.clock.advance(0)
    b.election.start()
    await b.clock.advance(30 * SECOND)
    await b.election.stop()

    a.clock.jump(30 * SECOND)
    await a.clock.advance(2 * SECOND)

    assert.deepEqual([a.told, ring.holder()], [['leading', 'lost to '], ' 1'])
  })

  it('stays leader after a suspension in which nobody led', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.election.start()
    await a.clock.advance(0)

    a.clock.jump(30 * SECOND)
    await a.clock.advance(2 * SECOND)

    assert.deepEqual([a.told, a.election.isValid(), ring.holder()], [['leading'], true, 'a 0'])
  })
})
