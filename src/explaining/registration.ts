import { isHeld, isOurs, isPinned, type PlanContext } from '../engine/plan/context.ts'
import { shownServer } from '../engine/redact.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { explainCredential } from './credential.ts'
import type { ExplainedRegistration } from './explanation.ts'

const stateOf = (context: PlanContext, registration: RegistrationDigest): ExplainedRegistration['state'] => {
  if (registration.terminating) return 'terminating'
  if (registration.visible) return 'active'
  if (!isOurs(context, registration)) return 'other'
  return isHeld(context, registration) ? 'held' : 'demoted'
}

/**
 * A Secret of the target namespace as it stands.
 * @param config its config text, which holds the credential; undefined where there is none or it was not read
 */
export const explainRegistration = (
  context: PlanContext,
  registration: RegistrationDigest,
  config: string | undefined,
): ExplainedRegistration => ({
  secret: registration.name,
  ours: isOurs(context, registration),
  state: stateOf(context, registration),
  pinned: isOurs(context, registration) && isPinned(context, registration),
  ...(registration.clusterName === '' ? {} : { cluster: printableName(registration.clusterName) }),
  ...(registration.server === '' ? {} : { server: shownServer(registration.server) }),
  ...(config === undefined ? {} : { credential: explainCredential(config, context.now) }),
})
