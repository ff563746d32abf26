import assert from 'node:assert/strict'
import { KubeError } from '../../src/kube/errors.ts'
import { brief, NOW, P, replacing, SECRET_TYPE, TestHub, warningsOf } from './test-hub.ts'

const registered = async (): Promise<TestHub> => {
  const hub = new TestHub().namespace('ns', { cluster: 'a' }).source('ns')
  await hub.sync()
  return hub
}

const without = (hub: TestHub, label: string): TestHub =>
  hub.edit('cluster-a', (secret) => {
    const { [label]: _gone, ...labels } = secret.metadata.labels ?? {}
    return { ...secret, metadata: { ...secret.metadata, labels } }
  })

describe('a namespace that goes', () => {
  it('C6.11 takes its registration with it, on proof', async () => {
    const hub = (await registered()).gone('ns')

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a prune namespace-gone done'])
    assert.deepEqual(warningsOf(report), [])
    assert.equal(report.exit, 0)
    assert.equal(report.writes, 1)
    assert.equal(hub.read('cluster-a'), undefined)
    assert.deepEqual(brief(await hub.sync()), [])
  })

  it('C6.13 takes the hidden ones with it, and those held by hand', async () => {
    const hub = await registered()
    await hub.sync({ pass: { ask: { verb: 'demote', secrets: new Set(['cluster-a']) } } })

    assert.deepEqual(brief(await hub.gone('ns').sync()), ['a prune namespace-gone done'])
  })

  it('has its removal planned, and held, while removals are off', async () => {
    const hub = (await registered()).gone('ns')

    const report = await hub.sync({ pass: { removals: 'off' } })

    assert.deepEqual(brief(report), ['a prune namespace-gone held'])
    assert.deepEqual(warningsOf(report), ['removals-off'])
    assert.equal(report.exit, 0)
    assert.equal(report.writes, 0)
  })

  it('is not proved gone while Secrets are listed in it', async () => {
    const hub = await registered()
    hub.store.remove('namespaces', hub.store.find('namespaces', { name: 'ns' })!.object)

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep incomplete-view'])
    assert.equal(report.exit, 1)
    assert.equal(report.complete, false)
  })

  it('C5.22 frees its name in the same pass, and C5.33 its address', async () => {
    const hub = (await registered()).namespace('next', { cluster: 'a' }).source('next')
    assert.deepEqual(brief(await hub.sync()), ['a refuse incumbent', 'a unchanged up-to-date'])

    const report = await hub.gone('ns').sync()

    assert.deepEqual(brief(report), ['a register first-registration done', 'a prune namespace-gone done'])
    assert.equal(hub.read('cluster-a')?.labels[`${P}source-namespace`], 'next')
    const settled = await hub.sync()
    assert.deepEqual(brief(settled), ['a unchanged up-to-date'])
    assert.equal(settled.writes, 0)
  })

  it('frees nothing for a pass that is limited to others', async () => {
    const hub = (await registered()).namespace('next', { cluster: 'a' }).source('next').gone('ns')

    const report = await hub.sync({ namespaces: ['next'] })

    assert.deepEqual(brief(report), ['a refuse incumbent'])
    assert.match(report.decisions[0]?.message ?? '', /which is to be removed and has not been yet/)
    assert.equal(report.writes, 0)
  })

  it('is shown to free its name on a dry run by the server, which can not try it', async () => {
    const hub = (await registered()).namespace('next', { cluster: 'a' }).source('next').gone('ns')

    const report = await hub.sync({ dryRun: 'server' })

    assert.deepEqual(brief(report), [
      'a register first-registration planned',
      'a prune namespace-gone planned',
    ])
    assert.equal(report.exit, 0)
  })

  it('C5.33 frees its address for another name', async () => {
    const hub = (await registered()).namespace('next', { cluster: 'b' }).source('next').gone('ns')

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a prune namespace-gone done', 'b register first-registration done'])
    assert.equal((await hub.sync()).writes, 0)
  })

  it('frees nothing while a finalizer holds its registration', async () => {
    const hub = (await registered()).namespace('next', { cluster: 'b' }).source('next').gone('ns')
    hub.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, finalizers: ['example.com/hold'] },
    }))

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a prune namespace-gone done', 'b refuse server-collision'])
    assert.deepEqual(brief(await hub.sync()), ['a keep removal-pending', 'b refuse server-collision'])
  })

  it('is unknown, never gone, among manifests', async () => {
    const hub = new TestHub({ absenceIsProof: false }).registration('cluster-a', {
      labels: {
        [`${P}managed-by`]: 'cluster-registrar',
        [`${P}cluster`]: 'a',
        [`${P}source-namespace`]: 'ns',
      },
      data: { name: 'a', server: 'https://h', config: '{}' },
    })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep incomplete-view'])
    assert.equal(report.writes, 0)
  })

  it('C6.61 does not take a pinned registration, by label or annotation (C10.44)', async () => {
    for (const where of ['labels', 'annotations'] as const) {
      const hub = await registered()
      hub.edit('cluster-a', (secret) => ({
        ...secret,
        metadata: { ...secret.metadata, [where]: { ...secret.metadata[where], [`${P}prune`]: 'disabled' } },
      }))
      hub.gone('ns')

      assert.deepEqual(brief(await hub.sync()), ['a keep pinned'])
    }
  })

  it('C6.29 is left alone while it terminates', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: 'a', terminating: true }).source('ns', { token: 'next' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep namespace-terminating'])
    assert.equal(report.exit, 0)
    assert.equal(report.writes, 0)
  })

  it('C6.04 that lost the owner label keeps its registration, and says so', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: 'a', managedBy: '' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep managed-by-lost'])
    assert.equal(report.exit, 1)
  })

  it('C6.03 that lost its cluster label keeps its registration under that reason', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: '' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep cluster-label-missing'])
    assert.equal(report.exit, 1)
  })
})

