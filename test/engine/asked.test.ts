import assert from 'node:assert/strict'
import type { PassOptions } from '../../src/engine/pass.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { brief, NOW, P, replacing, SECRET_TYPE, TestHub, warningsOf, type SyncOptions } from './test-hub.ts'

const asking = (verb: NonNullable<PassOptions['ask']>['verb'], ...secrets: string[]): SyncOptions => ({
  pass: { ask: { verb, secrets: new Set(secrets) } },
})

const registered = async (): Promise<TestHub> => {
  const hub = new TestHub().namespace('ns', { cluster: 'a' }).source('ns')
  await hub.sync()
  return hub
}

const labelled =
  (labels: Readonly<Record<string, string>>) =>
  (secret: Secret): Secret => ({
    ...secret,
    metadata: { ...secret.metadata, labels: { ...secret.metadata.labels, ...labels } },
  })

const demote = asking('demote', 'cluster-a')
const revert = asking('revert', 'cluster-a')
const prune = asking('prune', 'cluster-a')

describe('demote by name', () => {
  it('hides one registration until it is reverted, whatever its namespace says', async () => {
    const hub = await registered()
    const before = hub.read('cluster-a')!

    const report = await hub.sync(demote)

    assert.deepEqual(brief(report), ['a demote manual-hold done'])
    const { [SECRET_TYPE]: _type, ...rest } = before.labels
    assert.deepEqual(hub.read('cluster-a'), {
      ...before,
      labels: { ...rest, [`${P}orphaned-secret-type`]: 'cluster', [`${P}stale-since`]: '20261129T120000Z' },
      annotations: { 'kubectl-registrar/held': '20261129T120000Z' },
    })
    hub.source('ns', { token: 'next' })
    const later = await hub.sync({
      now: NOW + 1000 * 3_600_000,
      settings: { demotedTTL: { value: '1h', origin: 'test' } },
    })
    assert.deepEqual(brief(later), ['a keep held'])
    assert.equal(later.decisions[0]?.remedy, 'to let it come back: kubectl registrar revert a')
    assert.equal(later.exit, 0)
    assert.equal(later.writes, 0)
  })

  it('then revert gives the same bytes', async () => {
    const hub = await registered()
    const before = hub.read('cluster-a')
    await hub.sync(demote)

    const report = await hub.sync(revert)

    assert.deepEqual(brief(report), ['a restore visible-again done'])
    assert.deepEqual(hub.read('cluster-a'), before)
    assert.equal((await hub.sync()).writes, 0)
  })

  it('touches nothing else, and asks no brake', async () => {
    const hub = await registered()
    for (const index of [1, 2, 3, 4])
      hub.namespace(`n${index}`).source(`n${index}`, { server: `https://h${index}` })
    await hub.sync()
    hub.source('ns', { token: 'next' })
    hub.source('n1', { server: 'https://h1', token: 'next' })

    const all = ['cluster-n1', 'cluster-n2', 'cluster-n3', 'cluster-n4']
    const report = await hub.sync(asking('demote', ...all))

    assert.deepEqual(
      brief(report),
      [1, 2, 3, 4].map((index) => `n${index} demote manual-hold done`),
    )
    assert.equal(report.writes, 4)
  })

  it('leaves a pinned one visible', async () => {
    const hub = await registered()
    hub.edit('cluster-a', labelled({ [`${P}prune`]: 'disabled' }))

    const report = await hub.sync(demote)

    assert.deepEqual(brief(report), ['a keep pinned'])
    assert.equal(report.writes, 0)
  })

  it('finds nothing to do where it is hidden already', async () => {
    const hub = await registered()
    await hub.sync(demote)

    assert.deepEqual(brief(await hub.sync(demote)), ['a keep held'])
  })

  it('holds one that a rename has hidden, so that its name does not bring it back', async () => {
    const hub = await registered()
    await hub.namespace('ns', { cluster: 'b' }).sync()

    assert.deepEqual(brief(await hub.sync(demote)), ['a demote manual-hold done'])
    assert.equal(hub.read('cluster-a')?.labels[`${P}superseded-by`], undefined)
    const back = await hub.namespace('ns', { cluster: 'a' }).sync()
    assert.ok(brief(back).includes('a keep held'))
    assert.ok(!brief(back).some((line) => line.startsWith('b demote')), 'nothing takes its place')
  })

  it('that somebody made visible again is reported, not repeated', async () => {
    const hub = await registered()
    await hub.sync(demote)
    hub.edit('cluster-a', (secret) => {
      const {
        [`${P}orphaned-secret-type`]: _parked,
        [`${P}stale-since`]: _since,
        ...labels
      } = secret.metadata.labels ?? {}
      return { ...secret, metadata: { ...secret.metadata, labels: { ...labels, [SECRET_TYPE]: 'cluster' } } }
    })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a unchanged up-to-date'])
    assert.deepEqual(warningsOf(report), ['hold-overridden'])
    assert.equal(report.writes, 0)
    assert.deepEqual(brief(await hub.sync(demote)), ['a demote manual-hold done'])
    assert.equal(hub.read('cluster-a')?.labels[SECRET_TYPE], undefined)
  })

  it('that somebody overrode holds nothing once a rename hides it: the label back shows it', async () => {
    const hub = await registered()
    hub.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, annotations: { 'kubectl-registrar/held': '20261101T000000Z' } },
    }))
    await hub.namespace('ns', { cluster: 'b' }).sync()

    const back = await hub.namespace('ns', { cluster: 'a' }).sync()

    assert.deepEqual(brief(back), ['a restore label-back done', 'b demote renamed done'])
  })
})

