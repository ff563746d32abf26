import assert from 'node:assert/strict'
import { brief, P, SECRET_TYPE, TestHub, warningsOf } from './test-hub.ts'

const OURS = {
  [SECRET_TYPE]: 'cluster',
  [`${P}managed-by`]: 'cluster-registrar',
  [`${P}cluster`]: 'dev',
  [`${P}source-namespace`]: 'dev',
  [`${P}source-namespace-uid`]: 'uid-dev',
  [`${P}provider`]: 'k3k',
}

describe('a registration', () => {
  it('C3.53 C3.54 C3.55 is a Secret with our labels and three data keys', async () => {
    const hub = new TestHub().namespace('dev').source('dev')

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev register first-registration done'])
    assert.equal(report.exit, 0)
    const { labels, annotations, data } = hub.read('cluster-dev')!
    assert.deepEqual(labels, OURS)
    assert.deepEqual(annotations, {})
    assert.deepEqual(data, {
      name: 'dev',
      server: 'https://10.0.0.1:6443',
      config: '{"bearerToken":"tok","tlsClientConfig":{"insecure":false}}',
    })
  })

  it('C4.41 is not written again when nothing changed', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev unchanged up-to-date'])
    assert.equal(report.writes, 0)
  })

  it('C6.67 takes over a rotated credential and keeps what is not ours', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    hub.edit('cluster-dev', (secret) => ({
      ...secret,
      data: { ...secret.data, shard: 'MQ==', project: 'cA==' },
      metadata: {
        ...secret.metadata,
        labels: { ...secret.metadata.labels, team: 'blue' },
        annotations: { 'managed-by': 'argocd.argoproj.io' },
      },
    }))
    hub.source('dev', { token: 'next' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev update source-changed done'])
    const { labels, annotations, data, uid } = hub.read('cluster-dev')!
    assert.deepEqual(labels, { ...OURS, team: 'blue' })
    assert.deepEqual(annotations, { 'managed-by': 'argocd.argoproj.io' })
    assert.equal(data['config'], '{"bearerToken":"next","tlsClientConfig":{"insecure":false}}')
    assert.equal(data['shard'], '1')
    assert.equal(data['project'], 'p')
    assert.ok(uid)
  })

  it('C4.40 is left alone when only foreign keys differ', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    hub.edit('cluster-dev', (secret) => ({
      ...secret,
      data: { ...secret.data, shard: 'MQ==' },
      metadata: { ...secret.metadata, labels: { ...secret.metadata.labels, team: 'blue' } },
    }))

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev unchanged up-to-date'])
    assert.equal(report.writes, 0)
  })

  it('C10.29 is not rewritten for the spelling of its JSON', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    const spelled = '{ "tlsClientConfig": {"insecure": false}, "bearerToken": "to\\u006b" }'
    hub.edit('cluster-dev', (secret) => ({
      ...secret,
      data: { ...secret.data, config: Buffer.from(spelled).toString('base64') },
    }))

    const report = await hub.sync()

    assert.equal(report.writes, 0)
    assert.equal(hub.read('cluster-dev')!.data['config'], spelled)
  })

  it('C4.34 has hand edits of its name, server and labels put back', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    const before = hub.read('cluster-dev')
    hub.edit('cluster-dev', (secret) => ({
      ...secret,
      data: { ...secret.data, name: 'eHg=', server: 'aHR0cHM6Ly94' },
      metadata: {
        ...secret.metadata,
        labels: { ...secret.metadata.labels, [`${P}provider`]: 'k3k', [`${P}cluster`]: 'other' },
      },
    }))

    await hub.sync()

    assert.deepEqual(hub.read('cluster-dev'), before)
  })

  it('C3.24 C5.39 loses trailing slashes without an address warning', async () => {
    const hub = new TestHub().namespace('dev').source('dev', { server: 'https://h:6443//' })
    await hub.sync()
    assert.equal(hub.read('cluster-dev')!.data['server'], 'https://h:6443')
    hub.edit('cluster-dev', (secret) => ({
      ...secret,
      data: { ...secret.data, server: Buffer.from('https://h:6443/').toString('base64') },
    }))

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev update source-changed done'])
    assert.ok(!warningsOf(report).includes('address-changed'))
    assert.equal(hub.read('cluster-dev')!.data['server'], 'https://h:6443')
  })

  it('C5.40 moves to a new address in place, with a warning', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    const { uid } = hub.read('cluster-dev')!
    hub.source('dev', { server: 'https://10.0.0.2:6443' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev update source-changed done'])
    assert.ok(warningsOf(report).includes('address-changed'))
    assert.equal(hub.read('cluster-dev')!.uid, uid)
    assert.equal(hub.read('cluster-dev')!.data['server'], 'https://10.0.0.2:6443')
  })

  it('C4.28 C4.31 C4.04 C4.06 carries prefixed labels and annotations, and loses those taken away', async () => {
    const hub = new TestHub()
      .namespace('dev', {
        labels: {
          [`${P}tier`]: 'a',
          [`${P}prune`]: 'disabled',
          [`${P}source-namespace`]: 'kube-system',
          other: 'x',
        },
        annotations: { [`${P}url`]: 'https://x, y', [`${P}provider`]: 'fake', plain: 'x' },
      })
      .source('dev')
    await hub.sync()
    const first = hub.read('cluster-dev')!
    assert.deepEqual(first.labels, { ...OURS, [`${P}tier`]: 'a' })
    assert.deepEqual(first.annotations, { [`${P}url`]: 'https://x, y' })
    hub.namespace('dev')

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev update metadata-changed done'])
    const second = hub.read('cluster-dev')!
    assert.deepEqual(second.labels, OURS)
    assert.deepEqual(second.annotations, {})
  })

  it('C4.29 C4.39 C6.63 keeps a pin, is still refreshed, and is not rewritten for it', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    hub.edit('cluster-dev', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, labels: { ...secret.metadata.labels, [`${P}prune`]: 'disabled' } },
    }))

    assert.equal((await hub.sync()).writes, 0)
    hub.source('dev', { token: 'next' })
    assert.deepEqual(brief(await hub.sync()), ['dev update source-changed done'])
    assert.equal(hub.read('cluster-dev')!.labels[`${P}prune`], 'disabled')
  })

  it('C4.14 C4.18 C4.21 leaves annotations over the limits out, with a warning each', async () => {
    const annotations: Record<string, string> = {
      [`${P}big`]: 'x'.repeat(4097),
      [`${P}fits`]: 'x'.repeat(4096),
    }
    for (let index = 0; index < 40; index += 1) annotations[`${P}k${String(index).padStart(2, '0')}`] = 'v'
    const hub = new TestHub().namespace('dev', { annotations }).source('dev')

    const report = await hub.sync()

    const kept = Object.keys(hub.read('cluster-dev')!.annotations)
    assert.equal(kept.length, 32)
    assert.ok(
      kept.includes(`${P}fits`) &&
        !kept.includes(`${P}big`) &&
        kept.includes(`${P}k30`) &&
        !kept.includes(`${P}k31`),
    )
    assert.equal(warningsOf(report).filter((reason) => reason === 'annotation-dropped').length, 10)
    assert.equal((await hub.sync()).writes, 0)
  })

  it('C4.16 C4.17 counts the bytes of all values, and admits a later one that still fits', async () => {
    const annotations: Record<string, string> = { [`${P}z`]: 'small' }
    for (let index = 0; index < 9; index += 1) annotations[`${P}k${index}`] = 'x'.repeat(4095)
    const hub = new TestHub().namespace('dev', { annotations }).source('dev')

    await hub.sync()

    const kept = Object.keys(hub.read('cluster-dev')!.annotations)
    assert.equal(kept.length, 9)
    assert.ok(kept.includes(`${P}z`) && !kept.includes(`${P}k8`))
  })

  it('C4.03 follows another prefix, owner and target namespace', async () => {
    const hub = new TestHub()
      .namespace('dev', {
        cluster: '',
        managedBy: '',
        labels: {
          'x.example/managed-by': 'me',
          'x.example/cluster': 'dev',
          'x.example/tier': 'a',
          [`${P}tier`]: 'b',
        },
      })
      .source('dev')

    await hub.sync({
      settings: {
        labelPrefix: { value: 'x.example/', origin: 'test' },
        managedBy: { value: 'me', origin: 'test' },
      },
    })

    assert.deepEqual(hub.read('cluster-dev')!.labels, {
      [SECRET_TYPE]: 'cluster',
      'x.example/managed-by': 'me',
      'x.example/cluster': 'dev',
      'x.example/source-namespace': 'dev',
      'x.example/source-namespace-uid': 'uid-dev',
      'x.example/provider': 'k3k',
      'x.example/tier': 'a',
    })
  })

  it('C6.69 gains the provider and the UID that an older version did not write', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    const before = hub.read('cluster-dev')
    hub.edit('cluster-dev', (secret) => {
      const {
        [`${P}provider`]: _p,
        [`${P}source-namespace-uid`]: _u,
        ...labels
      } = secret.metadata.labels ?? {}
      return { ...secret, metadata: { ...secret.metadata, labels } }
    })

    assert.deepEqual(brief(await hub.sync()), ['dev update metadata-changed done'])
    assert.deepEqual(hub.read('cluster-dev'), before)
  })

  it('is made again when somebody deleted it (C6.06)', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    hub.store.remove(
      'secrets',
      hub.store.find('secrets', { namespace: 'argocd', name: 'cluster-dev' })!.object,
    )

    assert.deepEqual(brief(await hub.sync()), ['dev register first-registration done'])
  })

  it('never shows what somebody else put into its address', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    for (const server of [
      'https://bob:MARKED@h/x',
      'https://h?token=MARKED',
      'https://h#MARKED',
      'bob:MARKED@h',
    ]) {
      hub.edit('cluster-dev', (secret) => ({
        ...secret,
        data: { ...secret.data, server: Buffer.from(server).toString('base64') },
      }))
      const owned = await hub.sync({ dryRun: 'client' })
      const lost = await new TestHub()
        .registration('cluster-dev', {
          labels: hub.read('cluster-dev')!.labels,
          data: hub.read('cluster-dev')!.data,
        })
        .sync({ dryRun: 'client' })

      assert.doesNotMatch(JSON.stringify([owned, lost]), /MARKED/)
    }
  })

  it('that is immutable is refreshed in its labels only, and said to be stuck otherwise', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    hub.edit('cluster-dev', (secret) => ({ ...secret, immutable: true }))
    hub.namespace('dev', { labels: { [`${P}tier`]: 'a' } })
    assert.deepEqual(brief(await hub.sync()), ['dev update metadata-changed done'])
    hub.source('dev', { token: 'next' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev keep registration-immutable'])
    assert.equal(report.exit, 1)
    assert.equal(report.writes, 0)
  })

  it('that is being deleted and held by a finalizer waits for its end', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    hub.edit('cluster-dev', (secret) => ({
      ...secret,
      metadata: { ...secret.metadata, deletionTimestamp: '2026-11-29T11:00:00Z', finalizers: ['x/y'] },
    }))

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev keep removal-pending'])
    assert.equal(report.writes, 0)
  })
})
