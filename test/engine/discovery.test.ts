import assert from 'node:assert/strict'
import { brief, kubeconfig, P, providers, TestHub, warningsOf } from './test-hub.ts'

const registeredFrom = async (hub: TestHub, ...specs: readonly string[]): Promise<string | undefined> => {
  const report = await hub.sync({ settings: providers(...specs) })
  const [decision] = report.decisions
  return decision?.source && `${decision.source.secret}[${decision.source.key}]`
}

describe('which namespaces', () => {
  it('C2.01 C2.02 are those with exactly the owner label, on the namespace', async () => {
    const hub = new TestHub()
      .namespace('other', { managedBy: 'somebody' })
      .source('other')
      .namespace('none', { managedBy: '' })
      .source('none')
      .namespace('dev')
      .source('dev')

    assert.deepEqual(brief(await hub.sync()), ['dev register first-registration done'])
  })

  it('C2.03 without a cluster label are refused', async () => {
    const report = await new TestHub().namespace('dev', { cluster: '' }).source('dev').sync()

    assert.deepEqual(brief(report), ['- refuse cluster-label-missing'])
    assert.equal(report.decisions[0]?.remedy, `kubectl label namespace dev ${P}cluster=NAME --overwrite`)
    assert.equal(report.exit, 1)
  })

  it('C2.04 C2.05 C10.02 C10.03 with an illegal or reserved name are refused, dots are not', async () => {
    for (const [cluster, expected] of [
      ['Prod_Cluster', 'refuse cluster-name-illegal'],
      ['a..b', 'refuse cluster-name-illegal'],
      ['in-cluster', 'refuse cluster-name-reserved'],
      ['prod.eu', 'register first-registration done'],
    ] as const) {
      const report = await new TestHub().namespace('dev', { cluster }).source('dev').sync()

      assert.deepEqual(brief(report), [`${cluster} ${expected}`])
    }
  })

  it('C2.10 may be the target namespace itself', async () => {
    const hub = new TestHub().namespace('argocd', { cluster: 'self' }).source('argocd')

    assert.deepEqual(brief(await hub.sync()), ['self register first-registration done'])
  })

  it('C6.02 that wait keep no other from being registered', async () => {
    const hub = new TestHub().namespace('a').namespace('b').source('b')

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a wait source-missing', 'b register first-registration done'])
    assert.equal(report.exit, 0)
  })
})

