import assert from 'node:assert/strict'
import { affectsOf } from '../../src/engine/affects.ts'
import { readApplications, type ApplicationSight } from '../../src/engine/observe/applications.ts'
import { createLiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import { grantApplications, type User } from '../envtest/identities.ts'
import type { Json } from '../envtest/rest.ts'
import { useHub } from '../envtest/shared-hub.ts'

const TARGET = 'applications-target'
const TEAM = 'applications-team'
const SERVER = 'https://10.9.8.7:6443'

const clusters = (env: string): object => ({ clusters: { selector: { matchLabels: { env } } } })
const list = { list: { elements: [{ cluster: 'x' }] } }
const template = {
  metadata: { name: '{{name}}-web' },
  spec: {
    project: 'default',
    source: { repoURL: 'https://git.example/web', path: '.' },
    destination: { server: '{{server}}', namespace: 'web' },
  },
}

/** One ApplicationSet for each place a cluster generator may stand in. */
const SETS: Readonly<Record<string, object>> = {
  top: { generators: [clusters('prod')] },
  all: { generators: [{ clusters: {} }], syncPolicy: { applicationsSync: 'create-only' } },
  matrix: { generators: [{ matrix: { generators: [list, clusters('prod')] } }] },
  merge: { generators: [{ merge: { mergeKeys: ['server'], generators: [clusters('prod'), list] } }] },
  nested: {
    generators: [{ matrix: { generators: [list, { matrix: { generators: [clusters('prod'), list] } }] } }],
  },
  'nested-merge': {
    generators: [
      {
        matrix: { generators: [{ merge: { mergeKeys: ['x'], generators: [clusters('prod'), list] } }, list] },
      },
    ],
  },
  elsewhere: { generators: [clusters('test'), list] },
}

describe('Applications on a real hub', () => {
  const hub = useHub()
  const post = (namespace: string, resource: string, object: object): Promise<Json> =>
    hub().rest.json('POST', `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/${resource}`, object)

  const addApplication = (
    namespace: string,
    name: string,
    destination: object,
    more: object = {},
  ): Promise<Json> =>
    post(namespace, 'applications', {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name, finalizers: ['resources-finalizer.argocd.argoproj.io/background'], ...more },
      spec: { ...template.spec, destination: { namespace: 'web', ...destination } },
    })

  /** What an identity sees, of this suite's own. */
  const read = async (user: User): Promise<ApplicationSight> => {
    const connection = await resolveConnection({ kubeconfig: hub().kubeconfig(user) }, {}, nodeDeps({}))
    const client = createLiveClient(connection)
    try {
      const sight = await readApplications(client, TARGET)
      if (sight.state !== 'seen') return sight
      const isOurs = ({ namespace }: { readonly namespace: string }): boolean =>
        [TARGET, TEAM].includes(namespace)
      return {
        ...sight,
        applications: sight.applications.filter(isOurs),
        applicationSets: sight.applicationSets.filter(isOurs),
      }
    } finally {
      client.close()
    }
  }

  before(async () => {
    for (const name of [TARGET, TEAM])
      await hub().rest.json('POST', '/api/v1/namespaces', { metadata: { name } })
    const uids = new Map<string, string>()
    for (const [name, spec] of Object.entries(SETS)) {
      const { metadata } = await post(TARGET, 'applicationsets', {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'ApplicationSet',
        metadata: { name },
        spec: { ...spec, template },
      })
      uids.set(name, metadata.uid)
    }
    const generatedBy = (name: string): object => ({
      ownerReferences: [
        {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'ApplicationSet',
          name,
          uid: uids.get(name),
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    })
    await addApplication(TARGET, 'child-web', { server: SERVER }, generatedBy('nested'))
    await addApplication(TARGET, 'child-kept', { name: 'child' }, generatedBy('all'))
    await addApplication(TARGET, 'child-gone', { name: 'child' }, generatedBy('top'))
    await addApplication(TEAM, 'by-hand', { server: `${SERVER}/` })
    await addApplication(TEAM, 'other', { name: 'other' })
  })

  const leaving = {
    clusterName: 'child',
    server: SERVER,
    labels: { env: 'prod', 'argocd.argoproj.io/secret-type': 'cluster' },
    visible: true,
  }
  const sets = ['all', 'matrix', 'merge', 'nested', 'nested-merge', 'top'].map((name) => `${TARGET}/${name}`)

  it('names all that a removal touches, wherever the cluster generator stands', async () => {
    assert.deepEqual(affectsOf(await read('admin'), leaving, []), {
      applications: [
        { name: `${TARGET}/child-gone`, fate: 'removed', generatedBy: `${TARGET}/top` },
        { name: `${TARGET}/child-kept`, fate: 'stranded', generatedBy: `${TARGET}/all` },
        { name: `${TARGET}/child-web`, fate: 'removed', generatedBy: `${TARGET}/nested` },
        { name: `${TEAM}/by-hand`, fate: 'stranded' },
      ],
      applicationSets: sets,
      known: true,
    })
  })

  it('tells a rename from a removal', async () => {
    const affects = affectsOf(await read('admin'), leaving, [{ clusterName: 'renamed', server: SERVER }])

    assert.deepEqual(
      affects.applications.map(({ name, fate, through }) => [name, fate, through]),
      [
        [`${TARGET}/child-gone`, 'removed', undefined],
        [`${TARGET}/child-kept`, 'stranded', undefined],
        [`${TARGET}/child-web`, 'removed-with-workloads', 'renamed'],
        [`${TEAM}/by-hand`, 'unharmed', 'renamed'],
      ],
    )
  })

  it('sees the target namespace where only that is granted, and says so', async () => {
    await grantApplications(hub().rest, 'reference-by-namespace', TARGET)

    const affects = affectsOf(await read('reference-by-namespace'), leaving, [])

    assert.deepEqual(
      affects.applications.map(({ name }) => name),
      ['child-gone', 'child-kept', 'child-web'].map((name) => `${TARGET}/${name}`),
    )
    assert.deepEqual(
      [affects.applicationSets, affects.known, affects.unseen?.problem],
      [sets, false, 'forbidden'],
    )
  })

  it('says that it saw nothing where nothing is granted', async () => {
    assert.deepEqual(await read('nobody'), {
      state: 'unseen',
      problem: 'forbidden',
      why: 'applications.argoproj.io is forbidden: User "nobody" cannot list resource "applications" in API group "argoproj.io" at the cluster scope',
    })
  })
})
