import assert from 'node:assert/strict'
import { brief, P, providers, SECRET_TYPE, TestHub, warningsOf } from './test-hub.ts'

const CLUSTER = { name: 'dev', server: 'https://elsewhere:6443', config: '{}' }
const owned = (namespace: string, labels: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  [`${P}managed-by`]: 'cluster-registrar',
  [`${P}cluster`]: 'dev',
  ...(namespace === '' ? {} : { [`${P}source-namespace`]: namespace }),
  [`${P}provider`]: 'k3k',
  ...labels,
})

describe('a name', () => {
  it('C5.01 C5.02 is never taken from a Secret that is not ours, whatever it carries', async () => {
    for (const labels of [{}, { [`${P}managed-by`]: 'somebody-else' }, { [`${P}source-namespace`]: 'dev' }]) {
      const hub = new TestHub()
        .namespace('dev')
        .source('dev')
        .registration('cluster-dev', { labels, data: { x: 'y' }, visible: false })
      const before = hub.read('cluster-dev')

      const report = await hub.sync()

      assert.deepEqual(brief(report), ['dev refuse not-managed'])
      assert.equal(report.exit, 1)
      assert.deepEqual(hub.read('cluster-dev'), before)
    }
  })

  it('is held by any cluster Secret whose data.name equals it', async () => {
    const hub = new TestHub().namespace('dev').source('dev').registration('by-hand', { data: CLUSTER })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev refuse name-held'])
    assert.equal(hub.read('cluster-dev'), undefined)
  })

  it('C5.04 C5.05 stays with its incumbent, also when an older namespace comes', async () => {
    const hub = new TestHub().namespace('young', { cluster: 'dev', age: 1 }).source('young')
    await hub.sync()
    hub.namespace('old', { cluster: 'dev', age: 9 }).source('old', { server: 'https://10.0.0.9:6443' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev refuse incumbent', 'dev unchanged up-to-date'])
    assert.equal(hub.read('cluster-dev')!.labels[`${P}source-namespace`], 'young')
  })

  it('C5.06 C10.43 is held by a hidden incumbent too, and the refusal says so', async () => {
    const hub = new TestHub()
      .namespace('other', { cluster: 'next' })
      .namespace('dev')
      .source('dev')
      .registration('cluster-dev', {
        visible: false,
        labels: owned('other', {
          [`${P}orphaned-secret-type`]: 'cluster',
          [`${P}stale-since`]: '20261101T000000Z',
        }),
        data: CLUSTER,
      })

    const report = await hub.sync()

    const refusal = report.decisions.find(({ action }) => action === 'refuse')
    assert.equal(refusal?.reason, 'incumbent')
    assert.match(refusal.message, /hidden/)
    assert.match(refusal.remedy ?? '', /kubectl registrar prune dev, or/)
  })

  it('C5.13 C5.14 C5.20 goes to the oldest of several newcomers, ties to the smaller name', async () => {
    const hub = new TestHub()
      .namespace('aaa', { cluster: 'dev', age: 1 })
      .namespace('zzz', { cluster: 'dev', age: 2 })
      .namespace('yyy', { cluster: 'dev', age: 2 })
    for (const [index, name] of ['aaa', 'zzz', 'yyy'].entries())
      hub.source(name, { server: `https://10.0.1.${index}:6443` })

    const report = await hub.sync()

    assert.deepEqual(
      report.decisions.map(({ namespace, action, reason }) => [namespace, action, reason]),
      [
        ['aaa', 'refuse', 'contested-name'],
        ['yyy', 'register', 'first-registration'],
        ['zzz', 'refuse', 'contested-name'],
      ],
    )
  })

  it('C10.01 is not kept from a healthy newcomer by an older one that can not register', async () => {
    const hub = new TestHub()
      .namespace('old-broken', { cluster: 'dev', age: 9 })
      .source('old-broken', { text: '<html>' })
      .namespace('old-twin', { cluster: 'dev', age: 8 })
      .source('old-twin', { server: 'https://taken:6443' })
      .registration('by-hand', { data: { name: 'x', server: 'https://taken:6443' } })
      .namespace('old-waiting', { cluster: 'dev', age: 7 })
      .namespace('old-going', { cluster: 'dev', age: 6, terminating: true })
      .source('old-going', { server: 'https://10.0.0.7:6443' })
      .namespace('young', { cluster: 'dev', age: 1 })
      .source('young')

    const report = await hub.sync()

    assert.deepEqual(
      report.decisions.map(({ namespace, action, reason }) => [namespace, action, reason]),
      [
        ['old-broken', 'refuse', 'source-unusable'],
        ['old-twin', 'refuse', 'server-collision'],
        ['old-waiting', 'wait', 'source-missing'],
        ['young', 'register', 'first-registration'],
      ],
    )
  })

  it('C5.08 is adopted with an orphan that records no source and this cluster', async () => {
    const hub = new TestHub()
      .namespace('dev')
      .source('dev')
      .registration('cluster-dev', { labels: owned(''), data: CLUSTER })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev adopt orphan-adopted done'])
    assert.equal(hub.read('cluster-dev')!.labels[`${P}source-namespace`], 'dev')
    assert.equal((await hub.sync()).writes, 0)
  })

  it('C5.09 C10.30 is not adopted with an orphan of another cluster or another namespace UID', async () => {
    for (const labels of [
      owned('', { [`${P}cluster`]: 'other' }),
      owned('', { [`${P}source-namespace-uid`]: 'another' }),
    ]) {
      const hub = new TestHub()
        .namespace('dev')
        .source('dev')
        .registration('cluster-dev', { labels, data: CLUSTER })
      const before = hub.read('cluster-dev')

      const report = await hub.sync()

      assert.deepEqual(
        new Set(brief(report)),
        new Set(['dev refuse orphan-cluster-mismatch', `${labels[`${P}cluster`]!} keep unrouted`]),
      )
      assert.deepEqual(hub.read('cluster-dev'), before)
    }
  })

  it('C10.30 of an orphan goes to the oldest claimant', async () => {
    const hub = new TestHub()
      .namespace('aaa', { cluster: 'dev', age: 1 })
      .source('aaa')
      .namespace('zzz', { cluster: 'dev', age: 2 })
      .source('zzz', { server: 'https://10.0.0.2:6443' })
      .registration('cluster-dev', { labels: owned(''), data: CLUSTER })

    const report = await hub.sync()

    assert.deepEqual(
      report.decisions.map(({ namespace, action, reason }) => [namespace, action, reason]),
      [
        ['aaa', 'refuse', 'contested-name'],
        ['zzz', 'adopt', 'orphan-adopted'],
      ],
    )
  })

  it('C6.70 C10.39 leaves an orphan nobody claims, and a Secret that never was a cluster, alone', async () => {
    const hub = new TestHub()
      .registration('cluster-lost', { labels: owned('', { [`${P}cluster`]: 'lost' }), data: CLUSTER })
      .registration('repo-creds', { labels: owned('gone'), data: { url: 'x' }, visible: false })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['lost keep unrouted'])
    assert.equal(report.writes, 0)
  })
})

describe('an address', () => {
  it('C5.28 C5.29 C5.32 C10.23 held by another cluster Secret is refused, however it is spelt', async () => {
    for (const [held, wanted] of [
      ['https://h:6443', 'https://h:6443'],
      ['https://h:6443/', 'https://h:6443'],
      ['https://H', 'https://h:443'],
      ['https://h.', 'https://h'],
      ['https://[2001:db8::1]', 'https://[2001:0db8:0:0:0:0:0:1]'],
    ] as const) {
      const hub = new TestHub()
        .namespace('dev')
        .source('dev', { server: wanted })
        .registration('by-hand', { data: { name: 'x', server: held, config: '{}' } })

      const report = await hub.sync()

      assert.deepEqual(brief(report), ['dev refuse server-collision'], `${held} against ${wanted}`)
    }
  })

  it('C10.33 C10.34 C7.39 goes to the older of two newcomers, on a dry run too', async () => {
    const hub = new TestHub()
      .namespace('aaa', { age: 1 })
      .source('aaa')
      .namespace('zzz', { age: 2 })
      .source('zzz')

    assert.deepEqual(brief(await hub.sync({ dryRun: 'client' })), [
      'aaa refuse server-collision',
      'zzz register first-registration planned',
    ])
    assert.deepEqual(brief(await hub.sync()), [
      'aaa refuse server-collision',
      'zzz register first-registration done',
    ])
  })

  it('C5.31 of a hidden registration is free', async () => {
    const hub = new TestHub()
      .namespace('dev')
      .source('dev')
      .namespace('other', { cluster: 'next' })
      .registration('cluster-old', {
        visible: false,
        labels: owned('other', { [`${P}cluster`]: 'old', [`${P}stale-since`]: '20261101T000000Z' }),
        data: { name: 'old', server: 'https://10.0.0.1:6443', config: '{}' },
      })

    const report = await hub.sync()

    assert.ok(brief(report).includes('dev register first-registration done'))
  })

  it('C5.37 C5.38 is not moved onto a held one, and nothing of the registration changes', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a')
      .namespace('b')
      .source('b', { server: 'https://10.0.0.2:6443' })
    await hub.sync()
    const before = hub.read('cluster-b')
    hub.source('b', { token: 'next' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a unchanged up-to-date', 'b keep server-collision'])
    assert.equal(report.exit, 1)
    assert.deepEqual(hub.read('cluster-b'), before)
  })

  it('C5.38 shared by a pair that stood before stays with both', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a')
      .namespace('b')
      .source('b', { server: 'https://10.0.0.2:6443' })
    await hub.sync()
    const server = Buffer.from('https://10.0.0.1:6443').toString('base64')
    hub.edit('cluster-b', (secret) => ({ ...secret, data: { ...secret.data, server } }))
    hub.source('b', { token: 'next' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a unchanged up-to-date', 'b update source-changed done'])
    assert.deepEqual(warningsOf(report), ['server-twin', 'server-twin'])
  })

  it('left by an update is free in the same pass, once the update is done', async () => {
    const hub = new TestHub().namespace('a').source('a')
    await hub.sync()
    hub.source('a', { server: 'https://10.0.0.2:6443' }).namespace('b').source('b')

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a update source-changed done', 'b register first-registration done'])
    assert.equal((await hub.sync()).writes, 0)
  })

  it('swapped by two registrations is refused to both: neither can go first', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a')
      .namespace('b')
      .source('b', { server: 'https://10.0.0.2:6443' })
    await hub.sync()
    hub.source('a', { server: 'https://10.0.0.2:6443' }).source('b', { server: 'https://10.0.0.1:6443' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep server-collision', 'b keep server-collision'])
  })

  it('C10.35 of a foreign Secret is not released by a source label on it', async () => {
    const hub = new TestHub()
      .namespace('dev')
      .source('dev')
      .registration('cluster-x', {
        labels: { [`${P}source-namespace`]: 'dev' },
        data: { name: 'x', server: 'https://10.0.0.1:6443', config: '{}' },
      })

    assert.deepEqual(brief(await hub.sync()), ['dev refuse server-collision'])
  })

  it('C10.32 is looked at when a registration becomes visible again', async () => {
    const hub = new TestHub().namespace('a').source('a')
    await hub.sync()
    hub.edit('cluster-a', (secret) => {
      const { [SECRET_TYPE]: _gone, ...labels } = secret.metadata.labels ?? {}
      return { ...secret, metadata: { ...secret.metadata, labels } }
    })
    hub.registration('by-hand', { data: { name: 'x', server: 'https://10.0.0.1:6443', config: '{}' } })
    const before = hub.read('cluster-a')

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a keep server-collision'])
    assert.deepEqual(hub.read('cluster-a'), before)
  })
})

describe('other settings', () => {
  it('leave a registration of a provider that is not configured alone, unless providers were named', async () => {
    const hub = new TestHub().namespace('dev').source('dev', { name: 'vc-dev', key: 'config' })
    await hub.sync({ settings: providers('vcluster') })
    hub.source('dev', { server: 'https://10.0.0.5:6443' })
    const before = hub.read('cluster-dev')

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev keep other-settings'])
    assert.equal(report.exit, 1)
    assert.deepEqual(hub.read('cluster-dev'), before)
    assert.equal(
      report.decisions[0]?.remedy,
      'pass the providers of this hub in their order of precedence, which is not known here: --provider k3k --provider vcluster',
    )
    assert.deepEqual(brief(await hub.sync({ settings: providers('k3k') })), [
      'dev update source-changed done',
    ])
  })

  it('propose what can be typed: a preset by name, one with an exec plugin with its switch, another in full', async () => {
    const registration = (name: string, provider: string): readonly [string, object] => [
      `cluster-${name}`,
      { [`${P}managed-by`]: 'cluster-registrar', [`${P}cluster`]: name, [`${P}provider`]: provider },
    ]
    const hub = new TestHub().namespace('dev').source('dev', { name: 'vc-dev', key: 'config' })
    await hub.sync({ settings: providers('vcluster') })
    for (const [name, labels] of [registration('x', 'edge'), registration('y', 'capa-eks')])
      hub.registration(name, {
        labels: { ...labels },
        data: { name, server: `https://${name}`, config: '{}' },
      })

    const report = await hub.sync()

    assert.equal(
      report.decisions.find(({ cluster }) => cluster === 'dev')?.remedy,
      'pass the providers of this hub in their order of precedence, which is not known here: --provider capa-eks --provider k3k --provider edge=PATTERN=KEY --provider vcluster --exec-credentials',
    )
  })

  it('propose no order in which a provider for all shadows one with an exec plugin', async () => {
    const hub = new TestHub().namespace('dev').source('dev', { name: 'vc-dev', key: 'config' })
    await hub.sync({ settings: providers('vcluster') })

    const report = await hub.sync({ settings: providers('capi', 'own=x-*=value=exec', 'capa-eks') })

    assert.equal(
      report.decisions[0]?.remedy,
      "pass the providers of this hub in their order of precedence, which is not known here: --provider 'own=x-*=value=exec' --provider capa-eks --provider capi --provider vcluster --exec-credentials",
    )
  })

  it('are named as the reason where the source is of a provider that was left out', async () => {
    const hub = new TestHub().namespace('dev').source('dev', { name: 'vc-dev', key: 'config' })
    await hub.sync({ settings: providers('vcluster') })

    const report = await hub.sync({ settings: providers('k3k', 'capi') })

    assert.deepEqual(brief(report), ['dev keep other-settings'])
    assert.equal(
      report.decisions[0]?.remedy,
      'pass the providers of this hub in their order of precedence, which is not known here: --provider k3k --provider capi --provider vcluster',
    )
  })
})
