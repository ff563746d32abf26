import { registrationKey, secretNameFor } from '../engine/keys.ts'
import { isOurs, planContext, sourceNamespaceOf } from '../engine/plan/context.ts'
import type {
  Absence,
  NamespaceDigest,
  RegistrationDigest,
  Snapshot,
  SourceSight,
} from '../engine/snapshot.ts'
import { EMPTY_SNAPSHOT, isAbsence } from '../engine/snapshot.ts'
import type { Settings } from '../settings/settings.ts'
import { MultiMap } from './multi-map.ts'

/** What of one object binds it to others. */
interface Ties {
  readonly names: readonly string[]
  readonly addresses: readonly string[]
}

const NO_TIES: Ties = { names: [], addresses: [] }

/** Addresses that a namespace's kubeconfigs could be registered at. */
const addressesOf = (sight: SourceSight | undefined): string[] =>
  sight?.complete
    ? sight.candidates.flatMap(({ result }) =>
        result.outcome === 'translated' ? [result.canonicalServer] : [],
      )
    : []

/**
 * The hub as the watches tell it, in digests, with indexes over what namespaces and registrations have in common: a plan
 * for one namespace needs those alone that it could meet.
 */
export class Fleet {
  readonly settings: Settings
  readonly namespaces = new Map<string, NamespaceDigest>()
  readonly absences = new Map<string, Absence>()
  readonly sources = new Map<string, SourceSight>()
  readonly registrations = new Map<string, RegistrationDigest>()
  readonly #context
  /** Names of namespaces, and ids of registrations, by cluster name and by address. */
  readonly #namespacesByName = new MultiMap()
  readonly #namespacesByAddress = new MultiMap()
  readonly #registrationsByName = new MultiMap()
  readonly #registrationsByAddress = new MultiMap()
  readonly #registrationsByNamespace = new MultiMap()

  constructor(settings: Settings) {
    this.settings = settings
    this.#context = planContext(EMPTY_SNAPSHOT, settings, 0)
  }

  /** Everything, for what looks at the whole fleet. */
  snapshot(): Snapshot {
    const { namespaces, absences, sources, registrations } = this
    return { namespaces, absences, sources, registrations, incomplete: [] }
  }

  putNamespace(name: string, sight: NamespaceDigest | Absence | undefined): void {
    this.#untieNamespace(name)
    this.namespaces.delete(name)
    this.absences.delete(name)
    if (sight !== undefined && isAbsence(sight)) this.absences.set(name, sight)
    else if (sight) this.namespaces.set(name, sight)
    if (sight === undefined || isAbsence(sight)) this.sources.delete(name)
    this.#tieNamespace(name)
  }

  putSource(name: string, sight: SourceSight): void {
    this.#untieNamespace(name)
    this.sources.set(name, sight)
    this.#tieNamespace(name)
  }

  /** @param registration undefined where there is none of this name (any more) */
  putRegistration(name: string, registration: RegistrationDigest | undefined): void {
    const id = registrationKey(this.settings.targetNamespace, name)
    const before = this.registrations.get(id)
    if (before) this.#tieRegistration(id, before, 'delete')
    if (!registration) {
      this.registrations.delete(id)
      return
    }
    this.registrations.set(id, registration)
    this.#tieRegistration(id, registration, 'add')
  }

  /** Source namespace that an owned registration records; empty where it records none or is not ours. */
  sourceOf(registration: RegistrationDigest): string {
    return sourceNamespaceOf(this.#context, registration)
  }

  isOurs(registration: RegistrationDigest): boolean {
    return isOurs(this.#context, registration)
  }

  /** What binds a namespace to others: the name it claims and where its kubeconfigs lead. */
  tiesOfNamespace(name: string): Ties {
    const namespace = this.namespaces.get(name)
    if (!namespace?.managed) return NO_TIES
    return {
      names: [namespace.labels[this.#context.keys.cluster] ?? ''].filter((claimed) => claimed !== ''),
      addresses: addressesOf(this.sources.get(name)),
    }
  }

  /** What binds a registration to others: the names it stands for, and its address. */
  tiesOfRegistration({ name, clusterName, canonicalServer }: RegistrationDigest): Ties {
    return {
      names: [...new Set([clusterName, name.slice(secretNameFor('').length)])],
      addresses: canonicalServer === undefined ? [] : [canonicalServer],
    }
  }

  registrationsOf(namespace: string): ReadonlySet<string> {
    return this.#registrationsByNamespace.get(namespace)
  }

  /** Namespaces that claim one of these names or lead to one of these addresses. */
  namespacesTied({ names, addresses }: Ties): Set<string> {
    return union(names, this.#namespacesByName, addresses, this.#namespacesByAddress)
  }

  /** Ids of registrations that bear one of these names or stand at one of these addresses. */
  registrationsTied({ names, addresses }: Ties): Set<string> {
    return union(names, this.#registrationsByName, addresses, this.#registrationsByAddress)
  }

  #tieNamespace(name: string): void {
    const { names, addresses } = this.tiesOfNamespace(name)
    for (const claimed of names) this.#namespacesByName.add(claimed, name)
    for (const address of addresses) this.#namespacesByAddress.add(address, name)
  }

  #untieNamespace(name: string): void {
    const { names, addresses } = this.tiesOfNamespace(name)
    for (const claimed of names) this.#namespacesByName.delete(claimed, name)
    for (const address of addresses) this.#namespacesByAddress.delete(address, name)
  }

  #tieRegistration(id: string, registration: RegistrationDigest, change: 'add' | 'delete'): void {
    const { names, addresses } = this.tiesOfRegistration(registration)
    for (const name of names) this.#registrationsByName[change](name, id)
    for (const address of addresses) this.#registrationsByAddress[change](address, id)
    const source = this.sourceOf(registration)
    if (source !== '') this.#registrationsByNamespace[change](source, id)
  }
}

const union = (
  names: readonly string[],
  byName: MultiMap,
  addresses: readonly string[],
  byAddress: MultiMap,
): Set<string> => {
  const found = new Set<string>()
  for (const name of names) for (const each of byName.get(name)) found.add(each)
  for (const address of addresses) for (const each of byAddress.get(address)) found.add(each)
  return found
}
