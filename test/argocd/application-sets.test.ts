import assert from 'node:assert/strict'
import { applicationSetDigest, selectsCluster } from '../../src/argocd/application-sets.ts'
import type { ClusterSource } from '../../src/argocd/application-generators.ts'

const sources = (...generators: readonly unknown[]): readonly ClusterSource[] =>
  applicationSetDigest({ metadata: { namespace: 'argocd', name: 's' }, spec: { generators } }).sources

const clusters = (label: string, more: object = {}): object => ({
  clusters: { selector: { matchLabels: { x: label } }, ...more },
})
const selecting = (label: string, decides = true): ClusterSource => ({
  selector: { matchLabels: { x: label }, matchExpressions: [] },
  decides,
})

describe('the digest of an ApplicationSet', () => {
  it('finds cluster generators at the top, in matrix and merge, and one combination deeper', () => {
    const list = { list: { elements: [{ cluster: 'a' }] } }

    assert.deepEqual(
      sources(
        clusters('top'),
        list,
        { matrix: { generators: [{ git: {} }, clusters('matrix')] } },
        { merge: { mergeKeys: ['server'], generators: [clusters('merge'), list] } },
        { matrix: { generators: [{ matrix: { generators: [clusters('matrix in matrix'), list] } }, list] } },
        { merge: { generators: [{ merge: { generators: [clusters('merge in merge')] } }] } },
        { matrix: { generators: [list, { merge: { generators: [clusters('merge in matrix')] } }] } },
      ),
      ['top', 'matrix', 'merge', 'matrix in matrix', 'merge in merge', 'merge in matrix'].map((label) =>
        selecting(label),
      ),
    )
  })

  it('goes no deeper than Argo CD does', () => {
    const inside = (generator: object): object => ({ matrix: { generators: [generator] } })

    assert.deepEqual(sources(inside(inside(clusters('two')))), [selecting('two')])
    assert.deepEqual(sources(inside(inside(inside(clusters('three'))))), [])
  })

  it('takes a generator without a selector for all clusters', () => {
    const all = { selector: { matchLabels: {}, matchExpressions: [] }, decides: true }
    assert.deepEqual(
      sources({ clusters: { selector: {} } }, { clusters: { selector: { matchLabels: null } } }),
      [all, all],
    )
    assert.deepEqual(sources({ clusters: {} }, { clusters: { selector: null } }), [
      { selector: {}, decides: true },
      { selector: {}, decides: true },
    ])
    assert.deepEqual(sources({ clusters: null }, { clusters: 'all' }, { list: {} }), [])
  })

  it('knows that a flat list, and a merge past its first generator, make no Application of a cluster', () => {
    assert.deepEqual(
      sources(
        clusters('flat', { flatList: true }),
        { matrix: { generators: [clusters('flat in matrix', { flatList: true }), { git: {} }] } },
        { merge: { generators: [clusters('base'), clusters('override')] } },
        { merge: { generators: [{ list: {} }, { matrix: { generators: [clusters('in override')] } }] } },
      ),
      [
        selecting('flat', false),
        selecting('flat in matrix', false),
        selecting('base'),
        selecting('override', false),
        selecting('in override', false),
      ],
    )
  })

  it('leaves open what another object, a service or a selector that is none gives out', () => {
    const open = { selector: 'unknown', decides: true }
    assert.deepEqual(
      sources({ clusterDecisionResource: { configMapRef: 'c' } }, { plugin: { configMapRef: {} } }),
      [open, open],
    )
    for (const selector of [
      'text',
      { matchLabels: { x: 1 } },
      { matchExpressions: {} },
      { matchExpressions: [{ key: 'x' }] },
      { matchExpressions: [{ key: 'x', operator: 'In', values: [1] }] },
    ])
      assert.deepEqual(sources({ matrix: { generators: [{ clusters: { selector } }] } }), [open])
  })

  it('deletes what it no longer generates, unless its policy is create-only or create-update', () => {
    const deletes = (syncPolicy: unknown): boolean =>
      applicationSetDigest({ metadata: { name: 's' }, spec: { syncPolicy } }).deletes

    for (const policy of [
      undefined,
      null,
      {},
      { applicationsSync: 'sync' },
      { applicationsSync: 'create-delete' },
    ])
      assert.equal(deletes(policy), true)
    for (const applicationsSync of ['create-only', 'create-update'])
      assert.equal(deletes({ applicationsSync, preserveResourcesOnDeletion: true }), false)
  })

  it('has nothing to give where its spec is nothing to read', () => {
    for (const spec of [
      undefined,
      null,
      [],
      { generators: {} },
      { generators: [null, 'x', { matrix: { generators: 'x' } }] },
    ])
      assert.deepEqual(applicationSetDigest({ metadata: { namespace: 'n', name: 's' }, spec }), {
        namespace: 'n',
        name: 's',
        sources: [],
        deletes: true,
      })
  })
})

describe('selectsCluster', () => {
  const labels = { env: 'prod', 'argocd.argoproj.io/secret-type': 'cluster' }
  const selects = (selector: ClusterSource['selector']): boolean =>
    selectsCluster({ selector, decides: true }, labels)

  it('goes by the labels of the cluster Secret', () => {
    assert.equal(selects({}), true)
    assert.equal(selects({ matchLabels: { env: 'prod' } }), true)
    assert.equal(selects({ matchLabels: { env: 'test' } }), false)
    assert.equal(selects({ matchExpressions: [{ key: 'env', operator: 'NotIn', values: ['prod'] }] }), false)
  })

  it('does not let a selector change which Secrets are clusters, as Argo CD does not', () => {
    assert.equal(selects({ matchLabels: { 'argocd.argoproj.io/secret-type': 'cluster' } }), true)
    assert.equal(selects({ matchLabels: { 'argocd.argoproj.io/secret-type': 'repository' } }), true)
  })

  it('takes what can not be told for a match', () => {
    assert.equal(selects('unknown'), true)
    assert.equal(selects({ matchLabels: { env: '{{ .env }}' } }), true)
  })
})
