import assert from 'node:assert/strict'
import { findingText } from '../../src/doctor/catalogue.ts'
import { targetNamespaceMissing } from '../../src/doctor/checks/target-namespace.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { resultsOf } from './harness.ts'

interface Arrangement {
  readonly namespaces?: readonly string[]
  /** Namespaces with an Argo CD. */
  readonly homes?: readonly string[]
  /** Typed with `--target-namespace`. */
  readonly target?: string
  readonly forbidden?: readonly string[]
}

const look = async ({
  namespaces = [],
  homes = [],
  target,
  forbidden = [],
}: Arrangement): Promise<readonly string[]> => {
  const [result] = await resultsOf(
    {
      objects: [
        ...[...new Set([...namespaces, ...homes])].map((name) => ({ kind: 'Namespace', metadata: { name } })),
        ...homes.map((namespace) => ({ kind: 'ConfigMap', metadata: { name: 'argocd-cm', namespace } })),
      ],
      settings: resolveSettings(
        target === undefined ? {} : { targetNamespace: { value: target, origin: '--target-namespace' } },
      ),
      now: 0,
      minValidity: 0,
      companions: [],
      forbidden,
      unserved: [],
    },
    [targetNamespaceMissing],
  )
  if (result!.result === 'skipped') return [`skipped: ${result!.why}`]
  if (result!.result === 'passed') return []
  return result!.findings.flatMap(({ severity, params }) => {
    const { message, remedy } = findingText('target-namespace-missing', params)
    return [`${severity}: ${message}`, remedy]
  })
}

describe('target-namespace-missing', () => {
  it('passes where Argo CD is', async () => {
    assert.deepEqual(await look({ homes: ['argocd'] }), [])
    assert.deepEqual(await look({ homes: ['argocd', 'argo-cd'], target: 'argo-cd' }), [])
  })

  it('names the namespaces that hold one', async () => {
    assert.deepEqual(await look({ homes: ['tools', 'argo-cd'] }), [
      'error: namespace argocd does not exist; Argo CD is in argo-cd, tools',
      'name the namespace Argo CD runs in: --target-namespace argo-cd',
    ])
    assert.deepEqual(await look({ namespaces: ['argocd'], homes: ['argo-cd'] }), [
      'error: there is no Argo CD in argocd: it has no ConfigMap argocd-cm; Argo CD is in argo-cd',
      'name the namespace Argo CD runs in: --target-namespace argo-cd',
    ])
  })

  it('warns where the namespace was named, and is an error where that does not exist', async () => {
    const [first] = await look({ namespaces: ['tools'], homes: ['argocd'], target: 'tools' })
    assert.equal(
      first,
      'warning: there is no Argo CD in tools: it has no ConfigMap argocd-cm; Argo CD is in argocd',
    )
    assert.match(
      (await look({ homes: ['argocd'], target: 'tols' }))[0]!,
      /^error: namespace tols does not exist/,
    )
  })

  it('does without the others where they may not be looked for', async () => {
    assert.deepEqual(await look({ homes: ['argo-cd'], forbidden: ['list configmaps'] }), [
      'error: namespace argocd does not exist',
      'name the namespace Argo CD runs in with --target-namespace, or install it in argocd',
    ])
  })

  it('says nothing of what it may not see', async () => {
    const [first] = await look({ homes: ['argocd'], forbidden: ['get configmaps'] })
    assert.match(first!, /^skipped: configmaps is forbidden/)
  })
})
