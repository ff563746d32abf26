import assert from 'node:assert/strict'
import type { KubeClient } from '../../src/kube/client.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { brief, P, replacing, SECRET_TYPE, TestHub, warningsOf } from './test-hub.ts'

/** After a write of this pass, another process registers namespace `theirs` at the same address. */
const racing =
  (hub: TestHub, calls: 'create' | 'update') =>
  (client: KubeClient): Partial<KubeClient> => ({
    [calls]: async (...words: Parameters<KubeClient['update']>) => {
      const written = await client[calls](...words)
      hub.registration('cluster-theirs', {
        labels: {
          [`${P}managed-by`]: 'cluster-registrar',
          [`${P}cluster`]: 'theirs',
          [`${P}source-namespace`]: 'theirs',
          [`${P}provider`]: 'k3k',
        },
        data: { name: 'theirs', server: 'https://10.0.0.1:6443/', config: '{}' },
      })
      return written
    },
  })

/** Namespaces `ours` and `theirs`; the latter shows up once ours has been looked at. */
const hubWith = (theirAge: number): TestHub =>
  new TestHub()
    .namespace('ours', { age: 2 })
    .source('ours')
    .namespace('theirs', { age: theirAge, managedBy: '' })

describe('a race for an address', () => {
  it('lost by a create is withdrawn by its writer, and ends as a refusal', async () => {
    const hub = hubWith(3)

    const report = await hub.sync({ through: replacing(racing(hub, 'create')) })

    assert.deepEqual(
      brief(report).filter((line) => line.startsWith('ours')),
      ['ours prune server-race done', 'ours refuse server-collision'],
    )
    assert.equal(report.exit, 1)
    assert.equal(hub.read('cluster-ours'), undefined)
    assert.notEqual(hub.read('cluster-theirs'), undefined)
  })

  it('won by age is left standing, once the other has taken its own back', async () => {
    const hub = hubWith(1)
    const pauses: number[] = []
    const pause = (milliseconds: number): Promise<void> => {
      pauses.push(milliseconds)
      if (pauses.length === 2)
        hub.store.remove(
          'secrets',
          hub.store.find('secrets', { namespace: 'argocd', name: 'cluster-theirs' })!.object,
        )
      return Promise.resolve()
    }

    const report = await hub.sync({ through: replacing(racing(hub, 'create')), pass: { pause } })

    assert.deepEqual(pauses, [500, 500])
    assert.deepEqual(brief(report), ['ours register first-registration done'])
    assert.notEqual(hub.read('cluster-ours'), undefined)
  })

  it('won by age is taken back all the same where the other does not look again: it was there first', async () => {
    const hub = hubWith(1)
    const pass = { pause: () => Promise.resolve() }

    const report = await hub.sync({ through: replacing(racing(hub, 'create')), pass })

    assert.deepEqual(
      brief(report).filter((line) => line.startsWith('ours')),
      ['ours prune server-race done', 'ours refuse server-collision'],
    )
    assert.notEqual(hub.read('cluster-theirs'), undefined)
  })

  it('that can not be looked for is said, and needs a person', async () => {
    const hub = hubWith(3)
    let wrote = false
    const through = replacing((client) => ({
      create: (resource, object, options) => {
        wrote = true
        return client.create(resource, object, options)
      },
      listPage: (resource, options) =>
        wrote
          ? Promise.reject(
              new KubeError({ kind: 'timeout', code: 0, reason: '', message: 'no answer', call: 'LIST' }),
            )
          : client.listPage(resource, options),
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['ours register first-registration done'])
    assert.deepEqual(report.incomplete, [
      { what: 'cluster Secrets after they were written', why: 'a twin may be left' },
    ])
    assert.equal(report.exit, 1)
  })

  it('lost by a restore is hidden again as it was', async () => {
    const hub = hubWith(3)
    await hub.sync()
    await hub.sync({ pass: { ask: { verb: 'demote', secrets: new Set(['cluster-ours']) } } })
    const before = hub.read('cluster-ours')

    const report = await hub.sync({
      through: replacing(racing(hub, 'update')),
      pass: { ask: { verb: 'revert', secrets: new Set(['cluster-ours']) } },
    })

    assert.deepEqual(brief(report), ['ours restore visible-again stood-down'])
    assert.ok(warningsOf(report).includes('server-race'))
    assert.deepEqual(hub.read('cluster-ours'), before)
  })

  it('lost by a restore keeps what others wrote meanwhile, and a pin holds against it', async () => {
    const hub = hubWith(3)
    await hub.sync()
    await hub.sync({ pass: { ask: { verb: 'demote', secrets: new Set(['cluster-ours']) } } })
    const revert = { ask: { verb: 'revert', secrets: new Set(['cluster-ours']) } } as const
    const meddling =
      (labels: Readonly<Record<string, string>>) =>
      (client: KubeClient): Partial<KubeClient> => ({
        update: async (resource, object, options) => {
          const written = await racing(hub, 'update')(client).update?.(resource, object, options)
          hub.edit('cluster-ours', (secret) => ({
            ...secret,
            metadata: { ...secret.metadata, labels: { ...secret.metadata.labels, ...labels } },
            data: { ...secret.data, shard: 'MQ==' },
          }))
          if (!written) throw new Error('nothing was written')
          return written
        },
      })

    let meddled = false
    const once = replacing((client) => ({
      update: (resource, object, options) => {
        if (meddled) return client.update(resource, object, options)
        meddled = true
        return (
          meddling({ theirs: 'x' })(client).update?.(resource, object, options) ?? Promise.reject(new Error())
        )
      },
    }))
    await hub.sync({ through: once, pass: revert })

    assert.equal(hub.read('cluster-ours')?.labels[SECRET_TYPE], undefined)
    assert.equal(hub.read('cluster-ours')?.labels['theirs'], 'x')
    assert.equal(hub.read('cluster-ours')?.data['shard'], '1')

    hub.store.remove(
      'secrets',
      hub.store.find('secrets', { namespace: 'argocd', name: 'cluster-theirs' })!.object,
    )
    const pause = (): Promise<void> => Promise.resolve()
    await hub.sync({
      through: replacing(meddling({ [`${P}prune`]: 'disabled' })),
      pass: { ...revert, pause },
    })
    assert.equal(hub.read('cluster-ours')?.labels[SECRET_TYPE], 'cluster')
  })

  it('lost by an update that moves is put back', async () => {
    const hub = hubWith(3).source('ours', { server: 'https://10.0.0.5' })
    await hub.sync()
    const before = hub.read('cluster-ours')
    hub.source('ours', { server: 'https://10.0.0.1:6443' })

    const report = await hub.sync({ through: replacing(racing(hub, 'update')) })

    assert.ok(brief(report).includes('ours update source-changed stood-down'))
    assert.deepEqual(hub.read('cluster-ours'), before)
    assert.equal(hub.read('cluster-ours')?.labels[SECRET_TYPE], 'cluster')
  })

  it('is not seen in a pair that stood before, nor in one of the same namespace', async () => {
    const hub = hubWith(3)
    await hub.sync({ through: replacing(racing(new TestHub(), 'create')) })
    hub.registration('cluster-theirs', {
      labels: {
        [`${P}managed-by`]: 'cluster-registrar',
        [`${P}cluster`]: 'theirs',
        [`${P}source-namespace`]: 'theirs',
      },
      data: { name: 'theirs', server: 'https://10.0.0.1:6443', config: '{}' },
    })
    hub.source('ours', { token: 'next', server: 'https://10.0.0.1:6443/' })

    const report = await hub.sync()

    assert.ok(brief(report).includes('ours update source-changed done'))
    assert.ok(warningsOf(report).includes('server-twin'))
  })
})
