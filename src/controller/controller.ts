import { setMaxListeners } from 'node:events'
import { RemovalLog } from '../engine/brake.ts'
import { Damper } from '../engine/damper.ts'
import type { Decision, Outcome } from '../engine/decision.ts'
import { mapConcurrently } from '../engine/concurrency.ts'
import { HubIdentity, readHubUid, type HubSight } from '../engine/hub-identity.ts'
import { readNamespace } from '../engine/observe/namespaces.ts'
import { plan } from '../engine/plan/index.ts'
import type { Translator } from '../engine/observe/sources.ts'
import { isRemoval, isWrite } from '../engine/decision.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Settings } from '../settings/settings.ts'
import { audit, type Audit } from './audit.ts'
import { pause, type Clock } from './clock.ts'
import type { FeedSight } from './feed.ts'
import type { CredentialEntry } from './decision-log-credentials.ts'
import { endingWith } from './ending-client.ts'
import { Fleet } from './fleet.ts'
import type { FleetEntry } from './metrics-fleet.ts'
import { Pace } from './pace.ts'
import { KeyedQueue } from './queue.ts'
import type { WorkResult } from './queue-visits.ts'
import { Reconciler } from './reconcile.ts'
import { Sources } from './sources.ts'
import { View, type FeedName } from './view.ts'

/** Who is told what the controller does. Nothing told holds a credential. */
export interface Listener {
  /** What became of a namespace on a visit; nothing where it is forgotten. */
  readonly decided: (namespace: string, outcomes: readonly Outcome[], milliseconds: number) => void
  /** The way something is seen has changed. */
  readonly sight: (feed: FeedName, sight: FeedSight, why?: unknown) => void
  /** The whole fleet was looked over. */
  readonly audited: (audit: Audit, milliseconds: number) => void
  /** A visit failed; it is repeated after a while. */
  readonly fault: (namespace: string, error: unknown) => void
  /** All there was at the start is about to be worked on. */
  readonly seeded: (keys: number) => void
  /** Which hub answers was looked at. */
  readonly hub: (hub: HubSight) => void
}

export interface ControllerOptions {
  readonly client: KubeClient
  readonly settings: Settings
  readonly translator: (now: number) => Translator
  readonly clock: Clock
  readonly workers: number
  readonly dryRun: 'none' | 'client'
  readonly prune: boolean
  readonly listener: Listener
}

/** Milliseconds after which what concerns the whole fleet is tried again (C7.18). */
const TRY_AGAIN = 2000

/** How often, and after how many milliseconds each, it is asked whether the watch has told of a write. */
const LOOKS = 50
const LOOK_PAUSE = 20

/** Keeps the fleet registered: one namespace at a time, as events come, and the whole of it now and then. */
export class Controller {
  readonly #o: ControllerOptions
  readonly #identity = new HubIdentity()
  readonly #removed = new RemovalLog()
  readonly #unsettled = new Set<string>()
  /** When each namespace was worked on last. */
  readonly #looked = new Map<string, number>()
  /** When the work in hand on a namespace began. */
  readonly #started = new Map<string, number>()
  readonly #stop = new AbortController()
  readonly fleet: Fleet
  readonly queue: KeyedQueue<string>
  readonly #sources: Sources
  readonly #view: View
  readonly #reconciler: Reconciler
  #hub: HubSight = 'unknown'
  /** Whose versions the watches go by, as far as can be told. */
  #follows: HubSight = 'same'

  constructor(options: ControllerOptions) {
    // Every call in flight listens to it.
    setMaxListeners(0, this.#stop.signal)
    const client = endingWith(options.client, this.#stop.signal)
    this.#o = { ...options, client }
    const { clock, settings } = options
    this.fleet = new Fleet(settings)
    const sources = new Sources(client, this.fleet, () => options.translator(clock.now()))
    this.#sources = sources
    this.queue = new KeyedQueue<string>({
      clock,
      workers: options.workers,
      process: (namespace) => this.#visit(namespace),
      thrown: (namespace, error) => {
        if (!this.#stop.signal.aborted) options.listener.fault(namespace, error)
      },
    })
    this.#view = new View({
      client,
      clock,
      fleet: this.fleet,
      sources,
      interval: settings.interval,
      wake: (namespace, lane) => {
        this.queue.add(namespace, lane)
      },
      wakeUnsettled: (namespace) => {
        if (this.#unsettled.has(namespace)) this.queue.add(namespace, 'routine')
      },
      sight: options.listener.sight,
    })
    this.#reconciler = new Reconciler({
      client,
      clock,
      fleet: this.fleet,
      sources,
      identity: this.#identity,
      removed: this.#removed,
      damper: new Damper(),
      pace: new Pace(clock, settings.updatesPerMinute),
      interval: settings.interval,
      dryRun: options.dryRun,
      prune: options.prune,
      signal: this.#stop.signal,
      isWatched: this.#view.isWatched,
      secretsWatched: this.#view.secretsWatched,
      secretsVersion: this.#view.secretsVersion,
      expected: this.#view.expected,
      hasEnded: (secret) => this.#view.hasEnded(secret),
      storedCa: (secret) => this.#view.storedCa(secret),
      freshenTarget: this.#view.freshenTarget,
      lookAtTarget: this.#view.lookAtTarget,
      visible: () => this.#visible(),
      identify: () => this.#identify(),
      hub: () => this.#hub,
      storedRegistration: this.#view.stored,
      decided: (namespace, outcomes) => {
        this.#decided(namespace, outcomes)
      },
      wake: (namespace) => {
        this.queue.add(namespace, 'urgent')
      },
    })
  }

