import { isDeepStrictEqual } from 'node:util'
import { namespaceDigest } from '../engine/observe/digest.ts'
import { keysUnder } from '../engine/keys.ts'
import type { NamespaceDigest, RegistrationDigest } from '../engine/snapshot.ts'
import type { KubeClient } from '../kube/client.ts'
import type { ObjectMetadata, Secret } from '../kube/objects.ts'
import type { Clock } from './clock.ts'
import { Feed, type FeedSight } from './feed.ts'
import type { Fleet } from './fleet.ts'
import type { Lane } from './queue-lanes.ts'
import type { CredentialEntry } from './decision-log-credentials.ts'
import { fleetEntry, type FleetEntry } from './metrics-fleet.ts'
import { metadataSource, objectSource } from './reflector-source.ts'
import type { Sources } from './sources.ts'
import type { TargetSecret } from './target.ts'
import { isOlder, TargetView } from './target-view.ts'

export type FeedName = 'namespaces' | 'registrations' | 'secrets'

export interface ViewOptions {
  readonly client: KubeClient
  readonly fleet: Fleet
  readonly sources: Sources
  readonly clock: Clock
  /** Milliseconds between lists where something can't be watched. */
  readonly interval: number
  /** Has a source namespace worked on. */
  readonly wake: (namespace: string, lane: Lane) => void
  /** Has it worked on if it is not settled: something it may have waited for has changed. */
  readonly wakeUnsettled: (namespace: string) => void
  /** Told when the way something is seen changes. */
  readonly sight: (feed: FeedName, sight: FeedSight, why?: unknown) => void
}

/**
 * Keeps the fleet in step with the hub: namespaces by their label, the Secrets of the target namespace, and of all other
 * Secrets the metadata of those a provider could look at.
 */
export class View {
  readonly #o: ViewOptions
  readonly #watched = new Set<string>()
  /** Left the watch, and not looked at since. */
  readonly #left = new Set<string>()
  #listedAt = 0
  readonly #target: TargetView
  readonly #feeds
  #ready: (() => void)[] = []
  #signal = new AbortController().signal

  constructor(options: ViewOptions) {
    this.#o = options
    const { client, clock, fleet, interval, sources } = options
    const { settings } = fleet
    const sight = (feed: FeedName) => (kind: FeedSight, why?: unknown) => {
      this.#sighted(feed, kind, why)
    }
    const { managedBy } = keysUnder(settings.labelPrefix)
    const labelSelector = `${managedBy}=${settings.managedBy}`
    const changed = (registration: RegistrationDigest, byOthers: boolean): void => {
      this.#registrationChanged(registration, byOthers)
    }
    this.#target = new TargetView({ client, fleet, changed }, () => this.#signal)
    this.#feeds = {
      namespaces: new Feed<NamespaceDigest>(
        objectSource(client, 'namespaces', { labelSelector }, (object) => namespaceDigest(object, settings)),
        {
          replaced: (all) => {
            this.#replaceNamespaces(all)
          },
          event: (type, namespace) => {
            if (type === 'DELETED') this.#namespaceLeft(namespace.name)
            else this.#namespaceSeen(namespace)
          },
        },
        { clock, interval, sight: sight('namespaces') },
      ),
      registrations: new Feed<TargetSecret>(
        this.#target.source,
        {
          replaced: (all) => {
            this.#target.replace(all)
          },
          event: (type, secret) => {
            this.#target.event(type, secret)
          },
        },
        { clock, interval, poll: this.#target.lists, sight: sight('registrations') },
      ),
      secrets: new Feed<ObjectMetadata>(
        metadataSource(client, 'secrets', {}, (object) => sources.names.kept(object)),
        {
          replaced: (all) => {
            this.#listedAt = clock.monotonic()
            for (const namespace of sources.names.replace(all)) this.#secretsChanged(namespace)
          },
          event: (type, object) => {
            const namespace = type === 'DELETED' ? sources.names.remove(object) : sources.names.put(object)
            if (namespace !== undefined) this.#secretsChanged(namespace)
          },
        },
        { clock, interval, sight: sight('secrets') },
      ),
    }
  }

  /** Resolves when the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal
    const { namespaces, registrations, secrets } = this.#feeds
    await Promise.all([namespaces.run(signal), registrations.run(signal), secrets.run(signal)])
  }

  /** Has everything listed from nothing: another hub answers, whose versions are others. */
  beginAnew(): void {
    const { namespaces, registrations, secrets } = this.#feeds
    namespaces.beginAnew()
    registrations.beginAnew()
    secrets.beginAnew()
  }

