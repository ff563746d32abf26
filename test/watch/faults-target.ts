import { namespaceOf } from '../e2e/changes.ts'
import type { Site } from '../e2e/site.ts'
import { patchRegistration } from '../e2e/standing.ts'
import { grantReference } from '../envtest/identities.ts'
import { eventually } from './eventually.ts'
import { ruled, type Fault } from './fault.ts'
import { LEAVER, leave } from './leaver.ts'
import { denyWrites } from './webhook.ts'

const namespacePath = ({ target }: Site): string => `/api/v1/namespaces/${target}`

const isGone = async (site: Site): Promise<boolean> =>
  (await site.hub.rest.send('GET', namespacePath(site))).status === 404

const HELD = 'registrar.test/hold'

/** What happens in the target namespace. */
export const TARGET_FAULTS: readonly Fault[] = [
  { title: 'writes that a webhook denies', bring: ({ site }) => denyWrites(site) },
  {
    title: 'the target namespace is deleted and restored',
    remade: true,
    bring: async ({ site, arena: { sight }, form }) => {
      const { rest } = site.hub
      await rest.json('DELETE', namespacePath(site))
      return async () => {
        await eventually(() => isGone(site), true, form.limit)
        await rest.json('POST', '/api/v1/namespaces', { metadata: { name: site.target } })
        await grantReference(rest, { targetNamespace: site.target })
        await sight.grant(site)
      }
    },
  },
  {
    title: 'its rights in the target namespace are taken away and given back',
    bring: async (scene) => {
      const { site, arena } = scene
      const { user } = arena.sight
      const bindings = `/apis/rbac.authorization.k8s.io/v1/namespaces/${site.target}/rolebindings`
      await site.hub.rest.json('DELETE', `${bindings}/${user}-write`)
      return async () => {
        await grantReference(site.hub.rest, { targetNamespace: site.target })
        await arena.sight.grant(site)
      }
    },
  },
  {
    title: 'a registration is immutable, until somebody deletes it',
    remade: true,
    bring: async ({ site, arena }) => {
      await patchRegistration(site, 'c-00', { immutable: true })
      await arena.watching.until('registration is immutable')
      return async () => {
        await site.hub.rest.json('DELETE', `${namespacePath(site)}/secrets/cluster-c-00`)
      }
    },
  },
  {
    title: 'a registration whose namespace is gone is held by a finalizer, until it is let go',
    bring: async (scene) => {
      await patchRegistration(scene.site, LEAVER, { metadata: { finalizers: [HELD] } })
      await leave(scene)
      return async () => {
        await patchRegistration(scene.site, LEAVER, { metadata: { finalizers: null } })
      }
    },
  },
  {
    title: 'a kubeconfig Secret and one of the target namespace grow to a MiB',
    grows: true,
    bring: async (scene) => {
      const { site } = scene
      const { rest } = site.hub
      const padding = Buffer.alloc(1_040_000, 'x').toString('base64')
      const namespace = namespaceOf(site, 'c-00')
      await rest.json('PATCH', `/api/v1/namespaces/${namespace}/secrets/k3k-${namespace}-kubeconfig`, {
        data: { padding },
      })
      await patchRegistration(site, 'c-01', { data: { padding } })
      await rest.json('POST', `${namespacePath(site)}/secrets`, {
        metadata: { name: 'large' },
        data: { padding },
      })
      return ruled()(scene)
    },
  },
]
