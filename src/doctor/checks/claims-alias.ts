import { trimServer } from '../../argocd/server.ts'
import { shownServer } from '../../engine/redact.ts'
import type { RegistrationDigest } from '../../engine/snapshot.ts'
import { byteOrder } from '../../order.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Look } from '../inspection.ts'
import { grouped } from './claims-grouped.ts'

type Clusters = readonly [RegistrationDigest, ...RegistrationDigest[]]

/** Registrations that a pin leaves beside their former name, of which a check of its own tells. */
const keptByPin = ({ decisions }: Look): ReadonlySet<string> =>
  new Set(
    decisions.flatMap(({ secret, warnings }) =>
      warnings.some(({ reason }) => reason === 'pin-leaves-twin') ? [secret] : [],
    ),
  )

/** Visible clusters of one address, in more than one spelling. */
const aliasesIn = (look: Look): readonly Clusters[] => {
  const pinned = keptByPin(look)
  const visible = [...look.context.snapshot.registrations.values()]
    .filter(({ visible: isVisible, canonicalServer }) => isVisible && canonicalServer !== undefined)
    .sort((a, b) => byteOrder(a.name, b.name))
  return [...grouped(visible, ({ canonicalServer }) => canonicalServer ?? '').values()].filter(
    (clusters) =>
      new Set(clusters.map(({ server }) => trimServer(server))).size > 1 &&
      !clusters.some(({ name }) => pinned.has(name)),
  )
}

const findingOf = ([first, ...others]: Clusters): Finding => ({
  severity: 'warning',
  object: first.clusterName || first.name,
  params: {
    servers: [first, ...others].map(({ name, server }) => `${shownServer(server)} (${name})`).join(', '),
  },
  related: others.map(({ name, clusterName }) => clusterName || name),
})

/** Addresses that differ only in their spelling: host up to case, default port, trailing dot. Argo CD takes them for
 *  different clusters; byte-equal ones are told of by `cluster-duplicate-server`. */
export const serverAlias: Check = {
  id: 'server-alias',
  section: 'claims',
  on: 'anywhere',
  run: async (inspection) => aliasesIn(await inspection.look()).map(findingOf),
}
