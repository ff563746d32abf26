import type { Check } from '../check.ts'
import type { Finding, Severity } from '../finding.ts'
import { claimFinding, findingsOf } from './claims-told.ts'
import { addressesOf, type ScopedAddress, type ScopeNote } from './sources-addresses.ts'
import { serviceAt, servicesFor, type ServiceIndex } from './sources-services.ts'

/** What only says that the address is inside a cluster: of no concern where it is known to be the hub. */
const INSIDE: ReadonlySet<ScopeNote['reason']> = new Set<ScopeNote['reason']>([
  'server-in-cluster-dns',
  'server-node-port',
])

const severityOf = ({ reason }: ScopeNote, isUnknown: boolean): Severity => {
  if (reason === 'server-loopback') return 'error'
  return isUnknown && reason === 'server-in-cluster-dns' ? 'info' : 'warning'
}

const findingsAt = (
  { object, server, notes }: ScopedAddress,
  services: ServiceIndex | undefined,
): readonly Finding[] => {
  const sight = services && serviceAt(services, server)
  const isTold = sight !== undefined && sight.state !== 'elsewhere'
  const rest = isTold ? notes.filter(({ reason }) => !INSIDE.has(reason)) : notes
  const found = rest.map((note): Finding => {
    const said = note.reason === 'server-loopback' ? { problem: 'loopback' } : { warned: note.reason }
    return { severity: severityOf(note, !services), object, params: { ...note.params, ...said } }
  })
  if (sight?.state !== 'wrong') return found
  const severity = sight.problem === 'absent' ? 'warning' : 'error'
  return [...found, { severity, object, params: { ...sight.params, problem: sight.problem } }]
}

/** Addresses that lead elsewhere, or nowhere, from where Argo CD is. */
export const serverScope: Check = {
  id: 'server-scope',
  section: 'sources',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    const addresses = addressesOf(look)
    const services = await servicesFor(
      inspection,
      addresses.map(({ server }) => server),
    )
    return [
      ...findingsOf(look, 'server-scope', (told) => claimFinding('error', told)),
      ...addresses.flatMap((address) => findingsAt(address, services)),
    ]
  },
}
