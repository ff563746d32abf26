import { SECRET_TYPE_LABEL } from '../argocd/cluster-secret.ts'
import type { Mark } from './decision.ts'
import { HELD, type Keys } from './keys.ts'

type Map = Readonly<Record<string, string>>

interface Metadata {
  readonly labels: Map
  readonly annotations: Map
}

/**
 * Labels and annotations of a registration once it is hidden: the label that makes it a cluster is parked, the rest stays
 * (C6.34–C6.38). A value is always parked, so that what is hidden is never taken for something else (C10.37), and a
 * `superseded-by` of before never outlasts its demotion (C10.45).
 */
export const demotedMetadata = ({ labels, annotations }: Metadata, mark: Mark, keys: Keys): Metadata => {
  const {
    [SECRET_TYPE_LABEL]: type,
    [keys.orphanedSecretType]: parked,
    [keys.supersededBy]: _former,
    ...rest
  } = labels
  // The marker of a hold that somebody overrode holds nothing: hidden for another reason, it is not held.
  const { [HELD]: _overridden, ...kept } = annotations
  return {
    labels: {
      ...rest,
      [keys.orphanedSecretType]: type || parked || 'cluster',
      [keys.staleSince]: mark.since,
      ...(mark.successor === undefined ? {} : { [keys.supersededBy]: mark.successor }),
    },
    annotations: mark.hold ? { ...kept, [HELD]: mark.since } : kept,
  }
}
