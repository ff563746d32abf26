import { setTimeout as wait } from 'node:timers/promises'
import { canonicalServer } from '../argocd/server.ts'
import type { KubeClient } from '../kube/client.ts'
import { KubeError } from '../kube/errors.ts'
import type { Secret } from '../kube/objects.ts'
import type { Settings } from '../settings/settings.ts'
import { isWrite, type Outcome, type Pruning, type Write } from './decision.ts'
import { restoreOwn } from './apply.ts'
import { keysUnder, registrationKey } from './keys.ts'
import type { Observation } from './observe/index.ts'
import { readNamespace } from './observe/namespaces.ts'
import { readRegistrations, readVisible } from './observe/registrations.ts'
import { byAge } from './plan/claims.ts'
import { isOurs, isPinned, planContext, sourceNamespaceOf, type PlanContext } from './plan/context.ts'
import { plan } from './plan/index.ts'
import { shownServer } from './redact.ts'
import {
  isAbsence,
  type Incomplete,
  type NamespaceDigest,
  type RegistrationDigest,
  type Snapshot,
} from './snapshot.ts'

type Read = (client: KubeClient, settings: Settings) => Promise<ReadonlyMap<string, RegistrationDigest>>

/** Something was written that made an address visible to Argo CD, which it was not under this name before. */
const opensAddress = (
  { decision, result }: Outcome,
  { registrations }: Snapshot,
  targetNamespace: string,
): boolean => {
  if (result !== 'done' || !isWrite(decision)) return false
  const before = registrations.get(registrationKey(targetNamespace, decision.secret))
  return !before?.visible || before.canonicalServer !== canonicalServer(decision.desired.server)
}

/** A registration of ours, written in this pass, beside another's of the same address. */
interface Twin {
  readonly outcome: Outcome
  readonly decision: Write
  readonly registration: RegistrationDigest
  readonly twin: RegistrationDigest
  /** The other one's namespace goes first by age. */
  readonly isBeaten: boolean
}

/** How often, and after how many milliseconds each, a winner looks whether the loser was taken back. */
const LOOKS = 4
const PAUSE = 500

export interface RaceOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Waits so many milliseconds. Default: it really does. */
  readonly pause?: (milliseconds: number) => Promise<void>
  /** The cluster Secrets that Argo CD sees, at or past what was written last. Default: one list. */
  readonly visible?: () => Promise<ReadonlyMap<string, RegistrationDigest>>
}

export interface RaceResult {
  /** Those that were taken back replaced by what became of them. */
  readonly outcomes: readonly Outcome[]
  /** What could not be looked at: a twin may be left. */
  readonly incomplete: readonly Incomplete[]
}

/**
 * Two processes that write at once may each find an address free and both take it. So whoever wrote looks again when all
 * is done, and the one with the younger namespace takes back what it wrote (decisions.md §4). Where that one had looked
 * before ours was there, it will not look again: then the one that came last goes.
 */
export class ServerRace {
  readonly #client: KubeClient
  readonly #settings: Settings
  readonly #options: RaceOptions
  /** What stood there before a write of this pass, by name. */
  readonly #former = new Map<string, Secret>()

  constructor(client: KubeClient, settings: Settings, options: RaceOptions) {
    this.#client = client
    this.#settings = settings
    this.#options = options
  }

  /** Kept only where an address may appear: a pass may write thousands. */
  remember(secret: Secret, { action, changes }: Write): void {
    if (action === 'update' && !changes.some(({ path }) => path === 'data.server')) return
    this.#former.set(secret.metadata.name, secret)
  }

