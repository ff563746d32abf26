import assert from 'node:assert/strict'
import { KubeError } from '../../src/kube/errors.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import { contradictions, discoverSettings } from '../../src/settings/discover.ts'
import type { RawSettings } from '../../src/settings/raw.ts'

const HEAD = 'apiVersion: registrar/v1\nkind: Config\n'
const OURS = { 'app.kubernetes.io/name': 'kubectl-registrar' }

interface Given {
  readonly name: string
  readonly namespace?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly data?: Readonly<Record<string, string>>
}

const hubWith = (...configMaps: readonly Given[]): MemoryClient => {
  const store = new MemoryStore()
  for (const {
    name,
    namespace = 'argocd',
    labels = OURS,
    data = { 'config.yaml': `${HEAD}managedBy: me\n` },
  } of configMaps)
    store.load('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace, labels },
      data,
    })
  return new MemoryClient(store)
}

const MANAGED_BY = { managedBy: { value: 'me', origin: 'configmap argocd/a:3' } }

describe('discoverSettings', () => {
  it('finds the one ConfigMap of the target namespace by its label and key', async () => {
    const hub = hubWith(
      { name: 'a' },
      { name: 'elsewhere', namespace: 'other' },
      { name: 'unlabelled', labels: {} },
      { name: 'without-the-key', data: { other: 'x' } },
    )
    assert.deepEqual(await discoverSettings(hub, 'argocd'), { from: 'a', settings: MANAGED_BY })
  })

  it('finds nothing where there is none', async () => {
    assert.equal(await discoverSettings(hubWith(), 'argocd'), undefined)
  })

  it('is silent where it may not look', async () => {
    const hub = hubWith({ name: 'a' })
    hub.listPage = () =>
      Promise.reject(
        new KubeError({ kind: 'status', code: 403, reason: 'Forbidden', message: 'no', call: 'LIST' }),
      )
    assert.equal(await discoverSettings(hub, 'argocd'), undefined)
    await assert.rejects(discoverSettings(hub, 'argocd', 'a'), { name: 'UsageError', message: /argocd\/a/ })
  })

  it('passes on that the hub can not be reached', async () => {
    const hub = hubWith({ name: 'a' })
    const fault = new KubeError({ kind: 'network', code: 0, reason: '', message: 'refused', call: 'LIST' })
    hub.listPage = () => Promise.reject(fault)
    await assert.rejects(discoverSettings(hub, 'argocd'), fault)
  })

  it('refuses to choose between several, and takes the one that is named', async () => {
    const hub = hubWith({ name: 'a' }, { name: 'b' })
    await assert.rejects(discoverSettings(hub, 'argocd'), {
      name: 'UsageError',
      message: 'several ConfigMaps hold settings in argocd: a, b',
      remedy: 'choose one with --settings-from NAME, or pass --no-discover-config',
    })
    assert.deepEqual(await discoverSettings(hub, 'argocd', 'a'), { from: 'a', settings: MANAGED_BY })
    await assert.rejects(discoverSettings(hub, 'argocd', 'c'), {
      name: 'UsageError',
      message: '--settings-from: no ConfigMap argocd/c with settings can be read',
    })
  })

  it('never takes a looser brake or another target namespace', async () => {
    const text = `${HEAD}targetNamespace: other\nmaxRemovals: 100%\nmanagedBy: me\n`
    const found = await discoverSettings(hubWith({ name: 'a', data: { 'config.yaml': text } }), 'argocd')
    assert.deepEqual(found?.settings, { managedBy: { value: 'me', origin: 'configmap argocd/a:5' } })
  })

  it('refuses what is wrong with it, naming ConfigMap and line', async () => {
    const hub = hubWith({ name: 'a', data: { 'config.yaml': `${HEAD}nonsense: 1\n` } })
    await assert.rejects(discoverSettings(hub, 'argocd'), {
      name: 'UsageError',
      message: 'configmap argocd/a:3: unknown key "nonsense"',
    })
  })
})

describe('contradictions', () => {
  const there: RawSettings = {
    interval: { value: '60s', origin: 'configmap argocd/a:3' },
    execCredentials: { value: false, origin: 'configmap argocd/a:4' },
  }

  it('names every setting given here that says something else', () => {
    const here: RawSettings = {
      interval: { value: '5m', origin: 'REGISTRAR_INTERVAL' },
      execCredentials: { value: true, origin: '--exec-credentials' },
      managedBy: { value: 'me', origin: '--managed-by' },
    }
    assert.deepEqual(contradictions(here, there), [
      "REGISTRAR_INTERVAL differs from the controller's interval (configmap argocd/a:3): each pass undoes the other's",
      "--exec-credentials differs from the controller's execCredentials (configmap argocd/a:4): each pass undoes the other's",
    ])
  })

  it('finds none where the same is said, in other words too', () => {
    const here: RawSettings = {
      interval: { value: '1m', origin: '--interval' },
      execCredentials: { value: false, origin: '--exec-credentials' },
    }
    assert.deepEqual(contradictions(here, there), [])
  })
})
