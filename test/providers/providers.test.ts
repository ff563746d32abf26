import assert from 'node:assert/strict'
import { UsageError } from '../../src/errors.ts'
import type { OwnerReference, Secret } from '../../src/kube/objects.ts'
import { matchesName, rankCandidates } from '../../src/providers/candidates.ts'
import { parseProvider } from '../../src/providers/parse-provider.ts'
import { PRESET_NAMES, PRESETS } from '../../src/providers/presets.ts'
import type { Provider } from '../../src/providers/provider.ts'
import { validateProviders } from '../../src/providers/validate-providers.ts'

const refusal = (action: () => unknown): string => {
  try {
    action()
  } catch (error) {
    assert.ok(error instanceof UsageError)
    assert.notEqual(error.remedy, '')
    return error.message
  }
  return ''
}

const custom = (fields: Partial<Provider> = {}): Provider => ({
  name: 'mytool',
  secretNamePattern: 'my-*',
  secretKeys: ['config'],
  allowExec: false,
  ...fields,
})

describe('provider presets', () => {
  it('C2.11–C2.16 are these, sorted as C2.17 has it', () => {
    assert.deepEqual(
      PRESET_NAMES.map((name) => {
        const preset = PRESETS[name]
        return [
          preset?.name,
          preset?.secretNamePattern,
          preset?.secretKeys.join(),
          preset?.secretType,
          preset?.allowExec,
        ]
      }),
      [
        ['capa-eks', '*-user-kubeconfig', 'value', undefined, true],
        ['capi', '*-kubeconfig', 'value', 'cluster.x-k8s.io/secret', false],
        ['capz-aks', '*-kubeconfig-user', 'value', undefined, true],
        ['k3k', 'k3k-*-kubeconfig', 'kubeconfig.yaml', undefined, false],
        ['kamaji', '*-admin-kubeconfig', 'admin.conf,admin.svc', undefined, false],
        ['vcluster', 'vc-*', 'config', undefined, false],
      ],
    )
    validateProviders(PRESET_NAMES.map(parseProvider))
  })

  it('C2.18 C2.19 capz-aks takes its own spelling only', () => {
    assert.equal(matchesName(parseProvider('capz-aks'), { name: 'c-user-kubeconfig' }), false)
    assert.equal(matchesName(parseProvider('capz-aks'), { name: 'c-kubeconfig-user' }), true)
  })

  it('k3k also takes a shortened name with its own controller owner', () => {
    const owner: OwnerReference = {
      apiVersion: 'k3k.io/v1beta1',
      kind: 'Cluster',
      name: 'x',
      uid: 'u',
      controller: true,
    }
    const matches = (name: string, ownerReference: OwnerReference): boolean =>
      matchesName(parseProvider('k3k'), { name, ownerReferences: [ownerReference] })
    assert.equal(matches('k3k-very-long-40e33', owner), true)
    assert.equal(matches('other-40e33', owner), false)
    assert.equal(matches('k3k-very-long-40e33', { ...owner, controller: false }), false)
    assert.equal(matches('k3k-very-long-40e33', { ...owner, apiVersion: 'cluster.x-k8s.io/v1beta2' }), false)
    assert.equal(matches('k3k-very-long-40e33', { ...owner, kind: 'VirtualClusterPolicy' }), false)
    assert.equal(matchesName(parseProvider('k3k'), { name: 'k3k-very-long-40e33' }), false)
  })
})

describe('a provider spec', () => {
  it('C2.20 C2.21 is a preset by its exact name', () => {
    assert.deepEqual(parseProvider('  capi '), PRESETS.capi)
    assert.equal(
      refusal(() => parseProvider(' ')),
      'a provider is empty',
    )
    for (const name of ['CAPI', 'toString', '__proto__', 'nope'])
      assert.equal(
        refusal(() => parseProvider(name)),
        `unknown provider "${name}"`,
      )
  })

  it('C2.22 C2.25 C2.26 C2.28 C2.29 is a custom one of three or four fields', () => {
    const expected = custom({
      secretNamePattern: 'mytool-*-kubeconfig',
      secretKeys: ['admin.conf', 'admin.svc'],
    })
    assert.deepEqual(parseProvider(' mytool = mytool-*-kubeconfig = admin.conf, ,admin.svc '), expected)
    assert.deepEqual(parseProvider('mytool=mytool-*-kubeconfig=admin.conf,admin.svc= exec'), {
      ...expected,
      allowExec: true,
    })
  })

  it('C1.38 C2.23 C2.24 is refused with other fields', () => {
    for (const spec of ['mytool=my-*', 'a=b=c=exec=e'])
      assert.equal(
        refusal(() => parseProvider(spec)),
        `provider "${spec}" does not have three or four fields`,
      )
    assert.equal(
      refusal(() => parseProvider('mytool=my-*=k=true')),
      'provider "mytool": the fourth field is "true"',
    )
  })

  it('C2.27 leaves empty fields to the validation', () => {
    const refused = (spec: string): string =>
      refusal(() => {
        validateProviders([parseProvider(spec)])
      })
    assert.deepEqual(['=glob=key', 'name==key', 'name=glob='].map(refused), [
      'the provider at position 0 has no name',
      'provider name has no Secret name pattern',
      'provider name has no Secret keys',
    ])
  })
})