describe('revert by name', () => {
  it('leaves it hidden where its namespace is registered under another name, and says which', async () => {
    const hub = await registered()
    await hub.sync(demote)
    const before = hub.read('cluster-a')

    const report = await hub.namespace('ns', { cluster: 'b' }).sync(revert)

    assert.deepEqual(brief(report), ['a keep demoted', 'b register first-registration done'])
    assert.equal(
      report.decisions[0]?.message,
      'hidden from Argo CD, superseded by cluster-b, since 20261129T120000Z',
    )
    assert.deepEqual(hub.read('cluster-a'), before)
  })

  it('of two with one address shows one', async () => {
    const hub = await registered()
    await hub.sync(demote)
    await hub.namespace('ns2', { cluster: 'b' }).source('ns2').sync()
    await hub.sync(asking('demote', 'cluster-b'))
    // Nothing is to be refreshed from either any more.
    hub.namespace('ns', { cluster: 'a', managedBy: '' }).namespace('ns2', { cluster: 'b', managedBy: '' })

    const report = await hub.sync(asking('revert', 'cluster-a', 'cluster-b'))

    assert.deepEqual(brief(report), ['a restore visible-again done', 'b keep server-collision'])
    assert.match(report.decisions[1]?.message ?? '', /registered already as cluster-a from namespace ns/)
  })

  it('shows a registration again as it stands, where its source is not there', async () => {
    const hub = await registered()
    const before = hub.read('cluster-a')
    await hub.sync(demote)
    for (const text of ['<html>', '']) {
      hub.source('ns', { text })

      const report = await hub.sync(revert)

      assert.deepEqual(brief(report), ['a restore visible-again done'])
      assert.deepEqual(hub.read('cluster-a'), before)
      await hub.sync(demote)
    }
  })

  it('refreshes it under its former name too, where the new one is refused', async () => {
    const hub = await registered()
    await hub.namespace('older', { cluster: 'b', age: 2 }).source('older', { server: 'https://older' }).sync()
    await hub.sync(demote)
    hub.namespace('ns', { cluster: 'b' }).source('ns', { token: 'next' })

    const report = await hub.sync(revert)

    assert.deepEqual(brief(report), ['a restore visible-again done', 'b refuse incumbent'])
    assert.match(hub.read('cluster-a')?.data['config'] ?? '', /next/)
    assert.equal((await hub.sync()).writes, 0)
  })

  it('shows an immutable one as it stands, though its source has changed', async () => {
    const hub = await registered()
    hub.edit('cluster-a', (secret) => ({ ...secret, immutable: true }))
    const before = hub.read('cluster-a')
    await hub.sync(demote)
    hub.source('ns', { token: 'next' })

    assert.deepEqual(brief(await hub.sync(revert)), ['a restore visible-again done'])
    assert.deepEqual(hub.read('cluster-a'), before)
  })

  it('refreshes it where its source has changed', async () => {
    const hub = await registered()
    await hub.sync(demote)
    hub.source('ns', { token: 'next' })

    assert.deepEqual(brief(await hub.sync(revert)), ['a restore visible-again done'])
    assert.match(hub.read('cluster-a')?.data['config'] ?? '', /next/)
  })

  it('C10.32 refuses where its address was taken meanwhile', async () => {
    const hub = await registered()
    await hub.sync(demote)
    await hub.namespace('next', { cluster: 'b' }).source('next').sync()

    const report = await hub.sync(revert)

    assert.deepEqual(brief(report), ['a keep server-collision'])
    assert.equal(report.exit, 1)
    assert.equal(report.writes, 0)
    hub.source('ns', { text: '<html>' })
    assert.deepEqual(brief(await hub.sync(revert)), ['a keep server-collision'])
  })

  it('of a visible one whose marker was overridden takes the marker away', async () => {
    const hub = await registered()
    const before = hub.read('cluster-a')
    hub.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, annotations: { 'kubectl-registrar/held': '20261101T000000Z' } },
    }))

    assert.deepEqual(brief(await hub.sync(revert)), ['a update metadata-changed done'])
    assert.deepEqual(hub.read('cluster-a'), before)
  })

  it('never deletes one whose namespace is gone, and says so', async () => {
    const hub = await registered()
    await hub.sync(demote)

    const report = await hub.gone('ns').sync(revert)

    assert.deepEqual(brief(report), ['a keep namespace-gone'])
    assert.equal(report.exit, 1)
    assert.notEqual(hub.read('cluster-a'), undefined)
  })
})

