import assert from 'node:assert/strict'
import { UsageError } from '../../src/errors.ts'
import { DEFAULT_VALUES } from '../../src/manifests/default-values.ts'
import { renderManifests } from '../../src/manifests/index.ts'
import { mergeParts, valuesOf } from '../../src/manifests/merge-values.ts'
import type { Manifest } from '../../src/manifests/names.ts'
import { runBin } from '../support/cli.ts'
import { assertGolden } from '../commands/golden.ts'
import { CASES, EVERYTHING, REFUSED, type Case } from './cases.ts'
import { documentsOf, helmTemplate, renderChart, useHelm } from './helm.ts'
import { VERSION } from './version.ts'

const ours = ({ name = 'registrar', namespace = 'argocd', values }: Case): readonly Manifest[] =>
  renderManifests(valuesOf(mergeParts({ ...DEFAULT_VALUES }, values as Readonly<Record<string, unknown>>)), {
    name,
    namespace,
    version: VERSION,
    service: 'Helm',
  })

const byKey = (manifests: readonly Manifest[]): Readonly<Record<string, unknown>> => {
  const keyed = manifests.map((manifest): [string, unknown] => {
    const { name, namespace = '' } = manifest.metadata
    return [`${manifest.kind} ${namespace}/${name}`, JSON.parse(JSON.stringify(manifest))]
  })
  assert.equal(new Set(keyed.map(([key]) => key)).size, keyed.length)
  return Object.fromEntries(keyed)
}

const refusalOf = (given: Case): string => {
  try {
    ours(given)
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}\n${error.remedy}`
    throw error
  }
  return ''
}

describe('the chart and the verb manifests', function () {
  this.timeout(30_000)
  useHelm()

  for (const given of CASES)
    it(`given ${given.title}, then both make the same objects`, async () => {
      assert.deepEqual(byKey(ours(given)), byKey(await renderChart(given)))
    })

  for (const { says, ...given } of REFUSED)
    it(`given ${given.title}, then both refuse, and say so`, async () => {
      const { code, stderr, stdout } = await helmTemplate(given)
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      for (const text of [stderr, refusalOf(given)])
        for (const part of says) assert.ok(text.includes(part), `"${part}" is not in: ${text}`)
    })

  it('given the verb itself, then its objects differ from those of helm only in who manages them', async () => {
    const { code, stderr, stdout } = await runBin(['manifests', '--name', 'registrar'])
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    const asHelm = (manifest: Manifest): Manifest => {
      const labels = {
        ...manifest.metadata.labels,
        'app.kubernetes.io/managed-by': 'Helm',
        'helm.sh/chart': `kubectl-registrar-${VERSION}`,
      }
      return { ...manifest, metadata: { ...manifest.metadata, labels } }
    }
    assert.deepEqual(byKey(documentsOf(stdout).map(asHelm)), byKey(await renderChart()))
  })

  for (const [name, values] of [
    ['default', {}],
    ['everything', EVERYTHING],
  ] as const)
    it(`given ${name}, then helm prints what the golden file has`, async () => {
      assertGolden(
        `chart-${name}`,
        `helm template registrar deploy/chart (${name})`,
        await helmTemplate({ values }),
      )
    })

  it('C8.51: given a policy, then it renders from Kubernetes 1.30 on, prereleases of it too', async () => {
    const values = { admissionPolicy: { enabled: true, authorizedUsers: ['a'] } }
    const codes = async (version: string): Promise<number> =>
      (await helmTemplate({ values, words: ['--kube-version', version] })).code
    const old = await helmTemplate({ values, words: ['--kube-version', '1.29.0'] })

    assert.match(old.stderr, /came with Kubernetes 1\.30, and this is v1\.29\.0[^]*--kube-version/)
    assert.deepEqual(
      [old.code, await codes('1.30.0'), await codes('1.30.0-rc.1'), await codes('1.34.1')],
      [1, 0, 0, 0],
    )
  })
})
