import assert from 'node:assert/strict'
import type { RawSettings } from '../../src/settings/raw.ts'
import { P, TestHub } from '../engine/test-hub.ts'
import { findings, inspectionOf, said } from './plan-inspection.ts'

const fleet = async (...names: readonly string[]): Promise<TestHub> => {
  const hub = new TestHub()
  for (const [index, name] of names.entries())
    hub.namespace(name).source(name, { server: `https://10.0.1.${index}` })
  await hub.sync()
  return hub
}

const application = (hub: TestHub, name: string, cluster: string): TestHub => {
  hub.store.load('applications', {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: 'argocd', uid: `uid-${name}` },
    spec: { destination: { name: cluster }, project: 'default' },
  })
  return hub
}

const ttl = (value: string): RawSettings => ({ demotedTTL: { value, origin: 'test' } })

describe('removals', () => {
  it('that are to be are only worth knowing where nothing uses the cluster', async () => {
    const hub = (await fleet('a', 'b')).gone('b')

    assert.deepEqual(await said(inspectionOf(hub)), [
      'info removal-pending b: to be deleted: namespace b is gone → see it, and nothing else: kubectl registrar sync --dry-run=client',
    ])
  })

  it('that touch Applications say which', async () => {
    const hub = application((await fleet('a', 'b')).gone('b'), 'shop', 'b')

    assert.deepEqual(await said(inspectionOf(hub)), [
      'warning removal-pending b: to be deleted: namespace b is gone; these Applications stay and turn Unknown, as their cluster is not found any more: argocd/shop → point them at another cluster, or delete them: kubectl delete application -n argocd shop',
    ])
  })

  it('that a rename comes to are hides', async () => {
    const hub = (await fleet('a')).namespace('a', { cluster: 'b' })

    assert.deepEqual(await said(inspectionOf(hub)), [
      "info removal-pending a: to be hidden from Argo CD: the namespace's cluster label now says cluster-b: hidden from Argo CD, not deleted → see it, and nothing else: kubectl registrar sync --dry-run=client",
    ])
  })

  it('that a setting holds are told of too', async () => {
    const hub = (await fleet('a')).namespace('a', { cluster: 'b' })

    assert.deepEqual(
      (await findings(inspectionOf(hub, { settings: { renames: { value: 'hold', origin: 'test' } } }))).map(
        ({ id, severity, object }) => [id, severity, object],
      ),
      [['removal-pending', 'info', 'a']],
    )
  })

  it('that the brake holds are one finding, with the command that lets them go', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const hub = await fleet(...names)
    for (const name of names.slice(0, 5)) hub.gone(name)

    assert.deepEqual(await said(inspectionOf(hub)), [
      'warning removal-held maxRemovals: held by the brake, with what waits for it: 5 (5 planned, of 6 active: 3 allowed) → if that is right, see the list and let it go: kubectl registrar prune --max-removals 5',
    ])
    assert.deepEqual((await findings(inspectionOf(hub)))[0]!.related, ['a', 'b', 'c', 'd', 'e'])
  })

  it('that a finalizer keeps from ending are told of', async () => {
    const hub = await fleet('a')
    hub.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, deletionTimestamp: '2026-11-29T11:00:00Z', finalizers: ['x/y'] },
    }))

    assert.deepEqual(await said(inspectionOf(hub)), [
      'warning removal-pending a: cluster-a is being deleted, and a finalizer holds it → see who holds it: kubectl get secret -n argocd cluster-a -o jsonpath={.metadata.finalizers}',
    ])
  })

  it('are near where the namespace is being deleted', async () => {
    const hub = (await fleet('a')).namespace('a', { terminating: true })

    assert.deepEqual(await said(inspectionOf(hub)), [
      'info removal-pending a: namespace a is being deleted: left as it is until it is gone',
    ])
  })
})

describe('hidden registrations', () => {
  const renamed = async (): Promise<TestHub> => {
    const hub = (await fleet('a')).namespace('a', { cluster: 'b' })
    await hub.sync()
    return hub
  }

  it('reserve their names until they are pruned', async () => {
    assert.deepEqual(await said(inspectionOf(await renamed())), [
      'info demoted-reserves-name a: hidden from Argo CD, superseded by cluster-b, since 20261129T120000Z; its name stays taken → to free the name: kubectl registrar prune a',
    ])
  })

  it('reserve their names until their time is over', async () => {
    const [finding] = await said(inspectionOf(await renamed(), { settings: ttl('36h') }))

    assert.match(finding!, /its name stays taken until it is deleted, 2026-12-01T00:00Z → /)
  })

  it('with a stamp that is no time never go by themselves', async () => {
    const hub = await renamed()
    hub.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, labels: { ...secret.metadata.labels, [`${P}stale-since`]: 'junk' } },
    }))

    const [finding, ...others] = await said(inspectionOf(hub, { settings: ttl('36h') }))

    assert.deepEqual(others, [])
    assert.match(
      finding!,
      /^warning demoted-reserves-name a: .*stale-since=junk is not a time: it never expires → kubectl label/,
    )
  })

  it('held by hand come back by revert', async () => {
    const hub = await fleet('a')
    await hub.sync({ pass: { ask: { verb: 'demote', secrets: new Set(['cluster-a']) } } })

    assert.deepEqual(await said(inspectionOf(hub, { settings: ttl('1h') })), [
      'info demoted-reserves-name a: hidden by hand: left as it is; its name stays taken → to let it come back: kubectl registrar revert a',
    ])
  })
})
