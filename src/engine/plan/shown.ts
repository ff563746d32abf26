import { canonicalServer } from '../../argocd/server.ts'
import { isWrite, type Decision } from '../decision.ts'
import { shownServer } from '../redact.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import { isInScope, sourceNamespaceOf, type PlanContext } from './context.ts'
import { difference, shownState } from './desired.ts'
import { holderName } from './holders.ts'
import { about, keep, standing } from './standing.ts'

/** Visible once the plan is carried out. */
const isActive = (decision: Decision): boolean =>
  isWrite(decision) ? decision.held === undefined : decision.action === 'unchanged'

/** Who else has its name or its address, now or once the plan is carried out. */
const rivalOf = (
  context: PlanContext,
  registration: RegistrationDigest,
  others: readonly Decision[],
): { readonly reason: 'name-held' | 'server-collision'; readonly holder: string } | undefined => {
  const { clusterName, name } = registration
  const address = registration.canonicalServer ?? ''
  const isOther = (other: RegistrationDigest): boolean => other.name !== name
  const namesake = context.visible.ofName(clusterName).find(isOther)
  if (namesake) return { reason: 'name-held', holder: namesake.name }
  const twin = context.visible.ofAddress(address).find(isOther)
  if (twin) return { reason: 'server-collision', holder: holderName(context, twin) }
  for (const other of others) {
    if (!isWrite(other) || !isActive(other) || !isInScope(context, other.namespace ?? '')) continue
    if (other.desired.clusterName === clusterName) return { reason: 'name-held', holder: other.secret }
    if (canonicalServer(other.desired.server) === address)
      return { reason: 'server-collision', holder: `${other.secret} from namespace ${other.namespace ?? ''}` }
  }
  return undefined
}

/**
 * A hidden registration shown again as it stands, where there is nothing to refresh it from. What it is called and where must
 * still be free, and its namespace must not be registered under another name: the next pass would hide it again.
 * @param others what is decided about the rest
 */
export const shown = (
  context: PlanContext,
  registration: RegistrationDigest,
  others: readonly Decision[],
): Decision => {
  const namespace = sourceNamespaceOf(context, registration)
  const successor = others.find(
    (other) => namespace !== '' && other.namespace === namespace && isActive(other),
  )
  if (successor) {
    const since = registration.labels[context.keys.staleSince] ?? ''
    return keep(context, registration, 'demoted', { since, successor: successor.secret })
  }
  const rival = rivalOf(context, registration, others)
  if (rival)
    return keep(context, registration, rival.reason, {
      server: shownServer(registration.server),
      state: 'registered already as',
      holder: rival.holder,
    })
  const desired = shownState(context, registration)
  return {
    ...about(context, registration),
    action: 'restore',
    reason: 'visible-again',
    params: { ...standing(context, registration), lifted: 'true' },
    precondition: { kind: 'unchanged', base: registration.base },
    desired,
    changes: difference(context, registration, desired).metadata,
    after: [],
  }
}
