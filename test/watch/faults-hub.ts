import { findAssets } from '../envtest/assets.ts'
import { installCrds } from '../envtest/crds.ts'
import type { Hub } from '../envtest/hub.ts'
import { grantApplications } from '../envtest/identities.ts'
import type { Json } from '../envtest/rest.ts'
import { eventually } from './eventually.ts'
import type { Fault } from './fault.ts'
import { leave } from './leaver.ts'

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const APPLICATIONS = ['applications.argoproj.io', 'applicationsets.argoproj.io'] as const

/** The API server waits some seconds for its likes before one is gone, and longer where it is busy. */
const CRD_LIMIT = 120_000

const BINDINGS = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'
const READERS = ['reference-read', 'watcher-read'] as const

const isReady = async ({ rest }: Hub): Promise<boolean> => {
  try {
    return (await rest.send('GET', '/readyz')).status === 200
  } catch {
    return false
  }
}

const startAgain = async (hub: Hub): Promise<void> => {
  hub.plane.apiServer.start()
  await eventually(() => isReady(hub), true)
}

/** Asks etcd itself. */
const askEtcd = async ({ plane: { etcd } }: Hub, path: string, body: object): Promise<unknown> => {
  const answer = await fetch(`${etcd.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

/** Nothing that happened so far can be asked for any more. */
const compact = async (hub: Hub): Promise<void> => {
  const { header } = (await askEtcd(hub, '/v3/maintenance/status', {})) as {
    readonly header: { readonly revision: string }
  }
  await askEtcd(hub, '/v3/kv/compaction', { revision: header.revision, physical: true })
}

const isUp = async ({ plane: { etcd } }: Hub): Promise<boolean> => {
  try {
    return (await fetch(`${etcd.url}/health`)).ok
  } catch {
    return false
  }
}

/** A list of all namespaces from nothing: what is asked after a 410. */
const ANEW = /\/api\/v1\/namespaces\?(?!.*(?:watch|continue)=)/

/** What everything on a hub suffers from. */
export const HUB_FAULTS: readonly Fault[] = [
  {
    title: 'the API server is killed and restarted',
    stage: async ({ hub }) => {
      await hub.plane.apiServer.stop(0)
      return () => startAgain(hub)
    },
  },
  {
    title:
      'etcd is compacted and restarted while the hub can not be reached, and what happened since is not known',
    stage: async ({ hub, arenas }) => {
      for (const { proxy } of arenas) {
        proxy.rules.add({ fault: { kind: 'reset', when: 'before' } })
        proxy.cut()
      }
      // So that what was seen last is older than what etcd still knows.
      await hub.rest.json('POST', '/api/v1/namespaces', { metadata: { generateName: 'later-' } })
      await compact(hub)
      await hub.plane.apiServer.stop(0)
      await hub.plane.etcd.daemon.stop(0)
      hub.plane.etcd.daemon.start()
      await eventually(() => isUp(hub), true)
      await startAgain(hub)
      return undefined
    },
    check: ({ form }, asked) =>
      eventually(() => asked().some(({ path }) => ANEW.test(path)), true, form.limit),
  },
  {
    title: 'the CRDs of Argo CD are gone as a cluster goes',
    stage: async ({ hub }) => {
      for (const user of ['reference', 'watcher'] as const) await grantApplications(hub.rest, user)
      for (const name of APPLICATIONS) await hub.rest.json('DELETE', `${CRDS}/${name}`)
      for (const name of APPLICATIONS)
        await eventually(async () => (await hub.rest.send('GET', `${CRDS}/${name}`)).status, 404, CRD_LIMIT)
      return () => installCrds(hub.rest, findAssets()!.argoCdCrds)
    },
    bring: async (scene) => {
      await leave(scene)
      return undefined
    },
  },
  {
    title: 'all its rights on the hub are taken away and given back',
    only: 'nightly',
    // Long before the interval of an hour, and no event tells of a right.
    words: ['--interval', '20s'],
    stage: async ({ hub, arenas }) => {
      const bindings: Json[] = []
      for (const name of READERS) {
        bindings.push(await hub.rest.json('GET', `${BINDINGS}/${name}`))
        await hub.rest.json('DELETE', `${BINDINGS}/${name}`)
      }
      for (const { proxy } of arenas) proxy.cut()
      return async () => {
        for (const { kind, metadata, ...binding } of bindings)
          await hub.rest.json('POST', BINDINGS, { ...binding, kind, metadata: { name: metadata.name } })
      }
    },
  },
]