describe('the validation of providers', () => {
  const refused = (...providers: readonly Provider[]): string =>
    refusal(() => {
      validateProviders(providers)
    })

  it('C1.43–C1.51 refuses each fault', () => {
    assert.equal(refused(), 'no provider is configured')
    assert.equal(refused(custom(), custom({ name: '' })), 'the provider at position 1 has no name')
    for (const name of ['my tool', 'a'.repeat(64), '-a', 'a-', 'ä'])
      assert.equal(refused(custom({ name })), `provider name "${name}" can't be a label value`)
    assert.equal(refused(custom(), custom()), 'provider mytool is listed twice')
    assert.equal(refused(custom({ secretNamePattern: '' })), 'provider mytool has no Secret name pattern')
    assert.equal(refused(custom({ secretKeys: [] })), 'provider mytool has no Secret keys')
    assert.equal(refused(custom({ secretKeys: ['a', ''] })), 'provider mytool has an empty Secret key')
    assert.equal(refused(custom({ secretKeys: ['a', 'b', 'a'] })), 'provider mytool lists the key "a" twice')
    assert.equal(refused(custom({ secretNamePattern: 'k3k-[' })), 'provider mytool: "k3k-[" is no valid glob')
  })

  it('C1.39 C2.31 accepts presets, and a custom provider with the name of an unlisted one', () => {
    assert.equal(refused(custom({ name: 'capi' }), ...['k3k', 'vcluster'].map(parseProvider)), '')
  })
})

describe('candidates', () => {
  const secret = (
    name: string,
    keys: readonly string[],
    more: { type?: string; owned?: boolean } = {},
  ): Secret => ({
    metadata: {
      name,
      ...(more.owned === true
        ? { ownerReferences: [{ apiVersion: 'v1', kind: 'Owner', name: 'o', uid: 'u', controller: true }] }
        : {}),
    },
    ...(more.type === undefined ? {} : { type: more.type }),
    data: Object.fromEntries(keys.map((key) => [key, ''])),
  })
  const ranked = (specs: readonly string[], secrets: readonly Secret[]): readonly string[] =>
    rankCandidates(specs.map(parseProvider), secrets).candidates.map(
      (candidate) =>
        `${candidate.provider.name} ${candidate.secret.metadata.name} ${candidate.key} ${String(candidate.score)}`,
    )

  it('C2.36 C2.37 are the declared keys that are present, in declared order', () => {
    assert.deepEqual(
      ranked(['kamaji'], [secret('t-admin-kubeconfig', ['super-admin.conf', 'admin.svc', 'admin.conf'])]),
      ['kamaji t-admin-kubeconfig admin.conf 0', 'kamaji t-admin-kubeconfig admin.svc 0'],
    )
  })

  it('C2.38 C2.59 leave out a Secret without the keys, and report it', () => {
    const ranking = rankCandidates(
      [parseProvider('vcluster')],
      [secret('vc-config-x', ['config.yaml', 'a']), secret('vc-x', ['config'])],
    )
    assert.deepEqual(
      ranking.candidates.map((candidate) => candidate.secret.metadata.name),
      ['vc-x'],
    )
    assert.deepEqual(ranking.nearMisses, [
      { provider: 'vcluster', secret: 'vc-config-x', keys: ['a', 'config.yaml'] },
    ])
  })

  it('C2.39 C2.52–C2.56 C2.58 are ordered by provider, score, name, key', () => {
    const type = 'cluster.x-k8s.io/secret'
    assert.deepEqual(
      ranked(
        ['kamaji', 'capi'],
        [
          secret('aaa-kubeconfig', ['value']),
          secret('B-kubeconfig', ['value']),
          secret('owned-kubeconfig', ['value'], { owned: true }),
          secret('typed-kubeconfig', ['value'], { type }),
          secret('both-kubeconfig', ['value'], { type, owned: true }),
          secret('z-admin-kubeconfig', ['admin.conf']),
        ],
      ),
      [
        'kamaji z-admin-kubeconfig admin.conf 0',
        'capi both-kubeconfig value 3',
        'capi typed-kubeconfig value 2',
        'capi owned-kubeconfig value 1',
        'capi B-kubeconfig value 0',
        'capi aaa-kubeconfig value 0',
      ],
    )
  })

  it('C2.40 C10.04 are offered by every provider that matches', () => {
    assert.deepEqual(ranked(['capa-eks', 'capi'], [secret('c-user-kubeconfig', ['value'])]), [
      'capa-eks c-user-kubeconfig value 0',
      'capi c-user-kubeconfig value 0',
    ])
  })

  it('are none for a Secret without data', () => {
    assert.deepEqual(rankCandidates([parseProvider('vcluster')], [{ metadata: { name: 'vc-x' } }]), {
      candidates: [],
      nearMisses: [{ provider: 'vcluster', secret: 'vc-x', keys: [] }],
    })
  })
})