describe('a namespace made anew', () => {
  it('C10.38 that registers is updated in place: the same Secret, with the new UID', async () => {
    const hub = await registered()
    const { uid } = hub.read('cluster-a')!
    hub.namespace('ns', { cluster: 'a', uid: 'second' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a update namespace-recreated done'])
    assert.equal(hub.read('cluster-a')!.labels[`${P}source-namespace-uid`], 'second')
    assert.equal(hub.read('cluster-a')!.uid, uid)
  })

  it('that can not register is kept for a day, then hidden; a pinned one never is', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: 'a', uid: 'second', age: 1 }).source('ns', { text: '<html>' })
    const kept = await hub.sync()
    assert.deepEqual(brief(kept), ['a keep namespace-replaced'])
    assert.equal(
      kept.decisions[0]?.message,
      "namespace ns was deleted and made again, and the new one can't be registered (source-unusable): left until 2026-11-30T11:00:00Z, and then hidden from Argo CD",
    )

    const pinned = (await registered())
      .namespace('ns', { cluster: 'a', uid: 'second', age: 1 })
      .source('ns', { text: '<html>' })
    pinned.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, labels: { ...secret.metadata.labels, [`${P}prune`]: 'disabled' } },
    }))
    const day = { now: NOW + 24 * 3_600_000 }
    const left = await pinned.sync(day)
    assert.deepEqual(brief(left), ['a keep namespace-replaced'])
    assert.match(left.decisions[0]?.message ?? '', /: left as it is, as it is pinned$/)
    assert.equal(left.decisions[0]?.remedy, 'give the new namespace a usable kubeconfig')

    assert.deepEqual(brief(await hub.sync(day)), ['a demote namespace-replaced done'])
    assert.equal(hub.read('cluster-a')?.labels[`${P}stale-since`], '20261130T120000Z')
    assert.deepEqual(brief(await hub.sync(day)), ['a keep source-unusable'])
  })
})

