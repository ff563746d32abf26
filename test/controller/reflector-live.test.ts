import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../../src/controller/clock.ts'
import { objectSource, type Receiver } from '../../src/controller/reflector-source.ts'
import { Reflector } from '../../src/controller/reflector.ts'
import { createLiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import { namespaceObject, secret } from '../conformance/subject.ts'
import { startFaultProxy, type FaultProxy } from '../envtest/fault-proxy.ts'
import { statusAnswer } from '../envtest/fault-proxy-answers.ts'
import { grantMore, type User } from '../envtest/identities.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { ManualClock } from './manual-clock.ts'
import { startTap, type Tap } from './reflector-tap.ts'

/** A reflector of one namespace's Secrets, and what it told. */
interface Running {
  readonly told: string[]
  /** Resolves once `text` has been told, by now or later. */
  readonly until: (text: string) => Promise<void>
}

interface Setting {
  readonly clock?: Clock
  readonly user?: User
  /** A second is shorter than what counts as a working watch, so a reflector with such watches is stale now and then. */
  readonly watchSeconds?: number
}

const isSight = (line: string): boolean => /^(stale|synced)$/.test(line)

/** Looks until it is so. @throws after 20 s, which no healthy run takes, so that a failing test ends */
const eventually = async (
  isSo: () => boolean,
  meanwhile: () => Promise<unknown> = () => sleep(5),
): Promise<void> => {
  for (const end = Date.now() + 20_000; !isSo(); await meanwhile()) {
    if (Date.now() > end) throw new Error(`never came true: ${isSo.toString()}`)
  }
}

const isWatch = /[?&]watch=true/

describe('a reflector on a real API server', function () {
  this.timeout(30_000)
  const hub = useHub()
  let namespace: string
  let proxy: FaultProxy
  let tap: Tap
  let ending: (() => Promise<void>)[]

  beforeEach(async () => {
    ending = []
    namespace = `reflector-${randomUUID().slice(0, 8)}`
    await hub().rest.json('POST', '/api/v1/namespaces', namespaceObject(namespace))
    proxy = await startFaultProxy(hub())
    tap = await startTap(hub().server)
  })
  afterEach(async () => {
    for (const end of ending) await end()
    await proxy.stop()
    await tap.stop()
  })

  const make = async (name: string): Promise<void> => {
    await hub().rest.json('POST', `/api/v1/namespaces/${namespace}/secrets`, secret(namespace, name))
  }
  const remove = async (name: string): Promise<void> => {
    await hub().rest.json('DELETE', `/api/v1/namespaces/${namespace}/secrets/${name}`)
  }

  const start = async (
    through: { server: string; caFile: string },
    { clock = systemClock, user = 'admin', watchSeconds = 60 }: Setting = {},
  ): Promise<Running> => {
    const connection = await resolveConnection(
      { kubeconfig: hub().kubeconfig(user, through) },
      {},
      nodeDeps({}),
    )
    const client = createLiveClient(connection)
    const told: string[] = []
    const receiver: Receiver<string> = {
      replaced: (items) => told.push(`replaced ${items.join()}`),
      event: (type, name) => told.push(`${type} ${name}`),
      state: ({ kind }) => told.push(kind),
    }
    const source = objectSource(client, 'secrets', { namespace }, ({ metadata }) => metadata.name)
    const stop = new AbortController()
    const run = new Reflector(source, receiver, { clock, watchSeconds }).run(stop.signal)
    ending.push(async () => {
      stop.abort()
      await run
      client.close()
    })
    return {
      told,
      until: (text) => eventually(() => told.includes(text)),
    }
  }

  it('tells of everything that happens, over many short watches', async () => {
    await make('a')
    const { told, until } = await start(proxy, { watchSeconds: 1 })
    await until('synced')
    for (const name of ['b', 'c']) {
      await make(name)
      await until(`ADDED ${name}`)
      const watches = proxy.seen.filter(({ path }) => isWatch.test(path)).length
      await eventually(() => proxy.seen.filter(({ path }) => isWatch.test(path)).length > watches)
    }
    await remove('a')
    await until('DELETED a')
    const happened = told.filter((line) => !isSight(line))
    assert.deepEqual(happened, ['replaced a', 'ADDED b', 'ADDED c', 'DELETED a'])
  })

  it('tells of what happened while its connection was broken, without a new list', async () => {
    const { told, until } = await start({ server: tap.server, caFile: hub().caFile })
    await until('synced')
    await make('a')
    await until('ADDED a')
    tap.cut()
    await make('b')
    await remove('a')
    await until('DELETED a')
    assert.deepEqual(told, ['replaced ', 'synced', 'ADDED a', 'ADDED b', 'DELETED a'])
  })

  it('notices by its own deadline that nothing comes any more, and goes on where it was', async () => {
    const { told, until } = await start({ server: tap.server, caFile: hub().caFile }, { watchSeconds: 1 })
    await until('synced')
    await make('a')
    await until('ADDED a')
    tap.freeze()
    const { connections } = tap
    await make('b')
    await until('ADDED b')
    const happened = told.filter((line) => !isSight(line))
    assert.deepEqual(happened, ['replaced ', 'ADDED a', 'ADDED b'])
    assert.ok(tap.connections > connections)
  })

  it('lists anew when it is told in a frame that its version is too old', async () => {
    await make('a')
    const object = { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'Expired', code: 410 }
    const body = `${JSON.stringify({ type: 'ERROR', object })}\n`
    proxy.rules.add({ path: isWatch, nth: 1, fault: { kind: 'answer', status: 200, body } })
    const { told, until } = await start(proxy)
    await eventually(() => told.filter((line) => line === 'replaced a').length === 2)
    await make('b')
    await until('ADDED b')
    assert.deepEqual(told, ['replaced a', 'synced', 'replaced a', 'ADDED b'])
    const lists = proxy.seen.filter(({ path }) => !isWatch.test(path))
    assert.deepEqual(
      lists.map(({ path }) => path),
      Array.from({ length: 2 }, () => `/api/v1/namespaces/${namespace}/secrets?limit=500`),
    )
  })

  it('asks ever less often where every watch is closed at once, twenty times in a row', async () => {
    const clock = new ManualClock({ random: () => 0.999 })
    const closing = proxy.rules.add({ path: isWatch, fault: { kind: 'answer', status: 200 } })
    const { told, until } = await start(proxy, { clock })
    await until('synced')
    const times: number[] = []
    while (times.length < 20) {
      await eventually(() => clock.pending() > 0)
      times.push(clock.monotonic())
      await eventually(
        () => clock.pending() === 0,
        () => clock.advance(50),
      )
    }
    const perMinute = times.map((start) => times.filter((at) => at >= start && at < start + 60_000).length)
    assert.ok(Math.max(...perMinute) <= 10, perMinute.join())
    await eventually(() => closing.applied >= 20)
    closing.remove()
    await make('a')
    await eventually(
      () => told.includes('ADDED a'),
      () => clock.advance(1000),
    )
    assert.deepEqual(told, ['replaced ', 'synced', 'stale', 'ADDED a', 'synced'])
  })

  it('waits as long as the API server asks for when it has too much to do', async () => {
    const clock = new ManualClock()
    const headers = { 'retry-after': '40' }
    const busy = proxy.rules.add({
      path: isWatch,
      fault: statusAnswer(429, 'TooManyRequests', { kind: 'secrets', headers }),
    })
    const { until } = await start(proxy, { clock })
    await until('synced')
    await eventually(() => clock.pending() > 0)
    await clock.advance(39_999)
    await sleep(50)
    assert.equal(busy.applied, 1)
    busy.remove()
    await make('a')
    await clock.advance(1)
    await until('ADDED a')
  })

  it('is told no when it may list and not watch, and lists and follows once it may', async () => {
    const clock = new ManualClock()
    await make('a')
    await grantMore(hub().rest, 'nobody', 'secrets', ['list'], namespace)
    const { told, until } = await start(proxy, { clock, user: 'nobody' })
    await until('denied')
    await make('b')
    await grantMore(hub().rest, 'nobody', 'secrets', ['list', 'watch'], namespace)
    await eventually(
      () => told.includes('replaced a,b'),
      () => clock.advance(1000),
    )
    await make('c')
    await until('ADDED c')
    assert.deepEqual(told, ['replaced a', 'synced', 'denied', 'replaced a,b', 'synced', 'ADDED c'])
  })
})
