import { canonicalServer } from '../argocd/server.ts'
import type { Outcome } from '../engine/decision.ts'
import { secretNameFor } from '../engine/keys.ts'
import { chooseCandidate } from '../engine/plan/candidates.ts'
import { byAge } from '../engine/plan/claims.ts'
import { isOurs, registrationAt, sourceNamespaceOf } from '../engine/plan/context.ts'
import { shownServer } from '../engine/redact.ts'
import type { NamespaceDigest, RegistrationDigest } from '../engine/snapshot.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { byteOrder } from '../order.ts'
import type { Claimant, ExplainedClaim, Holder } from './explanation.ts'
import type { View } from './view.ts'

/** Who asks: the namespace, where there is one, and its registration, where there is one. */
export interface Asker {
  readonly namespace: NamespaceDigest | undefined
  readonly registration: RegistrationDigest | undefined
}

const holderOf =
  ({ context }: View, { registration: own, namespace: asking }: Asker) =>
  (registration: RegistrationDigest): Holder => {
    const namespace = sourceNamespaceOf(context, registration)
    return {
      secret: registration.name,
      ...(namespace === '' ? {} : { namespace }),
      ours: isOurs(context, registration),
      visible: registration.visible,
      self: registration.name === own?.name,
      ...(namespace !== '' && namespace === asking?.name && registration.name !== own?.name
        ? { sibling: true as const }
        : {}),
    }
  }

const distinct = (registrations: readonly RegistrationDigest[]): readonly RegistrationDigest[] =>
  [...new Set(registrations)].toSorted((a, b) => byteOrder(a.name, b.name))

/** The other source namespaces of which `wants` is true, the oldest first. */
const claimantsOf = (
  { context, outcomes }: View,
  { namespace: own }: Asker,
  wants: (namespace: NamespaceDigest) => boolean,
): readonly Claimant[] =>
  [...context.snapshot.namespaces.values()]
    .filter((other) => other.name !== own?.name && other.managed && !other.terminating && wants(other))
    .toSorted(byAge)
    .map((other): Claimant => {
      const cluster = other.labels[context.keys.cluster] ?? ''
      const isClaim = ({ decision }: Outcome): boolean =>
        decision.namespace === other.name && decision.secret === secretNameFor(cluster)
      const decision = outcomes.find(isClaim)?.decision
      return {
        namespace: other.name,
        cluster,
        ...(own ? { age: byAge(other, own) < 0 ? 'older' : 'younger' } : {}),
        ...(decision ? { action: decision.action, reason: decision.reason } : {}),
      }
    })

/** Who has a cluster's name: the Secret that is called after it, and every cluster that Argo CD sees under it. */
export const explainName = (view: View, asker: Asker, cluster: string): ExplainedClaim => {
  const { context } = view
  const called = registrationAt(context, secretNameFor(cluster))
  const holders = distinct([...(called ? [called] : []), ...context.visible.ofName(cluster)])
  return {
    wanted: printableName(cluster),
    holders: holders.map(holderOf(view, asker)),
    claimants: claimantsOf(view, asker, ({ labels }) => labels[context.keys.cluster] === cluster),
    claimantsKnown: true,
  }
}

/** Who has an address; of the others that ask for it, those whose kubeconfig leads there. */
export const explainAddress = (view: View, asker: Asker, server: string): ExplainedClaim => {
  const { context } = view
  const address = canonicalServer(server) ?? server
  const leadsThere = ({ name }: NamespaceDigest): boolean => {
    const sight = context.snapshot.sources.get(name)
    const winner = sight?.complete ? chooseCandidate(sight.candidates, context.now) : undefined
    return winner?.result.outcome === 'translated' && winner.result.canonicalServer === address
  }
  // An own registration that is hidden still leads there; of others, hidden ones reserve no address.
  const { registration: own } = asker
  const hidden = own && !own.visible && own.canonicalServer === address ? [own] : []
  return {
    wanted: shownServer(server),
    holders: distinct([...context.visible.ofAddress(address), ...hidden]).map(holderOf(view, asker)),
    claimants: claimantsOf(view, asker, leadsThere),
    claimantsKnown: view.isNear !== true,
  }
}
