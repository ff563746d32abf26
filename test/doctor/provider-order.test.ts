import assert from 'node:assert/strict'
import { findingText } from '../../src/doctor/catalogue.ts'
import { providerOrder } from '../../src/doctor/checks/settings.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import { parseProvider } from '../../src/providers/parse-provider.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { cases } from '../fixtures/kubeconfigs/load.ts'
import { namespace } from '../commands/manifests.ts'
import { resultsOf } from './harness.ts'

interface World {
  readonly providers: readonly string[]
  readonly exec?: boolean
  readonly namespaces?: readonly string[]
  readonly objects: readonly object[]
}

/** A Secret of the corpus of kubeconfigs, as it stands in a namespace, under its own name or another. */
const secret = (id: string, inNamespace: string, name?: string): object => {
  const found = cases.find((one) => one.id === id)!
  const { metadata } = found.secret
  return {
    ...found.secret,
    kind: 'Secret',
    metadata: { ...metadata, namespace: inNamespace, name: name ?? metadata.name },
  }
}

const garbage = (inNamespace: string, name: string, key: string): object => ({
  kind: 'Secret',
  metadata: { namespace: inNamespace, name },
  stringData: { [key]: '{}' },
})

const findingsOf = async ({
  providers,
  exec = true,
  namespaces = [],
  objects,
}: World): Promise<readonly Finding[]> => {
  const settings = resolveSettings(
    {
      providers: { value: providers.map(parseProvider), origin: '--provider' },
      execCredentials: { value: exec, origin: '--exec-credentials' },
    },
    namespaces,
  )
  const [result] = await resultsOf(
    {
      objects,
      settings,
      now: Date.parse('2026-11-29T12:00:00Z'),
      minValidity: 0,
      companions: [],
      forbidden: [],
      unserved: [],
    },
    [providerOrder],
  )
  return result && 'findings' in result ? result.findings : []
}

const told = async (world: World): Promise<readonly string[]> =>
  (await findingsOf(world)).map(({ severity, params, related = [] }) => {
    const { message, remedy } = findingText('provider-order', params)
    return `${severity}: ${message} [${related.join(', ')}] → ${remedy}`
  })

const eks = (name: string): readonly object[] => [
  namespace(`eks-${name}`, name),
  secret('capa-eks-capi-token', `eks-${name}`),
  secret('capa-eks-user-iam-authenticator', `eks-${name}`),
]

const DIES = ": the token used instead ends in minutes (15 for EKS), and Argo CD can't renew it"