describe('prune by name', () => {
  it('refuses a live claim, naming demote', async () => {
    const hub = await registered()

    const report = await hub.sync(prune)

    assert.deepEqual(brief(report), ['a keep live-claim'])
    assert.match(report.decisions[0]?.remedy ?? '', /^to hide it: kubectl registrar demote a;/)
    assert.equal(report.exit, 1)
    await hub.sync(demote)
    assert.deepEqual(brief(await hub.sync(prune)), ['a keep live-claim'], 'hidden, and it would come back')
  })

  it('deletes what a rename left behind', async () => {
    const hub = await registered()
    await hub.namespace('ns', { cluster: 'b' }).sync()

    assert.deepEqual(brief(await hub.sync(prune)), ['a prune asked done'])
    assert.deepEqual(brief(await hub.sync()), ['b unchanged up-to-date'])
  })

  it('deletes the registration of a namespace that gave up the owner label', async () => {
    const hub = (await registered()).namespace('ns', { cluster: 'a', managedBy: '' })

    assert.deepEqual(brief(await hub.sync(prune)), ['a prune asked done'])
  })

  it('is not tried again on what nobody has seen', async () => {
    const hub = (await registered()).namespace('ns', { cluster: 'a', managedBy: '' })
    const through = replacing((client) => ({
      delete: (resource, ref, options) => {
        hub.edit('cluster-a', (secret) => ({ ...secret, data: { ...secret.data, shard: 'MQ==' } }))
        return client.delete(resource, ref, options)
      },
    }))

    const report = await hub.sync({ ...prune, through })

    assert.deepEqual(brief(report), ['a prune asked stood-down'])
    assert.equal(report.exit, 1)
    assert.notEqual(hub.read('cluster-a'), undefined)
  })

  it('C6.70 deletes an unrouted one', async () => {
    const hub = await registered()
    hub.gone('ns').edit('cluster-a', (secret) => {
      const { [`${P}source-namespace`]: _source, ...labels } = secret.metadata.labels ?? {}
      return { ...secret, metadata: { ...secret.metadata, labels } }
    })

    assert.deepEqual(brief(await hub.sync()), ['a keep unrouted'])
    assert.deepEqual(brief(await hub.sync(prune)), ['a prune asked done'])
  })

  it('leaves what is pinned, what terminates and what can not be seen', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: 'a', terminating: true })
    assert.deepEqual(brief(await hub.sync(prune)), ['a keep namespace-terminating'])

    hub.gone('ns').edit('cluster-a', labelled({ [`${P}prune`]: 'disabled' }))
    assert.deepEqual(brief(await hub.sync(prune)), ['a keep pinned'])
    assert.notEqual(hub.read('cluster-a'), undefined)
  })

  it('never touches a Secret that is not ours', async () => {
    const hub = new TestHub().registration('cluster-a', {
      data: { name: 'a', server: 'https://h', config: '{}' },
    })

    for (const options of [prune, demote, revert]) assert.deepEqual(brief(await hub.sync(options)), [])
  })
})
