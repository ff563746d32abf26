import assert from 'node:assert/strict'
import type { LeaseClient } from '../../src/controller/lease-lock.ts'
import { NAMESPACE, LEASE, Ring } from './contender.ts'
import { ManualClock } from './manual-clock.ts'

const SECOND = 1000

/** A ring with a leader `a` and a standby `b`, on one clock. */
const couple = async () => {
  const ring = new Ring()
  const clock = new ManualClock()
  const a = ring.contender('a', { clock })
  const b = ring.contender('b', { clock })
  a.election.start()
  await clock.advance(0)
  b.election.start()
  await clock.advance(0)
  return { ring, clock, a, b }
}

describe('leader election', () => {
  describe('alone', () => {
    it('makes the Lease as client-go does, and leads (C7.42, C7.43)', async () => {
      const ring = new Ring()
      const a = ring.contender('a')

      a.election.start()
      await a.clock.advance(0)

      const { name, namespace } = ring.lease()!.metadata
      assert.deepEqual([namespace, name], [NAMESPACE, LEASE])
      assert.deepEqual(ring.lease()?.spec, {
        holderIdentity: 'a',
        leaseDurationSeconds: 15,
        acquireTime: '2026-01-01T00:00:00.000000Z',
        renewTime: '2026-01-01T00:00:00.000000Z',
        leaseTransitions: 0,
      })
      assert.deepEqual([a.told, a.election.isValid()], [['leading'], true])
    })

    it('renews every two seconds with one request, and keeps its time of acquiring (C7.43)', async () => {
      const ring = new Ring()
      const a = ring.contender('a')
      a.election.start()
      await a.clock.advance(0)
      const before = ring.client.counters().requests

      await a.clock.advance(60 * SECOND)

      assert.equal(ring.client.counters().requests - before, 30)
      assert.equal(ring.lease()?.spec?.acquireTime, '2026-01-01T00:00:00.000000Z')
      assert.equal(ring.lease()?.spec?.renewTime, '2026-01-01T00:01:00.000000Z')
      assert.deepEqual([a.told, a.election.isValid()], [['leading'], true])
    })

    it('keeps what others wrote on the Lease', async () => {
      const ring = new Ring()
      const a = ring.contender('a')
      a.election.start()
      await a.clock.advance(0)
      await ring.edit((lease) => ({ ...lease, metadata: { ...lease.metadata, labels: { team: 'x' } } }))

      await a.clock.advance(2 * SECOND)

      assert.deepEqual(ring.lease()?.metadata.labels, { team: 'x' })
      assert.equal(ring.lease()?.spec?.renewTime, '2026-01-01T00:00:02.000000Z')
      assert.deepEqual([a.told, a.election.isValid()], [['leading'], true])
    })

    it('makes a Lease that was deleted anew', async () => {
      const ring = new Ring()
      const a = ring.contender('a')
      a.election.start()
      await a.clock.advance(0)
      await ring.drop()

      await a.clock.advance(2 * SECOND)

      assert.equal(ring.holder(), 'a 0')
      assert.deepEqual([a.told, a.election.isValid()], [['leading'], true])
    })
  })

  describe('with another that leads', () => {
    it('is told of it once and stands by', async () => {
      const { ring, clock, a, b } = await couple()

      await clock.advance(120 * SECOND)

      assert.deepEqual([a.told, b.told], [['leading'], ['following a']])
      assert.deepEqual([a.election.isValid(), b.election.isValid(), ring.holder()], [true, false, 'a 0'])
    })

    it('takes a lease over that was given back, without waiting for it to run out (C7.44)', async () => {
      const { ring, clock, a, b } = await couple()
      await clock.advance(10 * SECOND)

      await a.election.stop()
      assert.deepEqual(ring.lease()?.spec, {
        holderIdentity: '',
        leaseDurationSeconds: 1,
        acquireTime: '2026-01-01T00:00:10.000000Z',
        renewTime: '2026-01-01T00:00:10.000000Z',
        leaseTransitions: 0,
      })
      await clock.advance(4.4 * SECOND)

      assert.deepEqual([a.told, b.told], [['leading'], ['following a', 'leading']])
      assert.deepEqual([a.election.isValid(), b.election.isValid(), ring.holder()], [false, true, 'b 1'])
      assert.equal(ring.lease()?.spec?.acquireTime, '2026-01-01T00:00:12.800000Z')
    })

    it('is no fault of the one who comes second where both make the Lease', async () => {
      const ring = new Ring()
      const clock = new ManualClock()
      const looking: (() => void)[] = []
      // Neither writes before both have looked.
      const through = (client: LeaseClient): LeaseClient => ({
        ...client,
        get: async (...call) => {
          if (looking.length < 2) await new Promise<void>((resolve) => looking.push(resolve))
          return client.get(...call)
        },
      })
      const a = ring.contender('a', { clock, through })
      const b = ring.contender('b', { clock, through })
      a.election.start()
      b.election.start()
      await clock.advance(0)
      for (const look of looking) look()
      await clock.advance(4.4 * SECOND)

      assert.deepEqual([a.told, b.told, ring.holder()], [['leading'], ['following a'], 'a 0'])
    })

    it('succeeds one that was killed, 15 s after it saw it renew last', async () => {
      const { ring, clock, a, b } = await couple()
      await clock.advance(16.1 * SECOND)
      a.hub = 'down'

      // It looks every 3.2 s: the last renewal, of 16 s, is seen at 19.2 s.
      await clock.advance(18 * SECOND)
      assert.deepEqual([b.told, ring.holder()], [['following a'], 'a 0'])
      await clock.advance(1.2 * SECOND)

      assert.deepEqual([b.told, ring.holder()], [['following a', 'leading'], 'b 1'])
    })

    it('goes by when it saw the record change, not by the times in it', async () => {
      const ring = new Ring()
      const clock = new ManualClock()
      for (const [name, renewTime] of [
        ['old', '2001-01-01T00:00:00.000000Z'],
        ['new', '2060-01-01T00:00:00.000000Z'],
      ] as const) {
        const spec = { holderIdentity: name, leaseDurationSeconds: 15, renewTime, leaseTransitions: 4 }
        const lease = { metadata: { namespace: NAMESPACE, name: LEASE }, spec }
        if (ring.lease()) await ring.drop()
        await ring.client.create('leases', lease)
        const b = ring.contender('b', { clock })
        b.election.start()
        await clock.advance(14 * SECOND)
        assert.deepEqual(b.told, [`following ${name}`])
        await clock.advance(5 * SECOND)
        assert.deepEqual([b.told, ring.holder()], [[`following ${name}`, 'leading'], 'b 5'])
        await b.election.stop()
      }
    })

    it('comes back after one to 2.2 periods, by chance', async () => {
      const visits: number[] = []
      const ring = new Ring()
      const a = ring.contender('a')
      a.election.start()
      await a.clock.advance(0)
      const chances = [0, 0.5, 0.999]
      const clock = new ManualClock({ random: () => chances.shift() ?? 0 })
      const b = ring.contender('b', {
        clock,
        through: (client) => ({
          ...client,
          get: (resource, ref, signal) => {
            visits.push(clock.monotonic())
            return client.get(resource, ref, signal)
          },
        }),
      })

      b.election.start()
      await clock.advance(9.6 * SECOND)

      assert.deepEqual(
        visits.map((time) => Math.round(time)),
        [0, 2000, 5200, 9598],
      )
    })
  })
})