  async settle(outcomes: readonly Outcome[], observation: Observation): Promise<RaceResult> {
    const { snapshot } = observation
    const written = outcomes.filter((outcome) =>
      opensAddress(outcome, snapshot, this.#settings.targetNamespace),
    )
    const withdrawn = new Map<Outcome, Outcome>()
    const unseen = (): RaceResult => ({
      outcomes: outcomes.map((outcome) => withdrawn.get(outcome) ?? outcome),
      incomplete: [{ what: 'cluster Secrets after they were written', why: 'a twin may be left' }],
    })
    // Manifests in memory are written by nobody else.
    for (let look = 0; written.length > 0 && this.#client.absenceIsProof; look += 1) {
      const registrations = await this.#see(this.#options.visible ?? readVisible)
      if (!registrations) return unseen()
      const open = written.filter((outcome) => !withdrawn.has(outcome))
      const twins = await this.#twins(open, observation, registrations)
      for (const each of twins)
        if ((each.isBeaten || look === LOOKS) && !withdrawn.has(each.outcome))
          withdrawn.set(each.outcome, await this.#withdraw(each))
      if (twins.every(({ outcome }) => withdrawn.has(outcome))) break
      await (this.#options.pause ?? wait)(PAUSE)
    }
    if (withdrawn.size === 0) return { outcomes, incomplete: [] }
    const refused = await this.#refused([...withdrawn.keys()], observation)
    return refused ? { outcomes: [...unseen().outcomes, ...refused], incomplete: [] } : unseen()
  }

  /** Undefined where it can't be read. */
  async #see(read: Read): Promise<ReadonlyMap<string, RegistrationDigest> | undefined> {
    try {
      return await read(this.#client, this.#settings)
    } catch (error) {
      if (error instanceof KubeError && error.kind !== 'aborted') return undefined
      throw error
    }
  }

  async #twins(
    written: readonly Outcome[],
    { snapshot }: Observation,
    registrations: ReadonlyMap<string, RegistrationDigest>,
  ): Promise<readonly Twin[]> {
    const context = planContext({ ...snapshot, registrations }, this.#settings, this.#options.now)
    const found: Twin[] = []
    for (const outcome of written) {
      const { decision } = outcome
      const registration = registrations.get(registrationKey(this.#settings.targetNamespace, decision.secret))
      const own = snapshot.namespaces.get(decision.namespace ?? '')
      if (!isWrite(decision) || !registration || !own) continue
      // Whatever bears the name now may be somebody else's, and a pin is a person's word.
      const isStranger = sourceNamespaceOf(context, registration) !== own.name
      if (isStranger || isPinned(context, registration)) continue
      for (const twin of twinsOf(context, registration)) {
        const isBeaten = await this.#isOlder(context, twin, own)
        found.push({ outcome, decision, registration, twin, isBeaten })
      }
    }
    return found
  }

  /** Whether the twin's namespace goes first by age; where it can't be seen, it does. */
  async #isOlder(context: PlanContext, twin: RegistrationDigest, own: NamespaceDigest): Promise<boolean> {
    const name = sourceNamespaceOf(context, twin)
    const seen = context.snapshot.namespaces.get(name)
    const sight = seen ?? (await readNamespace(this.#client, this.#settings, name))
    if (isAbsence(sight)) return sight.state === 'unknown'
    return byAge(sight, own) < 0
  }

  async #withdraw({ decision, outcome, registration, twin }: Twin): Promise<Outcome> {
    const note = { reason: 'server-race', params: { twin: twin.name } } as const
    const former = this.#former.get(registration.name)
    try {
      if (decision.action !== 'register' && former) {
        await this.#putBack(former, registration.name)
        return { decision, result: 'stood-down', notes: [...outcome.notes, note] }
      }
      await this.#delete(registration)
      return { decision: pruningOf(decision, registration, twin, this.#settings), result: 'done', notes: [] }
    } catch (error) {
      if (!(error instanceof KubeError) || error.kind === 'aborted') throw error
      const params = { why: error.message, remedy: 'run it again' }
      return { decision, result: 'failed', notes: [note, { reason: 'write-failed', params }] }
    }
  }

  /** Ours are set back; what anybody else wrote since stays, and so does a pin. */
  async #putBack(former: Secret, name: string): Promise<void> {
    const { labelPrefix, targetNamespace } = this.#settings
    const present = await this.#client.get('secrets', { namespace: targetNamespace, name })
    await this.#client.update('secrets', restoreOwn(present, former, keysUnder(labelPrefix)))
  }

  async #delete({ name, base: { uid, resourceVersion } }: RegistrationDigest): Promise<void> {
    if (uid === undefined || resourceVersion === undefined) return
    const ref = { namespace: this.#settings.targetNamespace, name }
    await this.#client.delete('secrets', ref, { uid, resourceVersion })
  }

  /** What the claims that lost come to now; undefined where that can't be seen. */
  async #refused(
    lost: readonly Outcome[],
    { snapshot }: Observation,
  ): Promise<readonly Outcome[] | undefined> {
    const registrations = await this.#see(readRegistrations)
    if (!registrations) return undefined
    const created = lost.filter(({ decision }) => decision.action === 'register')
    const losers = new Set(created.map(({ decision }) => decision.namespace ?? ''))
    return plan({ ...snapshot, registrations }, this.#settings, this.#options.now)
      .filter(({ action, namespace = '' }) => action === 'refuse' && losers.has(namespace))
      .map((decision): Outcome => ({ decision, notes: [] }))
  }
}

const twinsOf = (context: PlanContext, registration: RegistrationDigest): readonly RegistrationDigest[] =>
  registration.visible && registration.canonicalServer !== undefined
    ? context.visible
        .ofAddress(registration.canonicalServer)
        .filter(
          (other) =>
            isOurs(context, other) &&
            !['', sourceNamespaceOf(context, registration)].includes(sourceNamespaceOf(context, other)),
        )
    : []

const pruningOf = (
  decision: Write,
  { base, server }: RegistrationDigest,
  twin: RegistrationDigest,
  settings: Settings,
): Pruning => {
  const { desired: _written, changes: _changes, held: _held, ...common } = decision
  return {
    ...common,
    id: registrationKey(settings.targetNamespace, decision.secret),
    action: 'prune',
    reason: 'server-race',
    params: { ...decision.params, twin: twin.name, server: shownServer(server) },
    precondition: { kind: 'unchanged', base },
    after: [],
  }
}
