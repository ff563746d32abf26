import assert from 'node:assert/strict'
import { UsageError } from '../../src/errors.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { compileProviders, rankCandidates } from '../../src/providers/candidates.ts'
import { isConfigured } from '../../src/providers/imported.ts'
import { parseProvider } from '../../src/providers/parse-provider.ts'
import { PRESET_NAMES } from '../../src/providers/presets.ts'

const secret = (name: string, ...keys: readonly string[]): Secret => ({
  metadata: { namespace: 'n', name },
  data: Object.fromEntries(keys.map((key) => [key, ''])),
})

const ranked = (specs: readonly string[], ...secrets: readonly Secret[]): readonly string[] =>
  rankCandidates(specs.map(parseProvider), secrets).candidates.map(
    ({ provider, secret: { metadata }, key }) => `${provider.name} ${metadata.name}[${key}]`,
  )

describe('the built-in provider of imports', () => {
  const imported = secret('registrar-import-a', 'kubeconfig', 'value')

  it('given any providers, then an imported kubeconfig is a candidate, behind all others', () => {
    assert.deepEqual(ranked(['k3k'], imported, secret('k3k-a-kubeconfig', 'kubeconfig.yaml')), [
      'k3k k3k-a-kubeconfig[kubeconfig.yaml]',
      'import registrar-import-a[kubeconfig]',
    ])
    assert.deepEqual(ranked(['any=*=value'], imported), [
      'any registrar-import-a[value]',
      'import registrar-import-a[kubeconfig]',
    ])
    assert.equal(compileProviders([parseProvider('k3k')]).matchesAny({ name: 'registrar-import-a' }), true)
    assert.equal(
      compileProviders([parseProvider('k3k')]).matchesAny({ name: 'my-registrar-import-a' }),
      false,
    )
  })

  it('given a provider of that name is configured, then it stands in the place of the built-in one', () => {
    const configured = 'import=mine-*=config'

    assert.deepEqual(ranked([configured, 'k3k'], imported, secret('mine-a', 'config')), [
      'import mine-a[config]',
    ])
  })

  it('given its name, then it is no preset to be typed', () => {
    assert.ok(!PRESET_NAMES.includes('import'))
    assert.throws(() => parseProvider('import'), UsageError)
  })

  it('given registrations of a provider, then those of imports are always ours to refresh', () => {
    const providers = [parseProvider('k3k')]

    assert.deepEqual(
      ['k3k', 'import', 'capi'].map((name) => isConfigured(providers, name)),
      [true, true, false],
    )
  })
})