describe('a rename', () => {
  it('C6.33–C6.37 registers the new one first, then hides the old one, in one pass', async () => {
    const hub = await registered()
    const before = hub.read('cluster-a')!
    hub.namespace('ns', { cluster: 'b' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a demote renamed done', 'b register first-registration done'])
    const { [SECRET_TYPE]: type, ...rest } = before.labels
    assert.deepEqual(hub.read('cluster-a'), {
      ...before,
      labels: {
        ...rest,
        [`${P}orphaned-secret-type`]: type,
        [`${P}superseded-by`]: 'cluster-b',
        [`${P}stale-since`]: '20261129T120000Z',
      },
    })
    assert.equal(hub.read('cluster-b')?.labels[SECRET_TYPE], 'cluster')
    const settled = await hub.sync()
    assert.deepEqual(brief(settled), ['a keep demoted', 'b unchanged up-to-date'])
    assert.equal(settled.writes, 0)
  })

  it('C6.46 C6.47 there and back gives the same bytes, and hides the other', async () => {
    const hub = await registered()
    const before = hub.read('cluster-a')
    await hub.namespace('ns', { cluster: 'b' }).sync()

    const report = await hub.namespace('ns', { cluster: 'a' }).sync()

    assert.deepEqual(brief(report), ['a restore label-back done', 'b demote renamed done'])
    assert.deepEqual(hub.read('cluster-a'), before)
    assert.equal(hub.read('cluster-b')?.labels[`${P}superseded-by`], 'cluster-a')
  })

  it('C6.45 in a chain leaves each naming its own successor', async () => {
    const hub = await registered()
    await hub.namespace('ns', { cluster: 'b' }).sync()
    await hub.namespace('ns', { cluster: 'c' }).sync()

    assert.equal(hub.read('cluster-a')?.labels[`${P}superseded-by`], 'cluster-b')
    assert.equal(hub.read('cluster-b')?.labels[`${P}superseded-by`], 'cluster-c')
  })

  it('C6.38 C10.45 to a name too long for a label leaves superseded-by out, and says so', async () => {
    const hub = await registered()
    const long = 'x'.repeat(60)
    hub.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: {
        ...secret.metadata,
        labels: { ...secret.metadata.labels, [`${P}superseded-by`]: 'cluster-former' },
      },
    }))
    hub.namespace('ns', { cluster: long })

    const report = await hub.sync()

    assert.ok(warningsOf(report).includes('superseded-by-omitted'))
    assert.equal(hub.read('cluster-a')?.labels[`${P}superseded-by`], undefined)
    assert.equal(hub.read('cluster-a')?.labels[`${P}orphaned-secret-type`], 'cluster')
  })

  it('C10.37 of one that had lost its type marks it once, and parks a type', async () => {
    const hub = without(await registered(), SECRET_TYPE).namespace('ns', { cluster: 'b' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a demote renamed done', 'b register first-registration done'])
    assert.equal(hub.read('cluster-a')?.labels[`${P}orphaned-secret-type`], 'cluster')
    assert.equal((await hub.sync()).writes, 0)
  })

  it('is one unit: while the old one can not be hidden, the new one is not made', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: 'b' })
    for (const options of [
      { pass: { removals: 'off' } },
      { settings: { renames: { value: 'hold', origin: 'test' } } },
    ] as const) {
      const report = await hub.sync(options)

      assert.deepEqual(brief(report), ['a demote renamed held', 'b register first-registration held'])
      assert.equal(report.exit, 0)
      assert.equal(report.writes, 0)
    }
  })

  it('that is held leaves the old one refreshed, and then settles', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: 'b' }).source('ns', { token: 'next' })
    const off = { pass: { removals: 'off' } } as const

    const first = await hub.sync(off)
    const second = await hub.sync(off)

    assert.deepEqual(brief(first), ['a update source-changed done', 'b register first-registration held'])
    assert.match(hub.read('cluster-a')!.data['config']!, /next/)
    assert.deepEqual(brief(second), ['a demote renamed held', 'b register first-registration held'])
    assert.equal(second.writes, 0)
  })

  it('back to an immutable registration that is out of date leaves the other in its place', async () => {
    const hub = await registered()
    await hub.namespace('ns', { cluster: 'b' }).sync()
    hub.edit('cluster-a', (secret) => ({ ...secret, immutable: true }))
    hub.namespace('ns', { cluster: 'a' }).source('ns', { token: 'next' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep registration-immutable', 'b update source-changed done'])
    assert.equal(hub.read('cluster-b')?.labels[SECRET_TYPE], 'cluster')
    assert.equal((await hub.sync()).writes, 0)
  })

  it('whose new registration fails leaves the old one visible', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: 'b' })

    const failure = {
      kind: 'status',
      code: 500,
      reason: 'InternalError',
      message: 'boom',
      call: 'test',
    } as const
    const report = await hub.sync({
      through: replacing(() => ({ create: () => Promise.reject(new KubeError(failure)) })),
    })

    assert.deepEqual(brief(report), ['a demote renamed stood-down', 'b register first-registration failed'])
    assert.equal(hub.read('cluster-a')?.labels[SECRET_TYPE], 'cluster')
    assert.equal(report.exit, 1)
  })

  it('C10.06 to a refused name refreshes the old one as before, and refuses the new', async () => {
    const hub = await registered()
    hub
      .namespace('ns', { cluster: 'b' })
      .source('ns', { token: 'next' })
      .registration('cluster-b', { data: { name: 'b', server: 'https://b', config: '{}' } })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a update source-changed done', 'b refuse not-managed'])
    assert.ok(warningsOf(report).includes('rename-refused'))
    assert.equal(report.exit, 1)
  })

  it('whose kubeconfig is not there leaves the old one as it is, and the new one waiting', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: 'b' })
    hub.store.remove(
      'secrets',
      hub.store.find('secrets', { namespace: 'ns', name: 'k3k-ns-kubeconfig' })!.object,
    )

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep source-missing', 'b wait source-missing'])
    assert.equal(report.writes, 0)
  })

  it('C10.06 to an illegal or reserved name does the same', async () => {
    for (const [name, reason] of [
      ['Prod_1', 'cluster-name-illegal'],
      ['in-cluster', 'cluster-name-reserved'],
    ] as const) {
      const hub = await registered()
      hub.namespace('ns', { cluster: name }).source('ns', { token: 'next' })

      const report = await hub.sync()

      assert.deepEqual(
        new Set(brief(report)),
        new Set(['a update source-changed done', `${name} refuse ${reason}`]),
      )
      assert.equal((await hub.sync()).writes, 0)
    }
  })

  it('C6.41 C10.36 of a pinned registration makes the new one beside it, and warns of the twin', async () => {
    const hub = await registered()
    hub.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, labels: { ...secret.metadata.labels, [`${P}prune`]: 'disabled' } },
    }))
    hub.namespace('ns', { cluster: 'b' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep pinned', 'b register first-registration done'])
    assert.ok(warningsOf(report).includes('pin-leaves-twin'))
    assert.equal((await hub.sync()).writes, 0)
  })

  it('interrupted between its two writes is finished from the side of the label', async () => {
    const hub = await registered()
    hub.namespace('ns', { cluster: 'b' }).registration('cluster-b', {
      labels: {
        [`${P}managed-by`]: 'cluster-registrar',
        [`${P}cluster`]: 'b',
        [`${P}source-namespace`]: 'ns',
        [`${P}source-namespace-uid`]: 'uid-ns',
        [`${P}provider`]: 'k3k',
      },
      data: { ...hub.read('cluster-a')!.data, name: 'b' },
    })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a demote renamed done', 'b unchanged up-to-date'])
  })
})

