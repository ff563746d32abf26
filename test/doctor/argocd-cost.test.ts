import assert from 'node:assert/strict'
import { ARGOCD_CHECKS } from '../../src/doctor/checks/argocd-all.ts'
import { CREDENTIAL_CHECKS } from '../../src/doctor/checks/credentials.ts'
import { runChecks, type CheckResult } from '../../src/doctor/run-checks.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { argoObject, clusterSecret, DAY, resultsOn, told } from './argocd-found.ts'
import { objectsIn } from './fixture.ts'
import { wardOf } from './harness.ts'

const CHECKS = [...CREDENTIAL_CHECKS, ...ARGOCD_CHECKS]
const IDS = CHECKS.map(({ id }) => id)

const skippedOf = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap(({ check, result }) => (result === 'skipped' ? [check.id] : []))

describe('what the checks of credentials and Argo CD need', () => {
  it('is a few lists, however many clusters and Applications there are', async () => {
    const objects = Array.from({ length: 1000 }, (_none, index) => {
      const name = `c${String(index)}`
      const data = { name, server: `https://${name}.example:6443` }
      return [
        clusterSecret(data, { secret: name }),
        argoObject('Application', name, { destination: { name: `${name}-gone` } }),
      ]
    }).flat()
    const { client, inspection } = wardOf({
      objects: [...objectsIn('base.yaml'), ...objects],
      settings: resolveSettings({}),
      now: Date.parse('2026-11-29T12:00:00Z'),
      minValidity: 7 * DAY,
      companions: [],
      forbidden: [],
      unserved: [],
    })
    await inspection.look()
    const before = client.counters().requests
    const results: CheckResult[] = []
    for await (const section of runChecks(CHECKS, inspection)) results.push(...section.results)
    assert.deepEqual(skippedOf(results), ['shard-imbalance', 'argocd-version'])
    // Cluster Secrets of Argo CD and of the hub, two pages each; ten of Applications; and one of each of nine others.
    assert.equal(client.counters().requests - before, 23)
  })

  it('is missing for Applications, ApplicationSets and AppProjects where the hub does not serve them', async () => {
    const unserved = ['applications', 'applicationsets', 'appprojects']
    const results = await resultsOn(IDS, [clusterSecret()], { unserved })
    assert.deepEqual(skippedOf(results).toSorted(), [
      'app-destination-spelling',
      'app-destination-unknown',
      'app-orphaned-destination',
      'appset-selector-none',
      'appset-untrusted-field',
      'argocd-version',
      'project-allow-all',
      'project-dead-destination',
      'project-invalid',
      'project-name-server-mixed',
      'project-namespace',
      'project-scope',
    ])
    const [first = ''] = told(results.filter(({ check }) => check.id === 'project-invalid'))
    assert.equal(first, 'project-invalid skipped: LIST appprojects: the hub does not serve it')
  })

  it('is missing for one check alone where only the target namespace may be read', async () => {
    const results = await resultsOn(IDS, [clusterSecret()], {
      // Of no namespace: a list of all of them.
      forbidden: ['list secrets ', 'list configmaps ', 'list appprojects '],
    })
    assert.deepEqual(skippedOf(results).toSorted(), [
      'argocd-version',
      'cluster-namespace',
      'project-namespace',
    ])
  })
})