describe('provider-order', () => {
  it('names the order, the clusters and the token that dies where capi stands before capa-eks', async () => {
    assert.deepEqual(
      await told({ providers: ['capi', 'capa-eks'], objects: [...eks('b'), ...eks('a'), ...eks('c')] }),
      [
        `error: capi is declared before capa-eks and shadows the exec credential of 3 clusters (a, b, c)${DIES} ` +
          '[eks-a/web-user-kubeconfig, eks-b/web-user-kubeconfig, eks-c/web-user-kubeconfig] ' +
          '→ put capa-eks first: --provider capa-eks --provider capi',
      ],
    )
  })

  it('has nothing to say of the order it proposes', async () => {
    assert.deepEqual(await told({ providers: ['capa-eks', 'capi'], objects: eks('a') }), [])
  })

  it('keeps the other providers where they are, before and behind', async () => {
    const [finding] = await findingsOf({
      providers: ['k3k', 'capi', 'vcluster', 'capa-eks', 'kamaji'],
      objects: eks('a'),
    })
    assert.equal(
      finding!.params['flags'],
      '--provider k3k --provider capa-eks --provider capi --provider vcluster --provider kamaji',
    )
  })

  it('speaks of no token where an administrator certificate shadows an AKS kubeconfig', async () => {
    assert.deepEqual(
      await told({
        providers: ['capi', 'capz-aks'],
        objects: [
          namespace('aks-one', 'one'),
          secret('capz-aks-local-admin', 'aks-one'),
          secret('capz-aks-aad-devicecode', 'aks-one'),
        ],
      }),
      [
        'error: capi is declared before capz-aks and shadows the exec credential of 1 cluster (one) ' +
          '[aks-one/aks1-kubeconfig-user] → put capz-aks first: --provider capz-aks --provider capi',
      ],
    )
  })

  it('quotes custom providers as a shell takes them, with two pairs in one order', async () => {
    const [first, second] = await findingsOf({
      providers: ['capi', 'capz-aks', 'eks=web-user-*=value=exec'],
      objects: [
        ...eks('a'),
        namespace('aks-one', 'one'),
        secret('capz-aks-local-admin', 'aks-one'),
        secret('capz-aks-aad-devicecode', 'aks-one'),
      ],
    })
    const flags = "--provider capz-aks --provider 'eks=web-user-*=value=exec' --provider capi"
    assert.deepEqual([first!.params['exec'], first!.params['flags']], ['capz-aks', flags])
    assert.deepEqual([second!.params['exec'], second!.params['flags']], ['eks', flags])
  })

  it('warns where an earlier provider matches key and all, and finds nothing that can be used', async () => {
    assert.deepEqual(
      await told({
        providers: ['legacy=*-access=value', 'capi'],
        objects: [
          namespace('team-a', 'a'),
          garbage('team-a', 'old-access', 'value'),
          secret('capi-kubeadm', 'team-a'),
        ],
      }),
      [
        "warning: legacy is declared before capi and matches Secrets that can't be used: 1 cluster is registered by " +
          "capi only (a) [team-a/c1-kubeconfig] → put capi first: --provider capi --provider 'legacy=*-access=value'",
      ],
    )
  })

  it('says nothing where the earlier provider has another key, or an empty value', async () => {
    const objects = (key: string, value: string): readonly object[] => [
      namespace('team-a', 'a'),
      { kind: 'Secret', metadata: { namespace: 'team-a', name: 'old-access' }, stringData: { [key]: value } },
      secret('capi-kubeadm', 'team-a'),
    ]
    const providers = ['legacy=*-access=value', 'capi']
    assert.deepEqual(await told({ providers, objects: objects('other', '{}') }), [])
    assert.deepEqual(await told({ providers, objects: objects('value', ' \n') }), [])
  })

  it('leaves half-open gates to exec-gate: translation off, or the provider without its opt-in', async () => {
    assert.deepEqual(await told({ providers: ['capi', 'capa-eks'], exec: false, objects: eks('a') }), [])
    assert.deepEqual(await told({ providers: ['capa-eks', 'capi'], exec: false, objects: eks('a') }), [])
    assert.deepEqual(
      await told({ providers: ['eks=*-user-kubeconfig=value', 'capi'], objects: eks('a') }),
      [],
    )
  })

  it('blames the Secret, not the order, where the provider that belongs first finds garbage', async () => {
    assert.deepEqual(
      await told({
        providers: ['capa-eks', 'capi'],
        objects: [
          namespace('eks-a', 'a'),
          secret('capa-eks-capi-token', 'eks-a'),
          garbage('eks-a', 'web-user-kubeconfig', 'value'),
        ],
      }),
      [
        "warning: capa-eks finds nothing but Secrets that can't be used for 1 cluster that is registered by capi " +
          "meanwhile (a) [eks-a/web-user-kubeconfig] → correct or delete what can't be used: eks-a/web-user-kubeconfig",
      ],
    )
  })

  it('does not propose to move the built-in provider of imports', async () => {
    assert.deepEqual(
      await told({
        providers: ['k3k'],
        objects: [
          namespace('team-a', 'a'),
          garbage('team-a', 'k3k-a-kubeconfig', 'kubeconfig.yaml'),
          secret('kind-internal', 'team-a', 'registrar-import-a'),
        ],
      }),
      [],
    )
  })

  it('looks at the namespaces that were named only', async () => {
    const [finding, ...more] = await findingsOf({
      providers: ['capi', 'capa-eks'],
      namespaces: ['eks-a'],
      objects: [...eks('a'), ...eks('b')],
    })
    assert.deepEqual(more, [])
    assert.deepEqual(finding!.related, ['eks-a/web-user-kubeconfig'])
  })

  it('counts beyond the first five clusters', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const [finding] = await findingsOf({ providers: ['capi', 'capa-eks'], objects: names.flatMap(eks) })
    assert.equal(finding!.params['clusters'], 'a, b, c, d, e and 2 more')
    assert.equal(finding!.related!.length, 7)
  })
})
