import type { Decision } from '../engine/decision.ts'
import type { Observation } from '../engine/observe/index.ts'
import type { PlanContext } from '../engine/plan/context.ts'
import type { ReportHub } from '../engine/report.ts'
import type { Access, Identity, ObjectRef } from '../kube/client.ts'
import type { Objects, Resource, Secret } from '../kube/objects.ts'
import type { Settings } from '../settings/settings.ts'
import type { Verdict } from './probe/verdict.ts'

/** The very pass `sync` would make: what it sees and what it would do. */
export interface Look {
  readonly observation: Observation
  readonly context: PlanContext
  /** The whole plan, removals included and held as the brake would hold them. */
  readonly decisions: readonly Decision[]
}

export interface Selection {
  /** Absent = all. */
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
}

/** From where child clusters are tried: this process, or a Job on the hub. */
export type ProbeFrom = 'here' | 'pod'

/** Contacts the clusters of these Secrets. */
export type Prober = (secrets: readonly Secret[]) => Promise<readonly Verdict[]>

/**
 * What checks look at. Everything is read when the first check asks for it, and once; nothing is written. A call that the
 * hub refuses rejects with its KubeError: the check that asked is then skipped, with that as its reason.
 */
export interface Inspection {
  readonly where: 'hub' | 'files'
  readonly about: ReportHub
  readonly settings: Settings
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Milliseconds a credential should still live (`--min-validity`). */
  readonly minValidity: number
  /** Absent where child clusters are not to be contacted. */
  readonly probe?: ProbeFrom
  /** What contacts them; there with `probe`. */
  readonly prober?: Prober
  look(): Promise<Look>
  /** All pages. */
  list<R extends Resource>(resource: R, selection?: Selection): Promise<readonly Objects[R][]>
  /** Undefined where the API server says that it is not there; with manifests, where it is not among them. */
  find<R extends Resource>(resource: R, ref: ObjectRef): Promise<Objects[R] | undefined>
  mayI(access: Access): Promise<boolean>
  whoAmI(): Promise<Identity>
  /** What several checks work out from the same objects, once; `key` is its family's own. */
  shared<T>(key: string, work: () => Promise<T>): Promise<T>
}
