import assert from 'node:assert/strict'
import type { KubeClient } from '../../src/kube/client.ts'
import { KubeError, type KubeErrorFields } from '../../src/kube/errors.ts'
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

/** A registered cluster whose namespace is gone. */
const left = async (): Promise<TestHub> => {
  const hub = new TestHub().namespace('ns', { cluster: 'a' }).source('ns')
  await hub.sync()
  return hub.gone('ns')
}

type Replace = (client: KubeClient) => Partial<KubeClient>

/** The n-th question about namespace `ns`, from 1, is answered by `answer`. */
const nthGet =
  (nth: number, name: string, answer: () => Promise<never>): Replace =>
  (client) => {
    let asked = 0
    return {
      get: (resource, ref, signal) => {
        if (resource !== 'namespaces' || ref.name !== name) return client.get(resource, ref, signal)
        asked += 1
        return asked === nth ? answer() : client.get(resource, ref, signal)
      },
    }
  }

const refuse = (fields: Partial<KubeErrorFields>) => (): Promise<never> => Promise.reject(error(fields))

describe('a removal', () => {
  const doubts: readonly (readonly [string, Replace, string])[] = [
    [
      'C10.40 a 404 that is a proxy page',
      nthGet(1, 'ns', refuse({ kind: 'http', code: 404, reason: '' })),
      'keep',
    ],
    [
      'a 404 about another object',
      nthGet(1, 'ns', refuse({ code: 404, reason: 'NotFound', details: { name: 'other' } })),
      'keep',
    ],
    ['C5.55 a 403', nthGet(1, 'ns', refuse({ code: 403, reason: 'Forbidden' })), 'keep'],
    ['C5.55 a time-out', nthGet(1, 'ns', refuse({ kind: 'timeout', code: 0, reason: '' })), 'keep'],
    ['a 500 at the proof', nthGet(2, 'ns', refuse({})), 'failed'],
    ['a proxy page at the proof', nthGet(2, 'ns', refuse({ kind: 'http', code: 404, reason: '' })), 'failed'],
  ]
  for (const [what, replace, outcome] of doubts)
    it(`is not proved by ${what}`, async () => {
      const hub = await left()

      const report = await hub.sync({ through: replacing(replace) })

      assert.deepEqual(
        brief(report),
        outcome === 'keep' ? ['a keep incomplete-view'] : ['a prune namespace-gone failed'],
      )
      assert.equal(report.writes, 0)
      assert.equal(report.exit, 1)
      assert.deepEqual(brief(await hub.sync()), ['a prune namespace-gone done'])
    })

  const secretsOf =
    (answer: () => Promise<never>): Replace =>
    (client) => ({
      listMetadataPage: (resource, options) =>
        options.namespace === 'ns' ? answer() : client.listMetadataPage(resource, options),
    })

  it('is not proved where Secrets of the namespace may not be listed, but by name it is', async () => {
    const hub = await left()
    const through = replacing(secretsOf(refuse({ code: 403, reason: 'Forbidden' })))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['a keep incomplete-view'])
    assert.equal(report.decisions[0]?.remedy, 'kubectl registrar prune a')
    assert.equal(report.exit, 1)
    const ask = { verb: 'prune', secrets: new Set(['cluster-a']) } as const
    assert.deepEqual(brief(await hub.sync({ through, pass: { ask } })), ['a prune namespace-gone done'])
  })

  it('stands down where the namespace is back at the moment of writing, and goes by what it then is', async () => {
    const hub = await left()
    let asked = 0
    const through = replacing((client) => ({
      get: (resource, ref, signal) => {
        if (resource === 'namespaces' && ref.name === 'ns' && (asked += 1) === 2)
          hub.namespace('ns', { cluster: 'a', uid: 'second' }).source('ns')
        return client.get(resource, ref, signal)
      },
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['a update namespace-recreated done'])
    assert.equal(report.exit, 0)
  })

  it('is proved by what the hub holds now, never by a state that was known before', async () => {
    const hub = await left()
    const since: (string | undefined)[] = []
    const through = replacing((client) => ({
      listMetadataPage: (resource, options) => {
        if (options.namespace === 'ns') since.push(options.notOlderThan)
        return client.listMetadataPage(resource, options)
      },
    }))

    assert.deepEqual(brief(await hub.sync({ through })), ['a prune namespace-gone done'])

    assert.deepEqual(since, [undefined, undefined])
  })

  it('stands down where another hub answers at the moment of writing', async () => {
    const hub = await left()
    let seen = 0
    const through = replacing((client) => ({
      get: async (resource, ref, signal) => {
        const object = await client.get(resource, ref, signal)
        if (ref.name !== 'kube-system' || (seen += 1) === 1) return object
        return { ...object, metadata: { ...object.metadata, uid: 'another' } }
      },
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['a prune namespace-gone stood-down'])
    assert.match(report.decisions[0]?.warnings?.[0]?.message ?? '', /another hub answers/)
    assert.equal(report.writes, 0)
    assert.equal(report.exit, 1)
  })

  it('says so where kube-system can not be read, and goes on', async () => {
    const hub = await left()
    const through = replacing((client) => ({
      get: (resource, ref, signal) =>
        ref.name === 'kube-system'
          ? Promise.reject(error({ code: 403, reason: 'Forbidden' }))
          : client.get(resource, ref, signal),
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['a prune namespace-gone done'])
    assert.deepEqual(warningsOf(report), ['hub-unconfirmed'])
    assert.equal(report.exit, 0)
  })

  it('C6.57 raced by an update of the registration is decided again on a fresh read', async () => {
    const hub = await left()
    let races = 1
    const through = replacing((client) => ({
      delete: (resource, ref, options) => {
        if (races-- > 0)
          hub.edit('cluster-a', (secret) => ({ ...secret, data: { ...secret.data, shard: 'MQ==' } }))
        return client.delete(resource, ref, options)
      },
    }))

    assert.deepEqual(brief(await hub.sync({ through })), ['a prune namespace-gone done'])
  })

  it('raced twice stands down', async () => {
    const hub = await left()
    const through = replacing((client) => ({
      delete: (resource, ref, options) => {
        hub.edit('cluster-a', (secret) => secret)
        return client.delete(resource, ref, options)
      },
    }))

    const report = await hub.sync({ through })

    assert.deepEqual(brief(report), ['a prune namespace-gone stood-down'])
    assert.equal(report.exit, 1)
    assert.notEqual(hub.read('cluster-a'), undefined)
  })

  for (const when of ['before', 'after'] as const)
    it(`whose answer is lost ${when} it took effect is looked at, not sent again blindly`, async () => {
      const hub = await left()
      let losses = 1
      const through = replacing((client) => ({
        delete: async (resource, ref, options) => {
          if (losses-- > 0) {
            if (when === 'after') await client.delete(resource, ref, options)
            throw error({ kind: 'network', code: 0, reason: '', message: 'socket hang up' })
          }
          await client.delete(resource, ref, options)
        },
      }))

      const report = await hub.sync({ through })

      assert.deepEqual(brief(report), ['a prune namespace-gone done'])
      assert.equal(report.writes, 1)
      assert.equal(report.exit, 0)
    })

  it('is proved once for all registrations of a namespace, and its DELETE carries both preconditions', async () => {
    const hub = new TestHub().namespace('ns', { cluster: 'a' }).source('ns')
    await hub.sync()
    await hub.namespace('ns', { cluster: 'b' }).sync()
    hub.namespace('other').source('other', { server: 'https://10.0.0.7' })
    const asked: string[] = []
    const options: object[] = []
    const through = replacing((client) => ({
      get: (resource, ref, signal) => {
        if (resource === 'namespaces') asked.push(ref.name)
        return client.get(resource, ref, signal)
      },
      delete: (resource, ref, given) => {
        options.push(given)
        return client.delete(resource, ref, given)
      },
    }))

    const report = await hub.gone('ns').sync({ through })

    assert.deepEqual(
      brief(report).filter((line) => line.includes('prune')),
      ['a prune namespace-gone done', 'b prune namespace-gone done'],
    )
    assert.deepEqual(
      asked.filter((name) => name === 'ns'),
      ['ns', 'ns'],
      'once to look, once to prove',
    )
    assert.equal(options.length, 2)
    for (const given of options)
      assert.deepEqual(Object.keys(given).sort(), ['dryRun', 'resourceVersion', 'uid'])
  })

  it('on a dry run is planned, and on one by the server tried there', async () => {
    const hub = await left()
    const before = hub.read('cluster-a')

    assert.deepEqual(brief(await hub.sync({ dryRun: 'client' })), ['a prune namespace-gone planned'])
    assert.deepEqual(brief(await hub.sync({ dryRun: 'server' })), ['a prune namespace-gone planned'])
    assert.deepEqual(hub.read('cluster-a'), before)
  })
})
