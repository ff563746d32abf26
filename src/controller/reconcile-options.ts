import type { RemovalLog } from '../engine/brake.ts'
import type { Damper } from '../engine/damper.ts'
import type { Outcome } from '../engine/decision.ts'
import type { HubIdentity, HubSight } from '../engine/hub-identity.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Secret } from '../kube/objects.ts'
import type { Clock } from './clock.ts'
import type { Fleet } from './fleet.ts'
import type { Pace } from './pace.ts'
import type { Sources } from './sources.ts'

/** What working on a namespace needs of the rest of the controller. */
export interface ReconcileOptions {
  readonly client: KubeClient
  readonly fleet: Fleet
  readonly sources: Sources
  readonly clock: Clock
  readonly identity: HubIdentity
  readonly removed: RemovalLog
  readonly damper: Damper
  readonly pace: Pace
  /** Milliseconds until what no event brings back is looked at again. */
  readonly interval: number
  readonly dryRun: 'none' | 'client'
  /** False: removals and hides are decided and never carried out. */
  readonly prune: boolean
  readonly signal: AbortSignal
  /** Whether the namespace is among the labelled ones of a watch that is up to date. */
  readonly isWatched: (namespace: string) => boolean
  /** Ids of registrations whose namespace has left the watch and was not looked at yet: they may be about to go. */
  readonly expected: () => readonly string[]
  /** Whether the stored credential of a registration has run out. */
  readonly hasEnded: (secret: string) => boolean
  /** Tells its stored CA from others, as `caDigest` does; undefined where there is no registration. */
  readonly storedCa: (secret: string) => string | undefined
  /** Whether Secrets of all namespaces are watched: then nothing has to be looked for. */
  readonly secretsWatched: () => boolean
  /** How far that watch has come; undefined where none is up to date. */
  readonly secretsVersion: () => string | undefined
  /** Brings the target namespace up to date where no watch does. */
  readonly freshenTarget: () => Promise<void>
  /** Looks at one Secret of the target namespace as it stands now. */
  readonly lookAtTarget: (name: string) => Promise<void>
  /** The registrations Argo CD sees, at or past what was written last. */
  readonly visible: () => Promise<ReadonlyMap<string, RegistrationDigest>>
  /** Looks which hub answers. */
  readonly identify: () => Promise<void>
  /** Which hub answered when it was looked at last. */
  readonly hub: () => HubSight
  /** Told of every write to the target namespace; undefined = deleted. */
  readonly storedRegistration: (name: string, stored: Secret | undefined) => void
  /** Told what became of a namespace; nothing where it is forgotten. */
  readonly decided: (namespace: string, outcomes: readonly Outcome[]) => void
  /** Has another namespace worked on soon. */
  readonly wake: (namespace: string) => void
}
