import assert from 'node:assert/strict'
import { Skipped, type Check } from '../../src/doctor/check.ts'
import type { Finding, Severity } from '../../src/doctor/finding.ts'
import type { Inspection } from '../../src/doctor/inspection.ts'
import { UsageError } from '../../src/errors.ts'
import { readFixture } from './fixture.ts'
import { resultsOf, wardOf } from './harness.ts'

const check = (run: Check['run'], more: Partial<Check> = {}): Check => ({
  id: 'provider-order',
  section: 'settings',
  on: 'anywhere',
  run,
  ...more,
})

const found = (severity: Severity): Finding => ({ severity, object: severity, params: {} })

const outcomes = async (
  checks: readonly Check[],
  circumstances: { readonly forbidden?: readonly string[]; readonly unserved?: readonly string[] } = {},
): Promise<readonly string[]> => {
  const fixture = { ...readFixture('provider-order', 'good'), ...circumstances }
  const results = await resultsOf(fixture, checks)
  return results.map((result) =>
    result.result === 'skipped'
      ? `skipped: ${result.why}`
      : [result.result, ...('findings' in result ? result.findings.map(({ object }) => object) : [])].join(
          ' ',
        ),
  )
}

describe('checks', () => {
  it('come to the gravest of what they find, told first', async () => {
    assert.deepEqual(
      await outcomes([
        check(() => Promise.resolve([])),
        check(() => Promise.resolve([found('info')])),
        check(() => Promise.resolve([found('info'), found('error'), found('warning')])),
      ]),
      ['passed', 'info info', 'error error warning info'],
    )
  })

  it('run section by section, in the order of a report', async () => {
    const order: string[] = []
    const noting = (section: Check['section']): Check =>
      check(
        () => {
          order.push(section)
          return Promise.resolve([])
        },
        { section },
      )
    await outcomes(
      ['controller', 'access', 'claims', 'access'].map((section) => noting(section as Check['section'])),
    )
    assert.deepEqual(order, ['access', 'access', 'claims', 'controller'])
  })

  it('are skipped, never passed, where the hub refuses, serves nothing of the kind, or a pass cannot work', async () => {
    const list =
      (resource: 'applications' | 'configmaps') =>
      async (inspection: Inspection): Promise<readonly Finding[]> => {
        await inspection.list(resource)
        return []
      }
    assert.deepEqual(
      await outcomes(
        [
          check(list('configmaps')),
          check(list('applications')),
          check(() => Promise.reject(new Skipped('nothing to go by'))),
          check(() => Promise.reject(new UsageError('forbidden: everything', 'ask'))),
        ],
        { forbidden: ['list configmaps'], unserved: ['applications'] },
      ),
      [
        'skipped: configmaps is forbidden: User "somebody" cannot list resource "configmaps" at the cluster scope',
        'skipped: LIST applications: the hub does not serve it',
        'skipped: nothing to go by',
        'skipped: forbidden: everything',
      ],
    )
  })

  it('end the command where they fail by a mistake of ours', async () => {
    await assert.rejects(
      outcomes([check(() => Promise.reject(new TypeError('of undefined')))]),
      (error) => error instanceof TypeError,
    )
  })

  it('contact no child cluster without being asked to', async () => {
    assert.deepEqual(await outcomes([check(() => Promise.resolve([found('error')]), { only: 'probe' })]), [
      'skipped: it contacts child clusters, and runs with --probe only',
    ])
  })
})

describe('what checks look at', () => {
  it('is read once, however many ask', async () => {
    const requests: number[] = []
    const fixture = readFixture('provider-order', 'bad')
    const looking = check(async (inspection) => {
      await Promise.all([inspection.look(), inspection.list('configmaps', { namespace: 'argocd' })])
      await inspection.find('namespaces', { name: 'argocd' })
      return []
    })
    for (const times of [1, 5]) {
      const { client, inspection } = wardOf(fixture)
      for (let turn = 0; turn < times; turn += 1) await looking.run(inspection)
      requests.push(client.counters().requests)
    }
    assert.equal(requests[0], requests[1])
  })

  it('is absent where the API server says so', async () => {
    const { inspection } = wardOf(readFixture('provider-order', 'good'))
    assert.equal(await inspection.find('configmaps', { namespace: 'argocd', name: 'none' }), undefined)
  })
})
