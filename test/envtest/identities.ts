import type { Rest } from './rest.ts'

/** Who may ask a hub: its token file knows these from the start, and RBAC gives rights only as the functions below do. */
export const USERS = [
  { name: 'admin', groups: ['system:masters'] },
  { name: 'reference', groups: [] },
  { name: 'reference-by-namespace', groups: [] },
  { name: 'watcher', groups: [] },
  { name: 'nobody', groups: [] },
] as const

export type User = (typeof USERS)[number]['name']

/** Argo CD's objects, named where a registration is about to go. Not a right the reference has. */
const APPLICATIONS = {
  apiGroups: ['argoproj.io'],
  resources: ['applications', 'applicationsets'],
  verbs: ['list'],
}

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

const core = (resource: string, ...verbs: string[]): Rule => ({
  apiGroups: [''],
  resources: [resource],
  verbs,
})

/** C8.01 and C8.02: cluster-wide, and no more than that (C8.06). */
const NAMESPACES = core('namespaces', 'get', 'list', 'watch')
const SECRETS_LIST = core('secrets', 'list')
/** C8.03: in the target namespace. */
const TARGET_SECRETS = core('secrets', 'get', 'list', 'create', 'update', 'delete')
/** C8.04 and C8.05: in the target namespace, only with leader election. */
const LEASES = {
  apiGroups: ['coordination.k8s.io'],
  resources: ['leases'],
  verbs: ['get', 'create', 'update'],
}
const LEADER_EVENTS = core('events', 'create', 'patch')
/** Beyond the reference: Events as they are posted now. */
const EVENTS = { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create'] }

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const API = 'rbac.authorization.k8s.io'

interface RbacObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly [key: string]: unknown
}

/** PUT makes or replaces: identities may be set up again with other rights. */
const put = async (rest: Rest, collection: string, object: RbacObject): Promise<void> => {
  const made = await rest.send('POST', collection, object)
  if (made.status === 409) await rest.json('PUT', `${collection}/${object.metadata.name}`, object)
  else if (made.status >= 300) throw new Error(`${collection}: ${made.status} ${made.text.slice(0, 300)}`)
}

const grant = async (
  rest: Rest,
  user: User,
  name: string,
  rules: readonly Rule[],
  namespace?: string,
): Promise<void> => {
  const base = namespace === undefined ? RBAC : `${RBAC}/namespaces/${namespace}`
  const kind = namespace === undefined ? 'ClusterRole' : 'Role'
  const role = `${user}-${name}`
  await put(rest, `${base}/${kind.toLowerCase()}s`, {
    apiVersion: `${API}/v1`,
    kind,
    metadata: { name: role },
    rules,
  })
  await put(rest, `${base}/${kind.toLowerCase()}bindings`, {
    apiVersion: `${API}/v1`,
    kind: `${kind}Binding`,
    metadata: { name: role },
    roleRef: { apiGroup: API, kind, name: role },
    subjects: [{ apiGroup: API, kind: 'User', name: user }],
  })
}

export interface ReferenceOptions {
  /** Must exist: the Role is made in it. */
  readonly targetNamespace: string
  /** Adds C8.04 and C8.05. */
  readonly leaderElection?: boolean
}

/** Gives `reference` exactly the rights of behaviour.md §8: C8.01–C8.03, and C8.04–C8.05 when asked. */
export const grantReference = async (rest: Rest, options: ReferenceOptions): Promise<void> => {
  const { targetNamespace, leaderElection = false } = options
  await grant(rest, 'reference', 'read', [NAMESPACES, SECRETS_LIST])
  await grant(
    rest,
    'reference',
    'write',
    leaderElection ? [TARGET_SECRETS, LEASES, LEADER_EVENTS] : [TARGET_SECRETS],
    targetNamespace,
  )
}

/** Gives `reference-by-namespace` the same, but Secrets list only in `namespaces`: a cluster-wide grant knows no exceptions,
 *  so this is how one namespace comes to be forbidden (decisions.md §5). */
export const grantReferenceByNamespace = async (
  rest: Rest,
  options: ReferenceOptions & { readonly namespaces: readonly string[] },
): Promise<void> => {
  const user = 'reference-by-namespace'
  await grant(rest, user, 'read', [NAMESPACES])
  for (const namespace of options.namespaces) await grant(rest, user, 'list', [SECRETS_LIST], namespace)
  const rules = options.leaderElection === true ? [TARGET_SECRETS, LEASES, LEADER_EVENTS] : [TARGET_SECRETS]
  await grant(rest, user, 'write', rules, options.targetNamespace)
}

/** Gives `watcher` the reference's rights with leader election, and what the controller makes use of beyond them: watches of
 *  Secrets, on the hub as a whole and in the target namespace, and Events. */
export const grantWatch = async (
  rest: Rest,
  { targetNamespace }: Pick<ReferenceOptions, 'targetNamespace'>,
): Promise<void> => {
  await grant(rest, 'watcher', 'read', [NAMESPACES, core('secrets', 'list', 'watch')])
  const rules = [TARGET_SECRETS, core('secrets', 'watch'), LEASES, LEADER_EVENTS, EVENTS]
  await grant(rest, 'watcher', 'write', rules, targetNamespace)
}

/** Gives `reference` more than the reference has, for tests of what a wider grant allows (watching Secrets, say). */
export const grantMore = (
  rest: Rest,
  user: User,
  resource: string,
  verbs: readonly string[],
  namespace?: string,
): Promise<void> => grant(rest, user, `more-${resource}`, [core(resource, ...verbs)], namespace)

/** Lets `user` list Applications and ApplicationSets, of the hub or of one namespace. */
export const grantApplications = (rest: Rest, user: User, namespace?: string): Promise<void> =>
  grant(rest, user, 'applications', [APPLICATIONS], namespace)