describe('a hidden registration', () => {
  const hidden = async (labels: Readonly<Record<string, string>> = {}): Promise<TestHub> => {
    const hub = await registered()
    hub.edit('cluster-a', (secret) => {
      const { [SECRET_TYPE]: type, ...rest } = secret.metadata.labels ?? {}
      return {
        ...secret,
        metadata: {
          ...secret.metadata,
          labels: {
            ...rest,
            [`${P}orphaned-secret-type`]: type ?? 'cluster',
            [`${P}superseded-by`]: 'cluster-b',
            [`${P}stale-since`]: '20261101T000000Z',
            ...labels,
          },
        },
      }
    })
    return hub
  }

  it('C6.46 whose name the namespace carries again is made visible in place', async () => {
    const hub = await hidden()
    const { uid } = hub.read('cluster-a')!

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a restore label-back done'])
    const { labels, uid: after } = hub.read('cluster-a')!
    assert.equal(after, uid)
    assert.equal(labels[SECRET_TYPE], 'cluster')
    for (const name of ['orphaned-secret-type', 'superseded-by', 'stale-since'])
      assert.equal(labels[P + name], undefined)
  })

  it('that only lost the label that makes it a cluster is made visible', async () => {
    const hub = await registered()
    const before = hub.read('cluster-a')
    without(hub, SECRET_TYPE)

    assert.deepEqual(brief(await hub.sync()), ['a restore visible-again done'])
    assert.deepEqual(hub.read('cluster-a'), before)
  })

  it('held by hand stays hidden, whatever the namespace says', async () => {
    const hub = await hidden()
    hub.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, annotations: { 'kubectl-registrar/held': 'true' } },
    }))

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep held'])
    assert.equal(report.exit, 0)
  })

  it('C6.49 C6.50 C6.51 expires only past its time to live, while its namespace is registered otherwise', async () => {
    const hub = await hidden()
    hub.namespace('ns', { cluster: 'b' })
    await hub.sync()
    const ttl = (value: string) => ({ settings: { demotedTTL: { value, origin: 'test' } } })

    assert.ok(brief(await hub.sync()).includes('a keep demoted'))
    assert.ok(brief(await hub.sync(ttl('1000h'))).includes('a keep demoted'))
    hub.source('ns', { text: '<html>' })
    assert.ok(brief(await hub.sync(ttl('24h'))).includes('a keep demoted'), 'C6.56')
    hub.source('ns')
    assert.ok(brief(await hub.sync(ttl('24h'))).includes('a prune ttl-over done'))
    assert.equal(hub.read('cluster-a'), undefined)
  })

  it('C6.59 past its time frees its name for another namespace in the same pass', async () => {
    const hub = (await hidden()).namespace('ns', { cluster: 'b' })
    hub.namespace('next', { cluster: 'a' }).source('next', { server: 'https://10.0.0.9' })
    const ttl = { settings: { demotedTTL: { value: '24h', origin: 'test' } } }

    const report = await hub.sync(ttl)

    assert.deepEqual(brief(report), [
      'a register first-registration done',
      'a prune ttl-over done',
      'b register first-registration done',
    ])
    assert.equal((await hub.sync(ttl)).writes, 0)
  })

  it('C6.53 C6.54 with an unreadable or future stamp never expires', async () => {
    for (const stamp of [
      'not-a-timestamp',
      '20260230T000000Z',
      '20261301T000000Z',
      '20260807t143000z',
      '20991231T000000Z',
    ]) {
      const hub = await hidden({ [`${P}stale-since`]: stamp })
      hub.namespace('ns', { cluster: 'b' })
      await hub.sync()

      const report = await hub.sync({ settings: { demotedTTL: { value: '1h', origin: 'test' } } })

      assert.ok(brief(report).includes('a keep demoted'), stamp)
    }
  })
})
