import { isInScope } from '../../engine/plan/context.ts'
import { copiedAnnotations } from '../../engine/plan/metadata.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Look } from '../inspection.ts'
import { claimFinding, findingsOf, type ToldDecision } from './claims-told.ts'

/** Refused, with who has it. */
const refused = (told: ToldDecision): Finding => {
  const finding = claimFinding('error', told)
  // Of a Secret it is said whose it is, too.
  const [holder = ''] = (told.decision.params['holder'] ?? told.decision.secret).split(/[ ,]/)
  return holder === '' ? finding : { ...finding, related: [holder] }
}

const refusals = (id: 'namespace-claim' | 'name-conflict' | 'server-conflict'): Check => ({
  id,
  section: 'claims',
  on: 'anywhere',
  run: async (inspection) => findingsOf(await inspection.look(), id, refused),
})

/** The labels of a namespace ask for no name, or for one that no cluster may have. */
export const namespaceClaim = refusals('namespace-claim')

/** The name is held by a Secret that no live claim stands for. */
export const nameConflict = refusals('name-conflict')

/** The address is another's, or an older namespace claims it too. */
export const serverConflict = refusals('server-conflict')

const managed = ({ context }: Look): readonly string[] =>
  [...context.snapshot.namespaces.values()].flatMap(({ name, managed: isManaged, terminating }) =>
    isManaged && !terminating && isInScope(context, name) ? [name] : [],
  )

/** Namespaces of other registrars that claim a name which one of ours claims. Graver where the other writes here too. */
const acrossOwners = async (
  inspection: Parameters<Check['run']>[0],
  look: Look,
): Promise<readonly Finding[]> => {
  const { keys, snapshot } = look.context
  const others = (await inspection.list('namespaces', { labelSelector: keys.cluster })).flatMap(
    ({ metadata: { name, labels = {} } }) => {
      const owner = labels[keys.managedBy] ?? ''
      const isOther = owner !== '' && owner !== inspection.settings.managedBy
      return isOther ? [{ name, owner, cluster: labels[keys.cluster] ?? '' }] : []
    },
  )
  const owners = new Set([...snapshot.registrations.values()].map(({ labels }) => labels[keys.managedBy]))
  return managed(look).flatMap((namespace) => {
    const cluster = snapshot.namespaces.get(namespace)?.labels[keys.cluster] ?? ''
    return others
      .filter((other) => cluster !== '' && other.cluster === cluster)
      .map(({ name, owner }): Finding => ({
        severity: owners.has(owner) ? 'warning' : 'info',
        object: namespace,
        params: {
          problem: 'other-owner',
          namespace,
          cluster,
          other: name,
          registrar: owner,
          clusterKey: keys.cluster,
        },
        related: [name],
      }))
  })
}

/** Two namespaces claim one name. */
export const namespaceClaimConflict: Check = {
  id: 'namespace-claim-conflict',
  section: 'claims',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    return [
      ...findingsOf(look, 'namespace-claim-conflict', refused),
      ...(await acrossOwners(inspection, look)),
    ]
  },
}

/** Annotations too large to be copied, whether or not the namespace registers. */
export const namespaceClaimSize: Check = {
  id: 'namespace-claim-size',
  section: 'claims',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    const { keys, snapshot } = look.context
    return managed(look).flatMap((name) => {
      const namespace = snapshot.namespaces.get(name)
      const notes = namespace ? copiedAnnotations(namespace, keys).notes : []
      return notes.map(({ reason, params }): Finding => ({
        severity: 'warning',
        object: name,
        params: { ...params, warned: reason },
      }))
    })
  },
}
