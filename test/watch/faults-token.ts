import { writeFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../e2e/site.ts'
import { createRest, type Json } from '../envtest/rest.ts'
import type { Way } from './arena.ts'
import { eventually } from './eventually.ts'
import type { Fault } from './fault.ts'
import type { Sight } from './sights.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const API = 'rbac.authorization.k8s.io'

/** Beside the target namespace, as its Secrets are counted. */
const homeOf = ({ target }: Site): string => `${target}-account`
const fileOf = (site: Site): string => join(site.hub.scratch, `token-${site.target}`)

/** A ServiceAccount with the sight's rights. */
const makeAccount = async (site: Site, { user }: Sight): Promise<void> => {
  const { rest } = site.hub
  const namespace = homeOf(site)
  await rest.json('POST', '/api/v1/namespaces', { metadata: { name: namespace } })
  await rest.json('POST', `/api/v1/namespaces/${namespace}/serviceaccounts`, {
    metadata: { name: 'registrar' },
  })
  const subjects = [{ kind: 'ServiceAccount', name: 'registrar', namespace }]
  const bind = (collection: string, kind: string, name: string): Promise<Json> =>
    rest.json('POST', `${RBAC}/${collection}`, {
      metadata: { name: namespace },
      roleRef: { apiGroup: API, kind, name },
      subjects,
    })
  await bind('clusterrolebindings', 'ClusterRole', `${user}-read`)
  await bind(`namespaces/${site.target}/rolebindings`, 'Role', `${user}-write`)
}

/** A token that is good as long as the Secret `bound` is there. */
const tokenOf = async (site: Site, bound: string): Promise<string> => {
  const { rest } = site.hub
  const base = `/api/v1/namespaces/${homeOf(site)}`
  const { metadata } = await rest.json('POST', `${base}/secrets`, { metadata: { name: bound } })
  const boundObjectRef = { apiVersion: 'v1', kind: 'Secret', name: bound, uid: metadata.uid }
  const { status } = await rest.json('POST', `${base}/serviceaccounts/registrar/token`, {
    spec: { expirationSeconds: 3600, boundObjectRef },
  })
  return (status as { readonly token: string }).token
}

/** Resolves when the hub knows the token no more, which it remembers for some seconds. */
const revoke = async (site: Site, bound: string, token: string): Promise<void> => {
  await site.hub.rest.json('DELETE', `/api/v1/namespaces/${homeOf(site)}/secrets/${bound}`)
  const { server, caFile } = site.hub
  const rest = createRest({ server, ca: readFileSync(caFile, 'utf8'), token })
  await eventually(async () => (await rest.send('GET', '/version')).status, 401)
  rest.close()
}

/** The token stands in a file, as in a pod. */
const byFile: Way = async (site, sight, proxy) => {
  await makeAccount(site, sight)
  writeFileSync(fileOf(site), await tokenOf(site, 'first'))
  const file = site.hub.kubeconfig(sight.user, proxy)
  const config = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
  const users = [{ name: sight.user, user: { tokenFile: fileOf(site) } }]
  writeFileSync(file, JSON.stringify({ ...config, users }))
  return file
}

/** What happens to its credential. */
export const TOKEN_FAULTS: readonly Fault[] = [
  {
    title: 'its token is rotated',
    way: byFile,
    bring: async ({ site, arena: { proxy } }) => {
      const former = readFileSync(fileOf(site), 'utf8')
      writeFileSync(fileOf(site), await tokenOf(site, 'second'))
      await revoke(site, 'first', former)
      proxy.cut()
      return undefined
    },
  },
  {
    title: 'its token is revoked, and the next one comes late',
    // Who is not known is asked again after a minute.
    only: 'nightly',
    way: byFile,
    words: ['--interval', '20s'],
    bring: async ({ site, arena: { proxy } }) => {
      await revoke(site, 'first', readFileSync(fileOf(site), 'utf8'))
      proxy.cut()
      return async () => {
        writeFileSync(fileOf(site), await tokenOf(site, 'second'))
      }
    },
  },
]
