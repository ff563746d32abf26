import assert from 'node:assert/strict'
import { DecisionLog } from '../../src/controller/decision-log.ts'
import { decisionEvent, leadershipEvent } from '../../src/controller/events-of.ts'
import type { EventRequest } from '../../src/controller/events-object.ts'
import type { Outcome } from '../../src/engine/decision.ts'
import { keysUnder } from '../../src/engine/keys.ts'
import { P, TestHub, type SyncOptions } from '../engine/test-hub.ts'

/** The Events of a pass, of those who have seen the passes before. */
const watcher = () => {
  const log = new DecisionLog(() => undefined, keysUnder(P))
  return async (hub: TestHub, options: SyncOptions = {}): Promise<readonly EventRequest[]> => {
    const outcomes: Outcome[] = []
    await hub.sync({
      ...options,
      pass: {
        ...options.pass,
        progress: { planned: () => undefined, settled: (outcome) => outcomes.push(outcome) },
      },
    })
    return outcomes.flatMap((outcome) => {
      const news = log.take(outcome)
      return (news && decisionEvent(outcome, news)) ?? []
    })
  }
}

const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', name: 'a' }

describe('the event of a decision', () => {
  it('says what was done to which Secret, and from which namespace, when it is done and not after', async () => {
    const pass = watcher()
    const hub = new TestHub().namespace('a').source('a')

    assert.deepEqual(await pass(hub), [
      {
        type: 'Normal',
        reason: 'FirstRegistration',
        action: 'Register',
        note: 'first registration of a',
        regarding: { apiVersion: 'v1', kind: 'Secret', name: 'cluster-a' },
        related: NAMESPACE,
      },
    ])
    assert.deepEqual(await pass(hub), [])
  })

  it('names the very Secret where there is one', async () => {
    const pass = watcher()
    const hub = new TestHub().namespace('a').source('a')
    await pass(hub)
    const { uid } = hub.read('cluster-a')!
    hub.source('a', { token: 'rotated' })

    const [event] = await pass(hub)

    assert.deepEqual([event?.reason, event?.action, event?.regarding.uid], ['SourceChanged', 'Update', uid])
  })

  it('is a warning with the remedy where a person is needed', async () => {
    const pass = watcher()
    const hub = new TestHub().namespace('a').source('a', { text: '{}' })

    const [event] = await pass(hub)

    assert.deepEqual([event?.type, event?.reason, event?.action], ['Warning', 'SourceUnusable', 'Refuse'])
    assert.match(event?.note ?? '', /^no usable kubeconfig: k3k-a-kubeconfig\[kubeconfig\.yaml\]: .*; \S/)
  })

  it('is about the namespace where the registration can have no name', async () => {
    const pass = watcher()

    const [event] = await pass(new TestHub().namespace('a', { cluster: '' }))

    assert.deepEqual(
      [event?.reason, event?.regarding, event?.related],
      ['ClusterLabelMissing', NAMESPACE, undefined],
    )
  })

  it('names the brake where it holds a removal', async () => {
    const pass = watcher()
    const hub = new TestHub()
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      hub.namespace(name).source(name, { server: `https://${name}.example:6443` })
    await pass(hub)
    for (const name of ['a', 'b', 'c', 'd']) hub.gone(name)

    const events = await pass(hub)

    assert.deepEqual(
      events.map(({ type, reason, action, regarding }) => [type, reason, action, regarding.name]),
      ['a', 'b', 'c', 'd'].map((name) => ['Warning', 'RemovalHeld', 'Prune', `cluster-${name}`]),
    )
    assert.match(events[0]!.note, /^the brake holds it, .*; if that is right, see the list and let it go: /)
  })

  it('is none of a dry run, of what was overtaken, and of what only a debugger wants to know', async () => {
    const pass = watcher()
    const hub = new TestHub().namespace('a').source('a')
    const dry = await pass(hub, { dryRun: 'client' })
    await pass(hub)
    const upToDate = await pass(hub)
    const news = { level: 'info', reason: 'it changed', remedy: undefined } as const
    const outcomes: Outcome[] = []
    hub.source('a', { token: 'rotated' })
    await hub.sync({
      pass: { progress: { planned: () => undefined, settled: (outcome) => outcomes.push(outcome) } },
    })

    assert.deepEqual([dry, upToDate], [[], []])
    assert.equal(decisionEvent({ ...outcomes[0]!, result: 'stood-down' }, news), undefined)
    assert.equal(
      decisionEvent({ ...outcomes[0]!, result: 'failed' }, { ...news, level: 'error' })?.reason,
      'WriteFailed',
    )
  })
})

describe('the event of leadership', () => {
  it('is about the Lease (C7.48)', () => {
    const regarding = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', name: 'acr-1' }
    const common = { type: 'Normal', reason: 'LeaderElection', regarding }

    assert.deepEqual(leadershipEvent('acr-1', 'host_1', true), {
      ...common,
      action: 'Lead',
      note: 'host_1 leads',
    })
    assert.deepEqual(leadershipEvent('acr-1', 'host_1', false), {
      ...common,
      action: 'StandDown',
      note: 'host_1 leads no more',
    })
  })
})
