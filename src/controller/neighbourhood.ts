import type { Snapshot } from '../engine/snapshot.ts'
import type { Fleet } from './fleet.ts'

/** Looks a value up in one map and puts it into another. */
const carry = <T>(from: ReadonlyMap<string, T>, to: Map<string, T>, key: string): void => {
  const value = from.get(key)
  if (value !== undefined) to.set(key, value)
}

/**
 * The part of the hub that a plan for one namespace can depend on: whoever could want the same name or address, whoever
 * holds it, and so on from there. A plan over it decides for that namespace as one over the whole hub does.
 */
export const neighbourhood = (fleet: Fleet, start: string): Snapshot => {
  const namespaces = new Set<string>()
  const registrations = new Set<string>()
  const open: { readonly kind: 'namespace' | 'registration'; readonly key: string }[] = []
  const reach = (kind: 'namespace' | 'registration', keys: Iterable<string>): void => {
    const seen = kind === 'namespace' ? namespaces : registrations
    for (const key of keys) {
      if (seen.has(key)) continue
      seen.add(key)
      open.push({ kind, key })
    }
  }
  reach('namespace', [start])
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'namespace') {
      reach('registration', fleet.registrationsOf(next.key))
      const ties = fleet.tiesOfNamespace(next.key)
      reach('registration', fleet.registrationsTied(ties))
      reach('namespace', fleet.namespacesTied(ties))
      continue
    }
    const registration = fleet.registrations.get(next.key)
    if (!registration) continue
    const source = fleet.sourceOf(registration)
    if (source !== '') reach('namespace', [source])
    const ties = fleet.tiesOfRegistration(registration)
    reach('registration', fleet.registrationsTied(ties))
    reach('namespace', fleet.namespacesTied(ties))
  }
  return cut(fleet, namespaces, registrations)
}

const cut = (fleet: Fleet, names: ReadonlySet<string>, ids: ReadonlySet<string>): Snapshot => {
  const part = {
    namespaces: new Map<string, Snapshot['namespaces'] extends ReadonlyMap<string, infer T> ? T : never>(),
    absences: new Map<string, Snapshot['absences'] extends ReadonlyMap<string, infer T> ? T : never>(),
    sources: new Map<string, Snapshot['sources'] extends ReadonlyMap<string, infer T> ? T : never>(),
    registrations: new Map<
      string,
      Snapshot['registrations'] extends ReadonlyMap<string, infer T> ? T : never
    >(),
  }
  for (const name of names) {
    carry(fleet.namespaces, part.namespaces, name)
    carry(fleet.absences, part.absences, name)
    carry(fleet.sources, part.sources, name)
  }
  for (const id of ids) carry(fleet.registrations, part.registrations, id)
  return { ...part, incomplete: [] }
}