  /** Begins to look; resolves when enough is seen to work. */
  async look(): Promise<void> {
    void this.#view.run(this.#stop.signal)
    await Promise.all([this.#view.ready(), this.#identify()])
  }

  /** Begins to work, and to look the fleet over at the interval. Resolves when it is stopped. */
  async work(): Promise<void> {
    const { clock, listener, settings } = this.#o
    const keys = [...this.#view.keys()]
    listener.seeded(keys.length + 1)
    for (const key of keys) this.queue.add(key, 'routine')
    // Nothing is removed before the brake knows of all that went while nothing ran.
    while (!(await this.#tried(() => this.#survey(keys)))) if (this.#isStopped()) return
    this.queue.start()
    await this.#tried(() => this.#audit())
    while (!this.#isStopped()) {
      await pause(clock, settings.interval * (0.95 + 0.1 * clock.random()), this.#stop.signal)
      if (!this.#isStopped()) await this.#tried(() => this.#audit())
    }
  }

  entries(): Iterable<FleetEntry> {
    return this.#view.entries()
  }

  credentials(): Iterable<CredentialEntry> {
    return this.#view.credentials()
  }

  /** Milliseconds since the source was looked at whose last look is the longest ago; 0 while all are watched. */
  refreshAge(): number {
    if (this.#sources.sight === 'complete' || this.#looked.size === 0) return this.#view.secretsAge()
    return this.#o.clock.monotonic() - Math.min(...this.#looked.values())
  }

  /** Takes up no more work. Resolves when what is in hand is done. */
  async stop(): Promise<void> {
    await this.queue.stop()
    this.#stop.abort()
  }

  /** Breaks off what is in hand. */
  abort(): void {
    this.#stop.abort()
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted
  }

  /** @returns false where it failed, which has been told and waited for */
  async #tried(work: () => Promise<void>): Promise<boolean> {
    const { clock, listener } = this.#o
    try {
      await work()
      return true
    } catch (error) {
      if (this.#isStopped()) return false
      listener.fault('', error)
      await pause(clock, TRY_AGAIN, this.#stop.signal)
      return false
    }
  }

  /** Looks for namespaces that went while nothing ran, so that the brake knows of all of them before the first is removed. */
  async #survey(keys: readonly string[]): Promise<void> {
    const { client, clock, settings, workers } = this.#o
    const unseen = keys.filter((key) => !this.#view.isWatched(key))
    await mapConcurrently(unseen, workers, async (key) => {
      const sight = await readNamespace(client, settings, key)
      if (!this.#view.isWatched(key)) this.fleet.putNamespace(key, sight)
    })
    const removals = plan(this.fleet.snapshot(), settings, clock.now()).filter(isRemoval)
    for (const key of keys) {
      const own = removals.filter(({ namespace }) => namespace === key)
      if (own.length > 0) this.#reconciler.reserve(key, own)
    }
  }

  async #visit(namespace: string): Promise<WorkResult> {
    this.#started.set(namespace, this.#o.clock.monotonic())
    try {
      return await this.#reconciler.visit(namespace)
    } finally {
      this.#started.delete(namespace)
    }
  }

  async #audit(): Promise<void> {
    await this.#identify()
    const { clock, listener, prune, settings } = this.#o
    const start = clock.monotonic()
    for (const namespace of [...this.#sources.outdated(clock.now())]) {
      this.#sources.forget(namespace)
      this.queue.add(namespace, 'urgent')
    }
    const result = audit(this.fleet, settings, clock.now(), {
      prune,
      removed: this.#removed.since(clock.now()),
      hub: this.#hub,
    })
    listener.audited(result, clock.monotonic() - start)
    for (const namespace of result.due) this.queue.add(namespace, 'routine')
  }

  async #identify(): Promise<void> {
    this.#hub = this.#identity.compare(await readHubUid(this.#o.client))
    if (this.#hub !== 'unknown' && this.#hub !== this.#follows) {
      this.#follows = this.#hub
      this.#view.beginAnew()
    }
    this.#o.listener.hub(this.#hub)
  }

  #decided(namespace: string, outcomes: readonly Outcome[]): void {
    if (outcomes.length === 0) this.#looked.delete(namespace)
    else this.#looked.set(namespace, this.#o.clock.monotonic())
    if (outcomes.some(isOpen)) this.#unsettled.add(namespace)
    else this.#unsettled.delete(namespace)
    this.#view.looked(namespace)
    const started = this.#started.get(namespace) ?? this.#o.clock.monotonic()
    this.#o.listener.decided(namespace, outcomes, this.#o.clock.monotonic() - started)
  }

  /** By its own watch, which is a moment behind what was written; where it stays behind, by one list. */
  async #visible(): Promise<ReadonlyMap<string, RegistrationDigest>> {
    const { clock } = this.#o
    for (let look = 0; look < LOOKS && this.#view.follows(); look += 1) {
      if (this.#view.caughtUp()) return this.fleet.registrations
      await pause(clock, LOOK_PAUSE, this.#stop.signal)
    }
    await this.#view.refreshTarget()
    return this.fleet.registrations
  }
}

const isSettled = ({ action }: Decision): boolean => action === 'unchanged'

const isOpen = ({ decision, result }: Outcome): boolean =>
  isWrite(decision) || isRemoval(decision) ? result !== 'done' : !isSettled(decision)
