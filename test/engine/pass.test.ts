import assert from 'node:assert/strict'
import type { KubeClient } from '../../src/kube/client.ts'
import { KubeError, type KubeErrorFields } from '../../src/kube/errors.ts'
import { UsageError } from '../../src/errors.ts'
import { brief, replacing, TestHub, warningsOf } from './test-hub.ts'

const error = (fields: Partial<KubeErrorFields>): KubeError =>
  new KubeError({
    kind: 'status',
    code: 500,
    reason: 'InternalError',
    message: 'boom',
    call: 'test',
    ...fields,
  })

const forbidden = error({ code: 403, reason: 'Forbidden', message: 'secrets is forbidden' })

describe('a dry run', () => {
  it('C7.36 C7.37 decides everything and writes nothing', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a')
      .namespace('b')
      .source('b', { server: 'https://10.0.0.2:6443' })
    await hub.sync()
    hub
      .source('b', { server: 'https://10.0.0.2:6443', token: 'next' })
      .namespace('c')
      .source('c', { server: 'https://10.0.0.3:6443' })

    for (const dryRun of ['client', 'server'] as const) {
      const report = await hub.sync({ dryRun })

      assert.deepEqual(brief(report), [
        'a unchanged up-to-date',
        'b update source-changed planned',
        'c register first-registration planned',
      ])
      assert.equal(report.writes, 0)
    }
    assert.equal(hub.read('cluster-c'), undefined)
  })
})

