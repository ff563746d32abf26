import { KubeError } from '../../src/kube/errors.ts'
import type { Namespace, Secret } from '../../src/kube/objects.ts'
import type { ModelHub } from './hub.ts'
import { isWrite, type Around, type Call } from './intercept.ts'
import { find } from './objects.ts'
import { targetSecrets } from './sight.ts'

/** A write of a pass that took effect, whatever the pass was told about it. */
export interface Effect {
  readonly verb: 'POST' | 'PUT' | 'DELETE'
  readonly secret: string
  readonly before: Secret | undefined
  /** Undefined where it is gone. */
  readonly after: Secret | undefined
  /** The rest of the target namespace as it stood just before. */
  readonly others: ReadonlyMap<string, Secret>
  /** Namespaces that this pass had proved gone by then, after it had planned. */
  readonly provedGone: ReadonlySet<string>
}

const isNotFound = (error: unknown): boolean =>
  error instanceof KubeError && error.kind === 'status' && error.code === 404

/** Watches what one pass really sends to the hub, and what that does there. */
export class Recorder {
  readonly effects: Effect[] = []
  /** Breaches of the form that every write must have. */
  readonly breaches: string[] = []
  /** Writes that reached the hub, dry ones too. */
  readonly sent = { real: 0, dry: 0 }
  readonly #hub: ModelHub
  readonly #gone = new Set<string>()
  readonly #empty = new Set<string>()
  #hasPlanned = false

  constructor(hub: ModelHub) {
    this.#hub = hub
  }

  /** The pass has decided: proofs count from now on. */
  planned(): void {
    this.#hasPlanned = true
  }

  readonly around: Around = async (call, go) => {
    if (!isWrite(call)) return this.#read(call, go)
    this.sent[call.dryRun ? 'dry' : 'real'] += 1
    this.#checkForm(call)
    if (call.resource !== 'secrets' || call.dryRun) return go()
    const others = new Map(await targetSecrets(this.#hub))
    const name = call.name ?? ''
    const before = others.get(name)
    others.delete(name)
    const provedGone = new Set([...this.#gone].filter((namespace) => this.#empty.has(namespace)))
    const answer = await go()
    const after = await find(this.#hub.admin, 'secrets', { namespace: this.#hub.target, name })
    this.effects.push({ verb: call.verb as Effect['verb'], secret: name, before, after, others, provedGone })
    return answer
  }

  async #read<T>(call: Call, go: () => Promise<T>): Promise<T> {
    const { verb, resource, namespace = '', name = '' } = call
    if (!this.#hasPlanned) return go()
    if (verb === 'GET' && resource === 'namespaces') {
      this.#gone.delete(name)
      this.#empty.delete(name)
      try {
        return await go()
      } catch (error) {
        if (isNotFound(error)) this.#gone.add(name)
        throw error
      }
    }
    const answer = await go()
    if (verb === 'LIST' && resource === 'secrets') {
      const { items } = answer as { readonly items: readonly Namespace[] }
      if (items.length === 0) this.#empty.add(namespace)
      else this.#empty.delete(namespace)
    }
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
