import assert from 'node:assert/strict'
import { applicationDigest, type ApplicationDigest } from '../../src/argocd/applications.ts'
import { applicationSetDigest, type ApplicationSetDigest } from '../../src/argocd/application-sets.ts'
import {
  affectsOf,
  type Affects,
  type LeavingCluster,
  type RemainingCluster,
} from '../../src/engine/affects.ts'
import type { ApplicationSight } from '../../src/engine/observe/applications.ts'

const SERVER = 'https://10.0.0.1:6443'
const TYPE = { 'argocd.argoproj.io/secret-type': 'cluster' }

const LEAVING: LeavingCluster = {
  clusterName: 'old',
  server: SERVER,
  labels: { ...TYPE, env: 'prod' },
  visible: true,
}
const RENAMED: RemainingCluster = { clusterName: 'new', server: SERVER }
const OTHER: RemainingCluster = { clusterName: 'other', server: 'https://10.0.0.2:6443' }

interface ApplicationOptions {
  readonly namespace?: string
  readonly to?: Readonly<Record<string, string>>
  readonly by?: string
  readonly cascades?: boolean
  readonly deleting?: boolean
}

const application = (name: string, options: ApplicationOptions = {}): ApplicationDigest => {
  const { namespace = 'argocd', to = { server: SERVER }, by, cascades = true, deleting = false } = options
  const controller = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    uid: 'u',
    controller: true,
  }
  return applicationDigest({
    metadata: {
      namespace,
      name,
      ...(by === undefined ? {} : { ownerReferences: [{ ...controller, name: by }] }),
      ...(cascades ? { finalizers: ['resources-finalizer.argocd.argoproj.io'] } : {}),
      ...(deleting ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
    },
    spec: { destination: to },
  })
}

const set = (name: string, generator: object, applicationsSync?: string): ApplicationSetDigest =>
  applicationSetDigest({
    metadata: { namespace: 'argocd', name },
    spec: { generators: [generator], syncPolicy: { applicationsSync } },
  })

const env = (value: string, more: object = {}): object => ({
  clusters: { selector: { matchLabels: { env: value } }, ...more },
})

const seen = (
  applications: readonly ApplicationDigest[],
  applicationSets: readonly ApplicationSetDigest[] = [],
): ApplicationSight => ({ state: 'seen', applications, applicationSets })

const fates = ({ applications }: Affects): string[] =>
  applications.map(({ name, fate, through }) => [name, fate, through].filter(Boolean).join(' '))

