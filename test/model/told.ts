import { KubeError } from '../../src/kube/errors.ts'
import type { Namespace, Secret } from '../../src/kube/objects.ts'
import type { Around, Call } from './intercept.ts'
import { Proofs } from './proofs.ts'

/** What a pass went by when it planned: what it was told, true or not. */
export interface Told {
  /** Cluster Secrets of the target namespace, by name. */
  readonly secrets: ReadonlyMap<string, Secret>
  /** Namespaces, by name. */
  readonly namespaces: ReadonlyMap<string, Namespace>
  /** UID of kube-system; undefined where it was not told. */
  readonly hub: string | undefined
}

const LANDMARK = 'kube-system'
/** Of the list of what Argo CD does not see. */
const HIDDEN = '!='

/** Listens to the answers that a pass gets: what is true and never reached it is not heard. */
export class Listener {
  /** What each plan of the pass was made with; a second one follows where the first freed something. */
  readonly plans: Told[] = []
  readonly proofs = new Proofs()
  readonly #target: string
  /** By the selector of their list. */
  readonly #secrets = new Map<string, Map<string, Secret>>()
  /** Read by themselves since the last list. */
  readonly #single = new Map<string, Secret>()
  readonly #namespaces = new Map<string, Namespace>()
  #hub: string | undefined
  #first: string | undefined

  constructor(target: string) {
    this.#target = target
  }

  /** UID of kube-system as this pass was told it first, not counting a look that came to no plan, and last. */
  get hubs(): { readonly first: string | undefined; readonly last: string | undefined } {
    return { first: this.#first, last: this.#hub }
  }

  /** Cluster Secrets that Argo CD sees, as they were listed last. */
  get visible(): ReadonlyMap<string, Secret> {
    return this.#lists(false)
  }

  /** The pass has decided, by all that was heard. */
  planned(): void {
    this.#first ??= this.#hub
    this.plans.push({
      // One that was hidden between the two lists is in both; it counts as hidden.
      secrets: new Map([...this.#single, ...this.#lists(false), ...this.#lists(true)]),
      namespaces: new Map(this.#namespaces),
      hub: this.#hub,
    })
    this.proofs.clear()
  }

  readonly around: Around = async (call, go) => {
    this.proofs.asked(call)
    try {
      const answer = await go()
      this.#heard(call, answer)
      return answer
    } catch (error) {
      if (error instanceof KubeError) this.proofs.refused(call, error)
      throw error
    }
  }

  #heard(call: Call, answer: unknown): void {
    const { verb, resource, namespace, page } = call
    if (verb === 'GET' && resource === 'namespaces') this.#heardNamespace(answer as Namespace)
    if (verb === 'GET' && resource === 'secrets' && namespace === this.#target)
      this.#single.set(call.name ?? '', answer as Secret)
    if (verb !== 'LIST') return
    this.proofs.listed(call, (answer as { readonly items: readonly unknown[] }).items)
    // Only lists of whole objects have a selector.
    if (page?.selector === undefined) return
    if (resource === 'namespaces') {
      if (page.isFirst) this.#namespaces.clear()
      for (const item of (answer as { readonly items: readonly Namespace[] }).items)
        this.#namespaces.set(item.metadata.name, item)
    }
    if (resource === 'secrets' && namespace === this.#target) {
      this.#single.clear()
      const known = page.isFirst ? undefined : this.#secrets.get(page.selector)
      const { items } = answer as { readonly items: readonly Secret[] }
      const listed = items.map((item): [string, Secret] => [item.metadata.name, item])
      this.#secrets.set(page.selector, new Map([...(known ?? []), ...listed]))
    }
  }

  #lists(hidden: boolean): ReadonlyMap<string, Secret> {
    const lists = [...this.#secrets].filter(([selector]) => selector.includes(HIDDEN) === hidden)
    return new Map(lists.flatMap(([, list]) => [...list]))
  }

  #heardNamespace(namespace: Namespace): void {
    const { name, uid } = namespace.metadata
    this.#namespaces.set(name, namespace)
    if (name !== LANDMARK) return
    this.#hub = uid
    if (this.plans.length > 0) this.#first ??= uid
  }
}
