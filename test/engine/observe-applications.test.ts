import assert from 'node:assert/strict'
import { readApplications } from '../../src/engine/observe/applications.ts'
import type { KubeClient, ListOptions } from '../../src/kube/client.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import type { Resource } from '../../src/kube/objects.ts'

const failed = (code: number, message: string): KubeError =>
  new KubeError({
    kind: code === 0 ? 'timeout' : 'status',
    code,
    reason: code === 403 ? 'Forbidden' : '',
    message,
    call: 'LIST',
  })
const FORBIDDEN = failed(403, 'applications is forbidden')
const NOT_SERVED = new KubeError({
  kind: 'http',
  code: 404,
  reason: '',
  message: 'm',
  call: 'c',
  unserved: true,
})

type Fault = (resource: Resource, options: ListOptions) => Error | undefined

/** A hub of two Applications and an ApplicationSet, and what was asked of it. */
const hub = (fault: Fault = () => undefined) => {
  const store = new MemoryStore()
  const place = (namespace: string, name: string) => ({ metadata: { namespace, name } })
  store.load('applications', { ...place('argocd', 'a'), spec: { destination: { name: 'child' } } })
  store.load('applications', { ...place('team', 'b'), spec: { destination: { server: 'https://x/' } } })
  store.load('applicationsets', { ...place('argocd', 's'), spec: { generators: [{ clusters: {} }] } })
  const memory = new MemoryClient(store)
  const asked: string[] = []
  const listPage: KubeClient['listPage'] = (resource, options) => {
    asked.push([resource, options.namespace ?? '*', options.limit].join(' '))
    const error = fault(resource, options)
    return error
      ? Promise.reject(error)
      : (MemoryClient.prototype.listPage.call(memory, resource, options) as never)
  }
  return { client: Object.assign(memory, { listPage }) as KubeClient, asked }
}

const A = {
  namespace: 'argocd',
  name: 'a',
  destination: { by: 'name', name: 'child' },
  cascades: false,
  deleting: false,
}
const B = { ...A, namespace: 'team', name: 'b', destination: { by: 'server', server: 'https://x' } }
const S = { namespace: 'argocd', name: 's', sources: [{ selector: {}, decides: true }], deletes: true }

describe('readApplications', () => {
  it('reads both kinds of all namespaces, a hundred at a time', async () => {
    const { client, asked } = hub()

    assert.deepEqual(await readApplications(client, 'argocd'), {
      state: 'seen',
      applications: [A, B],
      applicationSets: [S],
    })
    assert.deepEqual(asked.sort(), ['applications * 100', 'applicationsets * 100'])
  })

  it('reads the target namespace alone where all is forbidden, and says that there may be more', async () => {
    const { client, asked } = hub((_, { namespace }) => (namespace === undefined ? FORBIDDEN : undefined))

    assert.deepEqual(await readApplications(client, 'argocd'), {
      state: 'seen',
      applications: [A],
      applicationSets: [S],
      partial: { problem: 'forbidden', why: 'applications is forbidden' },
    })
    assert.deepEqual(asked.sort(), [
      'applications * 100',
      'applications argocd 100',
      'applicationsets * 100',
      'applicationsets argocd 100',
    ])
  })

  it('goes by the Applications where the ApplicationSets can not be read', async () => {
    const { client } = hub((resource) =>
      resource === 'applicationsets' ? failed(403, 'no sets') : undefined,
    )

    assert.deepEqual(await readApplications(client, 'argocd'), {
      state: 'seen',
      applications: [A, B],
      applicationSets: [],
      partial: { problem: 'forbidden', why: 'no sets' },
    })
  })

  it('has seen nothing where the Applications can not be read, whatever the reason', async () => {
    for (const [error, problem] of [
      [FORBIDDEN, 'forbidden'],
      [failed(0, 'no answer'), 'failed'],
      [failed(500, 'etcd is down'), 'failed'],
    ] as const) {
      const { client } = hub((resource) => (resource === 'applications' ? error : undefined))

      assert.deepEqual(await readApplications(client, 'argocd'), {
        state: 'unseen',
        problem,
        why: error.message,
      })
    }
  })

  it('knows that there are none where none are served, of either kind', async () => {
    assert.deepEqual(await readApplications(hub(() => NOT_SERVED).client, 'argocd'), { state: 'not-served' })
    const { client } = hub((resource) => (resource === 'applicationsets' ? NOT_SERVED : undefined))
    assert.deepEqual(await readApplications(client, 'argocd'), {
      state: 'seen',
      applications: [A, B],
      applicationSets: [],
    })
  })

  it('ends with the pass', async () => {
    await assert.rejects(readApplications(hub().client, 'argocd', AbortSignal.abort()), {
      name: 'KubeError',
      kind: 'aborted',
    })
  })
})