describe('affectsOf', () => {
  describe('Applications made by hand', () => {
    const sight = seen([
      application('by-server'),
      application('by-server-slash', { to: { server: `${SERVER}/` } }),
      application('by-name', { to: { name: 'old' }, namespace: 'team' }),
      application('by-both', { to: { name: 'old', server: SERVER } }),
      application('elsewhere', { to: { name: 'other' } }),
      application('local', { to: { server: 'https://kubernetes.default.svc' } }),
    ])

    it('stay and lose their cluster', () => {
      assert.deepEqual(affectsOf(sight, LEAVING, [OTHER]), {
        applications: [
          { name: 'argocd/by-server', fate: 'stranded' },
          { name: 'argocd/by-server-slash', fate: 'stranded' },
          { name: 'team/by-name', fate: 'stranded' },
        ],
        applicationSets: [],
        known: true,
      })
    })

    it('go on by the address where it is registered under another name, and not by the name', () => {
      assert.deepEqual(fates(affectsOf(sight, LEAVING, [OTHER, RENAMED])), [
        'argocd/by-server unharmed new',
        'argocd/by-server-slash unharmed new',
        'team/by-name stranded',
      ])
    })

    it('go on by a name that one other cluster has, and not by one that two have', () => {
      const namesake: RemainingCluster = { clusterName: 'old', server: 'https://10.0.0.3:6443' }
      const byName = seen([application('a', { to: { name: 'old' } })])

      assert.deepEqual(fates(affectsOf(byName, LEAVING, [namesake])), ['argocd/a unharmed old'])
      assert.deepEqual(fates(affectsOf(byName, LEAVING, [namesake, { ...namesake, server: 'https://x' }])), [
        'argocd/a stranded',
      ])
    })
  })

  describe('generated Applications', () => {
    const generated = (set: string): readonly ApplicationDigest[] => [
      application('by-name', { by: set, to: { name: 'old' } }),
      application('by-server', { by: set }),
      application('kept-workloads', { by: set, cascades: false }),
    ]

    it('go when the cluster does, and leave their workloads', () => {
      const affects = affectsOf(seen(generated('s'), [set('s', env('prod'))]), LEAVING, [OTHER])

      assert.deepEqual(affects, {
        applications: ['by-name', 'by-server', 'kept-workloads'].map((name) => ({
          name: `argocd/${name}`,
          fate: 'removed',
          generatedBy: 'argocd/s',
        })),
        applicationSets: ['argocd/s'],
        known: true,
      })
    })

    it('take their workloads along after a rename, where the destination is the address and they cascade', () => {
      const sight = seen(generated('s'), [set('s', env('prod'))])

      assert.deepEqual(fates(affectsOf(sight, LEAVING, [RENAMED])), [
        'argocd/by-name removed',
        'argocd/by-server removed-with-workloads new',
        'argocd/kept-workloads removed new',
      ])
    })

    it('stay where the policy of their ApplicationSet keeps them', () => {
      for (const policy of ['create-only', 'create-update']) {
        const sight = seen(generated('s'), [set('s', env('prod'), policy)])

        assert.deepEqual(fates(affectsOf(sight, LEAVING, [OTHER])), [
          'argocd/by-name stranded',
          'argocd/by-server stranded',
          'argocd/kept-workloads stranded',
        ])
        assert.deepEqual(fates(affectsOf(sight, LEAVING, [RENAMED])), [
          'argocd/by-name stranded',
          'argocd/by-server unharmed new',
          'argocd/kept-workloads unharmed new',
        ])
      }
    })

    it('stay where their ApplicationSet generates them without the cluster', () => {
      for (const generator of [
        { list: { elements: [{ server: SERVER }] } },
        env('test'),
        env('prod', { flatList: true }),
        { merge: { generators: [{ list: {} }, env('prod')] } },
      ])
        assert.deepEqual(
          fates(affectsOf(seen([application('a', { by: 's' })], [set('s', generator)]), LEAVING, [])),
          ['argocd/a stranded'],
        )
    })

    it('have to be expected to go where their generator can not be told, or is not in sight', () => {
      const applications = [application('a', { by: 's' })]

      for (const sets of [[set('s', { clusterDecisionResource: {} })], [set('s', { plugin: {} })], []])
        assert.deepEqual(affectsOf(seen(applications, sets), LEAVING, []), {
          applications: [{ name: 'argocd/a', fate: 'removed', generatedBy: 'argocd/s' }],
          applicationSets: ['argocd/s'],
          known: true,
        })
    })

    it('belong to the ApplicationSet of their own namespace', () => {
      const sight = seen(
        [application('a', { by: 's', namespace: 'team' })],
        [set('s', env('prod'), 'create-only')],
      )
      assert.deepEqual(affectsOf(sight, LEAVING, []), {
        applications: [{ name: 'team/a', fate: 'removed', generatedBy: 'team/s' }],
        applicationSets: ['argocd/s', 'team/s'],
        known: true,
      })
    })
  })

  describe('Applications on their way out', () => {
    it('lose what they had left to delete with the destination, and are else no concern', () => {
      const sight = seen([
        application('cascading', { deleting: true }),
        application('generated', { deleting: true, by: 's' }),
        application('plain', { deleting: true, cascades: false }),
      ])

      assert.deepEqual(fates(affectsOf(sight, LEAVING, [])), [
        'argocd/cascading removed',
        'argocd/generated removed',
      ])
      assert.deepEqual(fates(affectsOf(sight, LEAVING, [RENAMED])), [])
    })
  })

  it('names every ApplicationSet that gives the cluster out, in byte order, Applications or none', () => {
    const sets = [
      set('z', env('prod')),
      set('all', { clusters: {} }),
      set('B', { matrix: { generators: [{ git: {} }, env('prod')] } }),
      set('template', env('{{ .env }}')),
      set('other', env('test')),
      set('list', { list: {} }),
      set('decision', { clusterDecisionResource: {} }),
    ]

    assert.deepEqual(affectsOf(seen([], sets), LEAVING, []), {
      applications: [],
      applicationSets: ['argocd/B', 'argocd/all', 'argocd/template', 'argocd/z'],
      known: true,
    })
  })

  it('comes to nothing for a registration that is hidden already, and where no Applications are served', () => {
    const nothing = { applications: [], applicationSets: [], known: true }
    const sight = seen([application('a')], [set('s', { clusters: {} })])
    const unseen = { state: 'unseen', problem: 'forbidden', why: 'no' } as const

    assert.deepEqual(affectsOf(sight, { ...LEAVING, visible: false }, []), nothing)
    assert.deepEqual(affectsOf(unseen, { ...LEAVING, visible: false }, []), nothing)
    assert.deepEqual(affectsOf({ state: 'not-served' }, LEAVING, []), nothing)
  })

  it('says what it could not see, beside what it did', () => {
    const unseen = { problem: 'forbidden', why: 'applications is forbidden' } as const

    assert.deepEqual(affectsOf({ state: 'unseen', ...unseen }, LEAVING, []), {
      applications: [],
      applicationSets: [],
      known: false,
      unseen,
    })
    assert.deepEqual(affectsOf({ ...seenPart(), partial: unseen }, LEAVING, []), {
      applications: [{ name: 'argocd/a', fate: 'stranded' }],
      applicationSets: [],
      known: false,
      unseen,
    })
  })
})

const seenPart = (): Extract<ApplicationSight, { state: 'seen' }> => ({
  state: 'seen',
  applications: [application('a')],
  applicationSets: [],
})
