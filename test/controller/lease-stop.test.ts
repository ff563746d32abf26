import assert from 'node:assert/strict'
import { Ring } from './contender.ts'

const SECOND = 1000

describe('leader election when it is stopped', () => {
  it('is not valid, asks nothing more and leaves no timer', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.election.start()
    await a.clock.advance(0)

    const stopping = a.election.stop()
    const during = a.election.isValid()
    await stopping
    await a.election.stop()
    const { requests } = ring.client.counters()
    await a.clock.advance(60 * SECOND)

    assert.deepEqual([during, a.clock.pending(), a.told], [false, 0, ['leading']])
    assert.equal(ring.client.counters().requests, requests)
  })

  it('writes nothing as a standby', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    const b = ring.contender('b')
    a.election.start()
    await a.clock.advance(0)
    b.election.start()
    await b.clock.advance(0)
    const { requests } = ring.client.counters()

    await b.election.stop()

    assert.deepEqual([ring.client.counters().requests - requests, ring.holder()], [0, 'a 0'])
  })

  it('leaves a lease alone that is another’s by now', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.election.start()
    await a.clock.advance(0)
    await ring.edit((lease) => ({ ...lease, spec: { ...lease.spec, holderIdentity: 'c' } }))

    await a.election.stop()

    assert.equal(ring.holder(), 'c 0')
  })

  it('gives a lease back whose renewal was under way, though that took effect late', async () => {
    const ring = new Ring()
    const underWay: (() => Promise<unknown>)[] = []
    const a = ring.contender('a', {
      through: (client) => ({
        ...client,
        get: async (resource, ref, signal) => {
          const answer = await client.get(resource, ref, signal)
          // The renewal arrives between this read and the write after it.
          for (const arrive of underWay.splice(0)) await arrive()
          return answer
        },
        update: (resource, object, options) => {
          if (a.clock.monotonic() === 2500) return client.update(resource, object, options)
          underWay.push(() => client.update(resource, object))
          return new Promise(() => undefined)
        },
      }),
    })
    a.election.start()
    await a.clock.advance(2.5 * SECOND)

    await a.election.stop()

    assert.deepEqual([ring.holder(), a.told], [' 0', ['leading']])
    assert.deepEqual([underWay.length, ring.lease()?.spec?.renewTime], [0, '2026-01-01T00:00:02.500000Z'])
  })

  it('is done after a second where the hub gives no answer', async () => {
    const ring = new Ring()
    const a = ring.contender('a')
    a.election.start()
    await a.clock.advance(0)
    a.hub = 'hung'
    const state = { stopped: false }

    const stopping = a.election.stop().then(() => {
      state.stopped = true
    })
    await a.clock.advance(999)
    assert.equal(state.stopped, false)
    await a.clock.advance(1)
    await stopping

    assert.deepEqual(a.told, ['leading', 'fault leases: no answer within 1 s'])
    assert.deepEqual([ring.holder(), a.clock.pending()], ['a 0', 0])
  })
})
