import { canonicalServer } from '../argocd/server.ts'
import type { KubeClient } from '../kube/client.ts'
import { KubeError } from '../kube/errors.ts'
import type { Secret } from '../kube/objects.ts'
import type { Settings } from '../settings/settings.ts'
import { isWrite, type Outcome, type Pruning, type Write } from './decision.ts'
import { registrationKey } from './keys.ts'
import type { Observation } from './observe/index.ts'
import { readNamespace } from './observe/namespaces.ts'
import { readRegistrations, readVisible } from './observe/registrations.ts'
import type { PassOptions } from './pass.ts'
import { byAge } from './plan/claims.ts'
import { isOurs, planContext, sourceNamespaceOf, type PlanContext } from './plan/context.ts'
import { plan } from './plan/index.ts'
import { shownServer } from './redact.ts'
import { isAbsence, type NamespaceDigest, type RegistrationDigest, type Snapshot } from './snapshot.ts'

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

/** A registration of ours, written in this pass, beside an older namespace's of the same address. */
interface Lost {
  readonly outcome: Outcome
  readonly decision: Write
  readonly registration: RegistrationDigest
  readonly twin: RegistrationDigest
}

/**
 * Two processes that write at once may each find an address free and both take it. So whoever wrote looks again when all
 * is done, and the one with the younger namespace takes back what it wrote (decisions.md §4).
 */
export class ServerRace {
  readonly #client: KubeClient
  readonly #settings: Settings
  readonly #options: PassOptions
  /** What stood there before a write of this pass, by name. */
  readonly #former = new Map<string, Secret>()

  constructor(client: KubeClient, settings: Settings, options: PassOptions) {
    this.#client = client
    this.#settings = settings
    this.#options = options
  }

  /** Kept only where an address may appear: a pass may write thousands. */
  remember(secret: Secret, { action, changes }: Write): void {
    if (action === 'update' && !changes.some(({ path }) => path === 'data.server')) return
    this.#former.set(secret.metadata.name, secret)
  }

  /** @returns the outcomes, those that were taken back replaced by what became of them */
  async settle(outcomes: readonly Outcome[], observation: Observation): Promise<readonly Outcome[]> {
    const { snapshot } = observation
    const written = outcomes.filter((outcome) =>
      opensAddress(outcome, snapshot, this.#settings.targetNamespace),
    )
    // Manifests in memory are written by nobody else.
    if (written.length === 0 || !this.#client.absenceIsProof) return outcomes
    const registrations = await this.#see(readVisible)
    if (!registrations) return outcomes
    const lost = await this.#lost(written, observation, registrations)
    if (lost.length === 0) return outcomes
    const withdrawn = new Map<Outcome, Outcome>()
    for (const each of lost) withdrawn.set(each.outcome, await this.#withdraw(each))
    return [
      ...outcomes.map((outcome) => withdrawn.get(outcome) ?? outcome),
      ...(await this.#refused(lost, observation)),
    ]
  }

  /** Undefined where it can't be read: then nothing is taken back, and the next pass warns of the twin. */
  async #see(read: typeof readVisible): Promise<ReadonlyMap<string, RegistrationDigest> | undefined> {
    try {
      return await read(this.#client, this.#settings)
    } catch (error) {
      if (error instanceof KubeError && error.kind !== 'aborted') return undefined
      throw error
    }
  }

  async #lost(
    written: readonly Outcome[],
    { snapshot }: Observation,
    registrations: ReadonlyMap<string, RegistrationDigest>,
  ): Promise<Lost[]> {
    const context = planContext({ ...snapshot, registrations }, this.#settings, this.#options.now)
    const lost: Lost[] = []
    for (const outcome of written) {
      const { decision } = outcome
      if (!isWrite(decision)) continue
      const key = registrationKey(this.#settings.targetNamespace, decision.secret)
      const registration = registrations.get(key)
      const own = snapshot.namespaces.get(decision.namespace ?? '')
      if (!registration || !own) continue
      for (const twin of twinsOf(context, registration))
        if (await this.#isOlder(context, twin, own)) {
          lost.push({ outcome, decision, registration, twin })
          break
        }
    }
    return lost
  }

  /** Whether the twin's namespace goes first by age; where it can't be seen, it does. */
  async #isOlder(context: PlanContext, twin: RegistrationDigest, own: NamespaceDigest): Promise<boolean> {
    const name = sourceNamespaceOf(context, twin)
    const seen = context.snapshot.namespaces.get(name)
    const sight = seen ?? (await readNamespace(this.#client, this.#settings, name))
    if (isAbsence(sight)) return sight.state === 'unknown'
    return byAge(sight, own) < 0
  }

  async #withdraw({ decision, outcome, registration, twin }: Lost): Promise<Outcome> {
    const note = { reason: 'server-race', params: { twin: twin.name } } as const
    const former = this.#former.get(registration.name)
    try {
      if (decision.action !== 'register' && former) {
        await this.#putBack(former, registration)
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

  async #putBack(former: Secret, { base }: RegistrationDigest): Promise<void> {
    const metadata =
      base.resourceVersion === undefined
        ? former.metadata
        : { ...former.metadata, resourceVersion: base.resourceVersion }
    await this.#client.update('secrets', { ...former, metadata })
  }

  async #delete({ name, base: { uid, resourceVersion } }: RegistrationDigest): Promise<void> {
    if (uid === undefined || resourceVersion === undefined) return
    const ref = { namespace: this.#settings.targetNamespace, name }
    await this.#client.delete('secrets', ref, { uid, resourceVersion })
  }

  /** What the claims that lost come to now. */
  async #refused(lost: readonly Lost[], { snapshot }: Observation): Promise<Outcome[]> {
    const registrations = await this.#see(readRegistrations)
    if (!registrations) return []
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