describe('a race', () => {
  it('C5.24 lost by a create is a refusal that says who made it, and nothing is taken over', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    const through = replacing((client) => ({
      create: (resource, object, options) => {
        hub.registration('cluster-dev', { data: { name: 'dev', server: 'https://theirs', config: '{}' } })
        return client.create(resource, object, options)
      },
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['dev refuse create-race'])
    assert.equal(report.exit, 1)
    assert.equal(hub.read('cluster-dev')!.data['server'], 'https://theirs')
  })

  it('C10.42 lost by an update is tried once more on a fresh read', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    hub.source('dev', { token: 'next' })
    let races = 1
    const through = replacing((client) => ({
      update: (resource, object, options) => {
        if (races > 0) {
          races -= 1
          hub.edit('cluster-dev', (secret) => ({ ...secret, data: { ...secret.data, shard: 'MQ==' } }))
        }
        return client.update(resource, object, options)
      },
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['dev update source-changed done'])
    assert.equal(hub.read('cluster-dev')!.data['shard'], '1')
    assert.match(hub.read('cluster-dev')!.data['config']!, /next/)
  })

  it('lost twice stands down', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    hub.source('dev', { token: 'next' })
    const through = replacing((client) => ({
      update: (resource, object, options) => {
        hub.edit('cluster-dev', (secret) => secret)
        return client.update(resource, object, options)
      },
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['dev update source-changed stood-down'])
    assert.equal(report.exit, 1)
  })
})

describe('a write', () => {
  it('whose answer is lost after it took effect is found done, and not sent again', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    const through = replacing((client) => ({
      create: async (resource, object, options) => {
        await client.create(resource, object, options)
        throw error({ kind: 'network', code: 0, reason: '', message: 'socket hang up' })
      },
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['dev register first-registration done'])
    assert.equal(report.writes, 1)
  })

  it('whose answer is lost before it took effect is sent once more', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    let lost = false
    const through = replacing((client) => ({
      create: (resource, object, options) => {
        if (lost) return client.create(resource, object, options)
        lost = true
        throw error({ kind: 'network', code: 0, reason: '', message: 'socket hang up' })
      },
    }))

    assert.deepEqual(brief(await hub.sync({ through })), ['dev register first-registration done'])
  })

  it('that can not be looked at again stays failed, and the others are reported (exit 1)', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a')
      .namespace('b')
      .source('b', { server: 'https://10.0.0.2:6443' })
    const lost = error({ kind: 'network', code: 0, reason: '', message: 'socket hang up' })
    const through = replacing((client) => ({
      create: (resource, object, options) => {
        if (object.metadata.name === 'cluster-a') throw lost
        return client.create(resource, object, options)
      },
      get: (resource, ref, signal) => {
        if (ref.name === 'cluster-a') throw lost
        return client.get(resource, ref, signal)
      },
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), [
      'a register first-registration failed',
      'b register first-registration done',
    ])
    assert.equal(report.exit, 1)
  })

  it('C5.64 that fails is reported with its cause and keeps no other', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a')
      .namespace('b')
      .source('b', { server: 'https://10.0.0.2:6443' })
    const through = replacing((client) => ({
      create: (resource, object, options) => {
        if (object.metadata.name === 'cluster-a')
          throw error({ code: 403, reason: 'Forbidden', message: 'a webhook said no' })
        return client.create(resource, object, options)
      },
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), [
      'a register first-registration failed',
      'b register first-registration done',
    ])
    assert.deepEqual(warningsOf(report), ['write-failed'])
    assert.match(report.decisions[0]?.warnings?.[0]?.message ?? '', /a webhook said no/)
    assert.equal(report.exit, 1)
  })

  it('that waits for another stands down when that one is not done', async () => {
    const hub = new TestHub().namespace('a').source('a')
    await hub.sync()
    hub.source('a', { server: 'https://10.0.0.2:6443' }).namespace('b').source('b')
    const through = replacing(() => ({
      update: () => Promise.reject(error({})),
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), [
      'a update source-changed failed',
      'b register first-registration stood-down',
    ])
    assert.equal(hub.read('cluster-b'), undefined)
  })
})

describe('an incomplete view', () => {
  const unlistable = (...namespaces: readonly string[]): ((client: KubeClient) => KubeClient) =>
    replacing((client) => ({
      listMetadataPage: (resource, options) =>
        options.namespace === undefined
          ? Promise.reject(forbidden)
          : client.listMetadataPage(resource, options),
      listPage: (resource, options) =>
        resource === 'secrets' && options.namespace !== undefined && namespaces.includes(options.namespace)
          ? Promise.reject(forbidden)
          : client.listPage(resource, options),
    }))

  it('C2.61 C10.05 of one namespace registers the others, and exits 1', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a')
      .namespace('b')
      .source('b', { server: 'https://10.0.0.2:6443' })

    const report = await hub.sync({ through: unlistable('a') })

    assert.deepEqual(brief(report), ['a wait incomplete-view', 'b register first-registration done'])
    assert.equal(report.decisions[0]?.remedy, 'kubectl auth can-i list secrets -n a')
    assert.equal(report.complete, false)
    assert.deepEqual(report.incomplete, [{ what: 'secrets', namespace: 'a', why: 'secrets is forbidden' }])
    assert.equal(report.exit, 1)
  })

  it('of a registered namespace keeps its registration', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a')
      .namespace('b')
      .source('b', { server: 'https://10.0.0.2:6443' })
    await hub.sync()

    const report = await hub.sync({ through: unlistable('a') })

    assert.deepEqual(brief(report), ['a keep incomplete-view', 'b unchanged up-to-date'])
    assert.equal(report.writes, 0)
  })

  it('of an older claimant keeps its name from a younger one', async () => {
    const hub = new TestHub()
      .namespace('old', { cluster: 'dev', age: 9 })
      .source('old')
      .namespace('young', { cluster: 'dev', age: 1 })
      .source('young', { server: 'https://10.0.0.2:6443' })

    const report = await hub.sync({ through: unlistable('old') })

    assert.deepEqual(brief(report), ['dev wait incomplete-view', 'dev refuse contested-name'])
  })

  it('of every namespace ends the command', async () => {
    const hub = new TestHub().namespace('a').namespace('b')

    await assert.rejects(hub.sync({ through: unlistable('a', 'b') }), UsageError)
  })

  it('of a recorded namespace is never proof that it is gone (C5.55, C5.56)', async () => {
    const hub = new TestHub().namespace('a').source('a')
    await hub.sync()
    hub.store.remove('namespaces', hub.store.find('namespaces', { name: 'a' })!.object)
    for (const failure of [
      forbidden,
      error({ kind: 'http', code: 404, reason: '', message: 'not the API server' }),
    ]) {
      const report = await hub.sync({ through: replacing(() => ({ get: () => Promise.reject(failure) })) })

      assert.deepEqual(brief(report), ['a keep incomplete-view'])
      assert.equal(report.complete, false)
      assert.equal(report.exit, 1)
    }
  })
})

describe('a pass over some namespaces', () => {
  it('acts on those alone, and still sees the others', async () => {
    const hub = new TestHub()
      .namespace('old', { cluster: 'dev', age: 2 })
      .source('old')
      .namespace('young', { cluster: 'dev', age: 1 })
      .source('young', { server: 'https://10.0.0.2:6443' })

    const report = await hub.sync({ namespaces: ['young'] })

    assert.deepEqual(brief(report), ['dev refuse contested-name'])
    assert.equal(hub.read('cluster-dev'), undefined)
  })
})

describe('requests', () => {
  it('are one a cluster when nothing changed, two when all are new', async () => {
    const hub = new TestHub()
    for (let index = 0; index < 50; index += 1)
      hub.namespace(`n${index}`).source(`n${index}`, { server: `https://10.0.1.${index}:6443` })

    const first = await hub.sync()
    const settled = await hub.sync()

    assert.equal(first.summary.register, 50)
    assert.equal(first.cost.requests, 2 * 50 + 6)
    assert.equal(settled.cost.requests, 50 + 5)
  })
})

describe('the report', () => {
  it('is the same whatever the order of the input', async () => {
    const names = ['c', 'a', 'd', 'b']
    const reports = await Promise.all(
      [names, names.toReversed()].map((order) => {
        const hub = new TestHub()
        for (const name of order)
          hub
            .namespace(name, { cluster: name === 'd' ? 'a' : name })
            .source(name, { server: `https://${name}:6443` })
        return hub.sync({ dryRun: 'client' })
      }),
    )

    assert.deepEqual(reports[0], reports[1])
  })
})