  /** Resolves when enough is seen to decide anything. */
  async ready(): Promise<void> {
    if (this.#isReady()) return
    await new Promise<void>((resolve) => this.#ready.push(resolve))
  }

  isWatched = (namespace: string): boolean => {
    const sight = this.#feeds.namespaces.sight
    return this.#watched.has(namespace) && (sight === 'synced' || sight === 'polled')
  }

  /** Ids of registrations whose namespace has left the watch and was not looked at yet. */
  expected = (): readonly string[] =>
    [...this.#left].flatMap((name) => [...this.#o.fleet.registrationsOf(name)])

  /** A namespace was looked at: nothing is only expected of it any more. */
  looked(namespace: string): void {
    this.#left.delete(namespace)
  }

  /** Milliseconds, by the monotonic clock, since all Secrets were listed last; 0 while they are watched. */
  secretsAge(): number {
    return this.secretsWatched() ? 0 : this.#o.clock.monotonic() - this.#listedAt
  }

  secretsWatched = (): boolean => this.#feeds.secrets.sight === 'synced'

  /** How far the watch of all Secrets has come; undefined where none is up to date. */
  secretsVersion = (): string | undefined => this.#feeds.secrets.version

  /** Brings the target namespace up to date where no watch does. */
  freshenTarget = async (): Promise<void> => {
    if (this.#feeds.registrations.sight !== 'synced') await this.#target.refresh()
  }

  /** The same by one list, watch or not. */
  refreshTarget = (): Promise<void> => this.#target.refresh()

  /** Looks at one Secret of the target namespace as it stands now. @throws KubeError */
  lookAtTarget = (name: string): Promise<void> => this.#target.look(name)

  /** Whether registrations are watched, so that what is written will be told of. */
  follows = (): boolean => this.#feeds.registrations.version !== undefined

  /** Whether the watch of registrations has told of all that this process wrote. */
  caughtUp = (): boolean => {
    const { version } = this.#feeds.registrations
    return version !== undefined && !isOlder(version, this.#target.written)
  }

  /** Takes a write of this process for seen: its event says nothing new. */
  stored = (name: string, secret: Secret | undefined): void => {
    this.#target.stored(name, secret)
  }

  /** Whether the stored credential of a registration has run out. */
  hasEnded(secret: string): boolean {
    const credential = this.#target.find(secret)?.credential
    return credential !== undefined && 'notAfter' in credential && credential.notAfter <= this.#o.clock.now()
  }

  /** Tells the stored CA of a registration from others; undefined where there is no registration. */
  storedCa(secret: string): string | undefined {
    return this.#target.find(secret)?.ca
  }

  /** What metrics count of the registrations that are ours. */
  *entries(): Iterable<FleetEntry> {
    const keys = keysUnder(this.#o.fleet.settings.labelPrefix)
    for (const { registration, credential } of this.#target.secrets())
      if (registration && credential && this.#o.fleet.isOurs(registration))
        yield fleetEntry(registration, keys, credential)
  }

  /** What is told of their credentials. */
  *credentials(): Iterable<CredentialEntry> {
    const keys = keysUnder(this.#o.fleet.settings.labelPrefix)
    for (const { name, registration, credential } of this.#target.secrets())
      if (registration && credential && this.#o.fleet.isOurs(registration))
        yield {
          secret: name,
          cluster: registration.clusterName,
          state: registration.labels[keys.orphanedSecretType] ? 'demoted' : 'active',
          credential,
        }
  }

  /** All source namespaces, and those that registrations record. */
  keys(): ReadonlySet<string> {
    const { fleet } = this.#o
    const recorded = [...fleet.registrations.values()].map((registration) => fleet.sourceOf(registration))
    return new Set([...this.#watched, ...recorded.filter((name) => name !== '')])
  }

  #isReady(): boolean {
    const { namespaces, registrations, secrets } = this.#feeds
    const isSeen = ({ sight }: Feed<never>): boolean => sight === 'synced' || sight === 'polled'
    return (
      isSeen(namespaces as Feed<never>) &&
      isSeen(registrations as Feed<never>) &&
      (isSeen(secrets as Feed<never>) || secrets.sight === 'denied')
    )
  }

  #sighted(feed: FeedName, kind: FeedSight, why: unknown): void {
    if (feed === 'secrets')
      this.#o.sources.sight = kind === 'synced' || kind === 'polled' ? 'complete' : 'none'
    this.#o.sight(feed, kind, why)
    if (!this.#isReady()) return
    for (const resolve of this.#ready.splice(0)) resolve()
  }

  #replaceNamespaces(all: readonly NamespaceDigest[]): void {
    const names = new Set(all.map(({ name }) => name))
    for (const name of this.#watched) if (!names.has(name)) this.#namespaceLeft(name)
    for (const namespace of all) this.#namespaceSeen(namespace)
  }

  #namespaceSeen(namespace: NamespaceDigest): void {
    const { fleet, sources, wake } = this.#o
    const before = fleet.namespaces.get(namespace.name)
    const isNew = !this.#watched.has(namespace.name)
    this.#watched.add(namespace.name)
    this.#left.delete(namespace.name)
    if (!isNew && isDeepStrictEqual(before, namespace)) return
    // Of the same name, and another one: what was read in the former is not its.
    if (before && before.uid !== namespace.uid) sources.forget(namespace.name)
    this.#wakeTied(fleet.tiesOfNamespace(namespace.name))
    fleet.putNamespace(namespace.name, namespace)
    wake(namespace.name, 'urgent')
    this.#wakeTied(fleet.tiesOfNamespace(namespace.name))
  }

  /** It is gone, or has lost its label: which of the two is asked when it is worked on. */
  #namespaceLeft(name: string): void {
    const { fleet, sources, wake } = this.#o
    this.#watched.delete(name)
    this.#left.add(name)
    const ties = fleet.tiesOfNamespace(name)
    fleet.putNamespace(name, undefined)
    sources.forget(name)
    wake(name, 'urgent')
    this.#wakeTied(ties)
  }

  #secretsChanged(namespace: string): void {
    if (this.#watched.has(namespace)) this.#o.wake(namespace, 'urgent')
  }

  #registrationChanged(registration: RegistrationDigest, byOthers: boolean): void {
    const { fleet, wake } = this.#o
    const source = fleet.sourceOf(registration)
    if (source !== '' && byOthers) wake(source, 'urgent')
    this.#wakeTied(fleet.tiesOfRegistration(registration), source)
  }

  /** Others that wanted the same name or address may have it now, or lose it. */
  #wakeTied(ties: ReturnType<Fleet['tiesOfNamespace']>, but?: string): void {
    for (const name of this.#o.fleet.namespacesTied(ties)) if (name !== but) this.#o.wakeUnsettled(name)
  }
}
