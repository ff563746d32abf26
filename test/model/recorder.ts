import type { Secret } from '../../src/kube/objects.ts'
import type { ModelHub } from './hub.ts'
import { isWrite, type Around, type Call } from './intercept.ts'
import { find } from './objects.ts'
import { targetSecrets } from './sight.ts'
import type { Listener, Told } from './told.ts'

/** A write of a pass that took effect, whatever the pass was told about it. */
export interface Effect {
  readonly verb: 'POST' | 'PUT' | 'DELETE'
  readonly secret: string
  readonly before: Secret | undefined
  /** Undefined where it is gone. */
  readonly after: Secret | undefined
  /** The rest of the target namespace as it stood just before. */
  readonly others: ReadonlyMap<string, Secret>
  /** Namespaces that this pass was told are not there, after it had planned, and of which no Secret was listed to it. */
  readonly absent: ReadonlySet<string>
  /** Those of them that it was told are empty: proved gone, by what the hub, or what stands before it, answered. */
  readonly provedGone: ReadonlySet<string>
  /** What its plan was made with. */
  readonly told: Told
  /** UID of kube-system as this pass was told it last. */
  readonly hub: string | undefined
  /** Cluster Secrets that Argo CD sees, as they were listed to this pass last. */
  readonly inSight: ReadonlyMap<string, Secret>
}

/** Watches what one pass really sends to the hub, and what that does there. */
export class Recorder {
  readonly effects: Effect[] = []
  /** Breaches of the form that every write must have. */
  readonly breaches: string[] = []
  /** Writes that reached the hub, dry ones too. */
  readonly sent = { real: 0, dry: 0 }
  readonly #hub: ModelHub
  readonly #listener: Listener

  constructor(hub: ModelHub, listener: Listener) {
    this.#hub = hub
    this.#listener = listener
  }

  readonly around: Around = async (call, go) => {
    if (!isWrite(call)) return go()
    this.sent[call.dryRun ? 'dry' : 'real'] += 1
    this.#checkForm(call)
    if (call.resource !== 'secrets' || call.dryRun) return go()
    const others = new Map(await targetSecrets(this.#hub))
    const secret = call.name ?? ''
    const before = others.get(secret)
    others.delete(secret)
    const { hubs, plans, proofs, visible } = this.#listener
    const { absent, gone: provedGone } = proofs
    const told = plans.at(-1)
    if (told === undefined) throw new Error(`${secret} was written before anything was planned`)
    const answer = await go()
    const after = await find(this.#hub.admin, 'secrets', { namespace: this.#hub.target, name: secret })
    this.effects.push({
      verb: call.verb as Effect['verb'],
      secret,
      before,
      after,
      others,
      absent,
      provedGone,
      told,
      hub: hubs.last,
      inSight: visible,
    })
    return answer
  }

  #checkForm({ verb, resource, namespace, name, sent, dryRun }: Call): void {
    const what = `${verb} ${resource} ${namespace ?? ''}/${name ?? ''}${dryRun ? ' (dry run)' : ''}`
    if (resource !== 'secrets' || namespace !== this.#hub.target || verb === 'PATCH')
      this.breaches.push(
        `${what}: a pass writes Secrets of the target namespace with POST, PUT and DELETE alone`,
      )
    if (verb === 'PUT' && sent?.resourceVersion === undefined)
      this.breaches.push(`${what}: no resourceVersion goes with it`)
    if (verb === 'DELETE' && (sent?.resourceVersion === undefined || sent.uid === undefined))
      this.breaches.push(`${what}: a precondition is missing`)
  }
}