describe('which Secret', () => {
  it('C2.36 C2.44 C2.45 takes the keys in declared order, the first that translates', async () => {
    const hub = new TestHub()
      .namespace('dev')
      .source('dev', { name: 'x-admin-kubeconfig', key: 'admin.svc', server: 'https://svc.example:6443' })
      .source('dev', { name: 'x-admin-kubeconfig', key: 'admin.conf', server: 'https://lb.example:6443' })
    assert.equal(await registeredFrom(hub, 'kamaji'), 'x-admin-kubeconfig[admin.conf]')

    hub.source('dev', { name: 'x-admin-kubeconfig', key: 'admin.conf', text: '{' })
    assert.equal(await registeredFrom(hub, 'kamaji'), 'x-admin-kubeconfig[admin.svc]')
  })

  it('C2.39 C2.47 prefers an earlier provider', async () => {
    const hub = new TestHub()
      .namespace('dev')
      .source('dev', { name: 'a-kubeconfig', key: 'value' })
      .source('dev', { name: 'z-admin-kubeconfig', key: 'admin.conf' })

    assert.equal(await registeredFrom(hub, 'kamaji', 'capi'), 'z-admin-kubeconfig[admin.conf]')
  })

  it('C2.55 C2.56 prefers what is vouched for by an owner or the type', async () => {
    const owned = new TestHub()
      .namespace('dev')
      .source('dev', { name: 'k3k-aaa-kubeconfig' })
      .source('dev', { name: 'k3k-real-kubeconfig', owned: true })
    assert.equal(await registeredFrom(owned, 'k3k'), 'k3k-real-kubeconfig[kubeconfig.yaml]')

    const typed = new TestHub()
      .namespace('dev')
      .source('dev', { name: 'aaa-kubeconfig', key: 'value' })
      .source('dev', { name: 'c-kubeconfig', key: 'value', type: 'cluster.x-k8s.io/secret' })
    assert.equal(await registeredFrom(typed, 'capi'), 'c-kubeconfig[value]')
  })

  it('C10.04 claims on success: a Secret that an earlier provider could not use is tried by a later one', async () => {
    const hub = new TestHub()
      .namespace('dev')
      .source('dev', { name: 'x-kubeconfig', key: 'value', text: '<html>' })
      .source('dev', { name: 'x-kubeconfig', key: 'admin.conf' })

    assert.equal(await registeredFrom(hub, 'capi', 'own=*-kubeconfig=admin.conf'), 'x-kubeconfig[admin.conf]')
  })

  it('says which equal one was passed over', async () => {
    const hub = new TestHub()
      .namespace('dev')
      .source('dev', { name: 'a-kubeconfig', key: 'value' })
      .source('dev', { name: 'b-kubeconfig', key: 'value' })

    const report = await hub.sync({ settings: providers('capi') })

    assert.deepEqual(warningsOf(report), ['source-ambiguous'])
    assert.equal(report.decisions[0]?.source?.secret, 'a-kubeconfig')
  })

  it('C2.38 C2.59 waits where the keys are missing, and says what is there', async () => {
    const hub = new TestHub()
      .namespace('dev')
      .source('dev', { name: 'x-admin-kubeconfig', key: 'kubeconfig' })

    const report = await hub.sync({ settings: providers('kamaji') })

    assert.deepEqual(brief(report), ['dev wait key-missing'])
    assert.match(report.decisions[0]?.message ?? '', /x-admin-kubeconfig \(provider kamaji\) has kubeconfig/)
  })

  it('waits where the value is still empty', async () => {
    const hub = new TestHub().namespace('dev').source('dev', { text: ' \n' })

    assert.deepEqual(brief(await hub.sync()), ['dev wait source-empty'])
  })

  it('C2.60 names a cause for every candidate that fails, and leaves the registration alone', async () => {
    const hub = new TestHub().namespace('dev').source('dev')
    await hub.sync()
    const before = hub.read('cluster-dev')
    hub
      .source('dev', { server: 'http://plain' })
      .source('dev', { name: 'k3k-other-kubeconfig', text: '- list' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['dev keep source-unusable'])
    assert.equal(report.exit, 1)
    assert.deepEqual(
      report.decisions[0]?.candidates?.map(({ secret, rejected }) => [secret, rejected]),
      [
        ['k3k-dev-kubeconfig', 'server-insecure'],
        ['k3k-other-kubeconfig', 'kubeconfig-unparsable'],
      ],
    )
    assert.deepEqual(hub.read('cluster-dev'), before)
  })

  it('reads many candidates of a namespace and a large namespace alike', async () => {
    const hub = new TestHub().namespace('few').namespace('many')
    hub
      .source('few', { name: 'k3k-a-kubeconfig', server: 'https://few:6443', owned: true })
      .source('few', { name: 'k3k-b-kubeconfig' })
    for (let index = 0; index < 60; index += 1) hub.source('many', { name: `noise-${index}` })
    hub
      .source('many', { name: 'k3k-a-kubeconfig', text: '{' })
      .source('many', { name: 'k3k-b-kubeconfig', server: 'https://many:6443' })

    const report = await hub.sync()

    assert.deepEqual(
      report.decisions.map(({ cluster, source }) => [cluster, source?.secret]),
      [
        ['few', 'k3k-a-kubeconfig'],
        ['many', 'k3k-b-kubeconfig'],
      ],
    )
  })
})

describe('exec providers', () => {
  const exec = JSON.stringify({
    ...(JSON.parse(kubeconfig({ server: 'https://A.gr7.eu-west-1.eks.amazonaws.com' })) as object),
    users: [
      {
        name: 'u',
        user: {
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1beta1',
            command: 'aws-iam-authenticator',
            args: ['token', '-i', 'prod'],
          },
        },
      },
    ],
  })
  const eks = (): TestHub =>
    new TestHub()
      .namespace('dev')
      .source('dev', {
        name: 'c-kubeconfig',
        key: 'value',
        server: 'https://A.gr7.eu-west-1.eks.amazonaws.com',
      })
      .source('dev', { name: 'c-user-kubeconfig', key: 'value', text: exec })
  const on = { execCredentials: { value: true, origin: 'test' } }

  it('C2.64 C2.69 given first register the translated credential, with no warning of a shadow', async () => {
    const hub = eks()

    const report = await hub.sync({ settings: { ...providers('capa-eks', 'capi'), ...on } })

    assert.equal(hub.read('cluster-dev')!.labels[`${P}provider`], 'capa-eks')
    assert.match(hub.read('cluster-dev')!.data['config']!, /"awsAuthConfig":\{"clusterName":"prod"\}/)
    assert.ok(!warningsOf(report).includes('exec-shadowed'))
  })

  it('C2.65 C2.66 given last are shadowed, and the warning names both Secrets', async () => {
    const report = await eks().sync({ settings: { ...providers('capi', 'capa-eks'), ...on } })

    assert.equal(report.decisions[0]?.source?.secret, 'c-kubeconfig')
    const warning = report.decisions[0].warnings?.find(({ reason }) => reason === 'exec-shadowed')
    assert.match(warning?.message ?? '', /c-kubeconfig.*c-user-kubeconfig/)
    assert.match(warning?.remedy ?? '', /--provider capa-eks --provider capi/)
  })

  it('C2.66 given last, then the warning proposes all the providers, each custom one fit to be pasted', async () => {
    const custom = 'own=c-own-*=value'
    const report = await eks().sync({ settings: { ...providers('k3k', 'capi', custom, 'capa-eks'), ...on } })

    const warning = report.decisions[0]?.warnings?.find(({ reason }) => reason === 'exec-shadowed')
    assert.equal(
      warning?.remedy,
      `put capa-eks first: --provider k3k --provider capa-eks --provider capi --provider '${custom}'`,
    )
  })

  it('C2.65 given last by an update of what was registered in the right order, then the plan warns of it', async () => {
    const hub = eks()
    await hub.sync({ settings: { ...providers('capa-eks', 'capi'), ...on } })

    const report = await hub.sync({
      settings: { ...providers('capi', 'capa-eks'), ...on },
      dryRun: 'client',
    })

    assert.deepEqual(brief(report), ['dev update source-changed planned'])
    assert.ok(warningsOf(report).includes('exec-shadowed'))
  })

  it('C2.70 give no such warning while the switch is off', async () => {
    const report = await eks().sync({ settings: providers('capi', 'capa-eks') })

    assert.ok(!warningsOf(report).includes('exec-shadowed'))
  })
})
