import assert from 'node:assert/strict'
import { EventRecorder } from '../../src/controller/events.ts'
import type { EventRequest } from '../../src/controller/events-object.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import type { KubeEvent } from '../../src/kube/objects.ts'
import { ManualClock } from './manual-clock.ts'

const MINUTE = 60_000

const request = (fields: Partial<EventRequest> = {}): EventRequest => ({
  type: 'Normal',
  reason: 'FirstRegistration',
  action: 'Register',
  note: 'first registration of a',
  regarding: { apiVersion: 'v1', kind: 'Secret', name: 'cluster-a', uid: 'uid-a' },
  related: { apiVersion: 'v1', kind: 'Namespace', name: 'team-a' },
  ...fields,
})

const setUp = ({ random = () => 0.5 }: { readonly random?: () => number } = {}) => {
  const store = new MemoryStore()
  const memory = new MemoryClient(store)
  const clock = new ManualClock({ random })
  const state: { answer?: () => Promise<never>; tried: number; signal?: AbortSignal | undefined } = {
    tried: 0,
  }
  const denied: string[] = []
  const recorder = new EventRecorder({
    client: {
      create: (resource, object, options) => {
        state.tried += 1
        state.signal = options?.signal
        return state.answer?.() ?? memory.create(resource, object, options)
      },
    },
    clock,
    namespace: 'argocd',
    instance: 'host_1',
    onDenied: ({ message }) => denied.push(message),
  })
  const stored = (): readonly KubeEvent[] => store.all('events').map(({ object }) => object)
  return { recorder, clock, state, denied, stored }
}

const failing =
  (code: number, message: string): (() => Promise<never>) =>
  () =>
    Promise.reject(new KubeError({ kind: 'status', code, reason: '', message, call: 'POST events' }))

describe('events', () => {
  it('are in the target namespace, about the Secret, with the namespace beside it and the time in microseconds', async () => {
    const { recorder, clock, stored } = setUp()
    clock.jump(123)

    recorder.record(request())
    await clock.settle()

    const [{ metadata, ...event }] = stored() as [KubeEvent]
    assert.deepEqual([metadata.namespace, /^cluster-a\.[0-9a-f]{16}$/.test(metadata.name)], ['argocd', true])
    assert.deepEqual(event, {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      eventTime: '2026-01-01T00:00:00.123000Z',
      reportingController: 'kubectl-registrar',
      reportingInstance: 'host_1',
      type: 'Normal',
      reason: 'FirstRegistration',
      action: 'Register',
      note: 'first registration of a',
      regarding: { apiVersion: 'v1', kind: 'Secret', namespace: 'argocd', name: 'cluster-a', uid: 'uid-a' },
      related: { apiVersion: 'v1', kind: 'Namespace', name: 'team-a' },
    })
  })

  it('have names of their own, two processes’ in one millisecond too, and legal ones', async () => {
    const names = async (random: number, name: string): Promise<readonly string[]> => {
      const { recorder, clock, stored } = setUp({ random: () => random })
      const regarding = { apiVersion: 'v1', kind: 'Secret', name }
      recorder.record(request({ regarding }))
      recorder.record(request({ regarding }))
      await clock.settle()
      return stored().map(({ metadata }) => metadata.name)
    }

    const all = [...(await names(0.1, 'cluster-a')), ...(await names(0.2, 'cluster-a'))]
    assert.equal(new Set(all).size, 4)
    const long = `cluster-${'a'.repeat(227)}-${'b'.repeat(17)}`
    assert.match((await names(0.1, long))[0]!, /^cluster-a{227}\.[0-9a-f]{16}$/)
  })

  it('have notes the API server takes, on one line and without what looks like a credential', async () => {
    const { recorder, clock, stored } = setUp()
    const token = ['eyJhbGciOiJSUzI1NiJ9', 'eyJzdWIiOiJ4In0', 'c2ln'].join('.')

    recorder.record(request({ note: 'é'.repeat(512) }))
    recorder.record(request({ note: 'é'.repeat(513) }))
    recorder.record(request({ note: `a\n${token}\u001b[2J` }))
    await clock.settle()

    assert.deepEqual(
      stored().map(({ note }) => note),
      ['é'.repeat(512), `${'é'.repeat(510)}…`, 'a·[token]·[2J'],
    )
  })

  it('are no more than so many at once, and then one a second', async () => {
    const { recorder, clock, stored } = setUp()
    const recordMany = async (): Promise<number> => {
      const before = stored().length
      for (let index = 0; index < 300; index += 1) recorder.record(request())
      await clock.settle()
      return stored().length - before
    }

    assert.equal(await recordMany(), 100)
    await clock.advance(3500)
    assert.equal(await recordMany(), 3)
    await clock.advance(60 * MINUTE)
    assert.equal(await recordMany(), 100)
  })

  it('are off for a while where they are forbidden, which is told once', async () => {
    const { recorder, clock, state, denied, stored } = setUp()
    state.answer = failing(403, 'no right')
    recorder.record(request())
    recorder.record(request())
    await clock.settle()
    await clock.advance(9 * MINUTE)
    recorder.record(request())
    await clock.settle()
    assert.deepEqual([state.tried, denied], [1, ['no right']])

    await clock.advance(2 * MINUTE)
    recorder.record(request())
    await clock.settle()
    assert.deepEqual([state.tried, denied], [2, ['no right']])
    delete state.answer
    await clock.advance(11 * MINUTE)
    recorder.record(request())
    await clock.settle()

    assert.deepEqual([stored().length, denied], [1, ['no right']])
  })

  it('are lost one by one where the hub fails otherwise, or its namespace is going', async () => {
    const { recorder, clock, state, denied, stored } = setUp()
    for (const answer of [
      failing(500, 'broken'),
      failing(403, 'unable to create new content in namespace argocd because it is being terminated'),
      () => Promise.reject(new Error('anything')),
    ]) {
      state.answer = answer
      recorder.record(request())
      await clock.settle()
    }
    delete state.answer
    recorder.record(request())
    await clock.settle()

    assert.deepEqual([state.tried, denied, stored().length], [4, [], 1])
  })

  it('do not pile up behind one that hangs', async () => {
    const { recorder, clock, state } = setUp()
    const hanging: ((error: Error) => void)[] = []
    state.answer = () => new Promise((_resolve, reject) => hanging.push(reject))
    for (let minute = 0; minute < 10; minute += 1) {
      for (let index = 0; index < 60; index += 1) recorder.record(request())
      await clock.advance(MINUTE)
    }
    assert.equal(state.tried, 1)

    state.answer = failing(500, 'broken')
    hanging[0]!(new Error('at last'))
    await clock.settle()

    assert.equal(state.tried, 100)
  })

  it('are written when it is stopped, and none after that', async () => {
    const { recorder, clock, stored } = setUp()
    recorder.record(request())

    await recorder.stop()
    recorder.record(request())
    await clock.settle()

    assert.deepEqual([stored().length, clock.pending()], [1, 0])
  })

  it('do not keep it from stopping', async () => {
    const { recorder, clock, state } = setUp()
    state.answer = () => new Promise(() => undefined)
    recorder.record(request())
    recorder.record(request())
    await clock.settle()

    const stopping = recorder.stop()
    await clock.advance(500)
    await stopping

    assert.deepEqual([state.tried, clock.pending(), state.signal?.aborted], [1, 0, true])
  })
})
