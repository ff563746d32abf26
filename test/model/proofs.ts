import type { KubeError } from '../../src/kube/errors.ts'
import type { Call } from './intercept.ts'

const isNamespace = ({ verb, resource }: Call): boolean => verb === 'GET' && resource === 'namespaces'

/** What a pass was told of namespaces after it had planned. */
export class Proofs {
  readonly #gone = new Set<string>()
  readonly #empty = new Set<string>()
  readonly #full = new Set<string>()

  /** Those that are not there, and of which no Secret was listed. */
  get absent(): ReadonlySet<string> {
    return new Set([...this.#gone].filter((namespace) => !this.#full.has(namespace)))
  }

  /** Those of them that are empty: proved gone, by what the hub, or what stands before it, answered. */
  get gone(): ReadonlySet<string> {
    return new Set([...this.absent].filter((namespace) => this.#empty.has(namespace)))
  }

  clear(): void {
    for (const known of [this.#gone, this.#empty, this.#full]) known.clear()
  }

  /** Whatever was proved before it is asked again is open. */
  asked(call: Call): void {
    if (isNamespace(call))
      for (const known of [this.#gone, this.#empty, this.#full]) known.delete(call.name ?? '')
  }

  refused(call: Call, { kind, code }: KubeError): void {
    if (isNamespace(call) && kind === 'status' && code === 404) this.#gone.add(call.name ?? '')
  }

  listed({ resource, namespace = '' }: Call, items: readonly unknown[]): void {
    if (resource !== 'secrets') return
    const [now, formerly] = items.length === 0 ? [this.#empty, this.#full] : [this.#full, this.#empty]
    now.add(namespace)
    formerly.delete(namespace)
  }
}
