import type { KubeClient } from '../kube/client.ts'
import { isForbidden, isNotFound } from '../kube/errors.ts'
import { readHubUid, type HubIdentity } from './hub-identity.ts'

/** - `gone`: proved · `back`: the namespace is there · `unproved`: neither, and why */
export type Proof =
  | { readonly state: 'gone' }
  | { readonly state: 'back' }
  | { readonly state: 'unproved'; readonly why: string }

/** Milliseconds a proof is good for (decisions.md §4). */
const GOOD_FOR = 10_000

const isNamespaceThere = async (client: KubeClient, name: string): Promise<boolean> => {
  try {
    await client.get('namespaces', { name })
    return true
  } catch (error) {
    if (isNotFound(error, name)) return false
    throw error
  }
}

const secretsOf = async (client: KubeClient, namespace: string): Promise<'none' | 'some' | 'forbidden'> => {
  try {
    const { items } = await client.listMetadataPage('secrets', { namespace, limit: 1 })
    return items.length > 0 ? 'some' : 'none'
  } catch (error) {
    if (isForbidden(error)) return 'forbidden'
    throw error
  }
}

/**
 * Whether a namespace really is gone, at the moment of writing: the API server's own 404 that names it, no Secret listed in
 * it, and the hub is the one seen first (decisions.md §4).
 * @param asked a person named the registration: then Secrets that may not be listed are no obstacle
 * @throws KubeError where the hub could not be asked
 */
const prove = async (
  client: KubeClient,
  identity: HubIdentity,
  namespace: string,
  asked: boolean,
): Promise<Proof> => {
  if (!client.absenceIsProof) return { state: 'unproved', why: 'manifests are never the whole hub' }
  const [isThere, secrets] = await Promise.all([
    isNamespaceThere(client, namespace),
    secretsOf(client, namespace),
  ])
  if (isThere) return { state: 'back' }
  if (secrets === 'some')
    return { state: 'unproved', why: `namespace ${namespace} is not found, and Secrets are listed in it` }
  if (secrets === 'forbidden' && !asked)
    return { state: 'unproved', why: `Secrets of ${namespace} may not be listed` }
  // Asked last: whoever answers now may have answered all the time, and not the other way round.
  const hub = identity.compare(await readHubUid(client))
  if (hub === 'other') return { state: 'unproved', why: 'another hub answers at this address than before' }
  if (hub === 'unknown' && identity.isKnown)
    return { state: 'unproved', why: "kube-system, which tells one hub from another, can't be read any more" }
  return { state: 'gone' }
}

/** Proofs of one pass, shared by the registrations of one namespace as long as they are good. */
export class Proofs {
  readonly #client: KubeClient
  readonly #identity: HubIdentity
  readonly #clock: () => number
  readonly #known = new Map<string, { readonly at: number; readonly proof: Promise<Proof> }>()

  /** @param clock milliseconds that only go forward */
  constructor(client: KubeClient, identity: HubIdentity, clock: () => number) {
    this.#client = client
    this.#identity = identity
    this.#clock = clock
  }

  /** @throws KubeError where the hub could not be asked */
  of(namespace: string, asked: boolean): Promise<Proof> {
    const key = keyOf(namespace, asked)
    const known = this.#known.get(key)
    if (known && this.isFresh(namespace, asked)) return known.proof
    // Counted from before the first question.
    const at = this.#clock()
    const proof = prove(this.#client, this.#identity, namespace, asked)
    this.#known.set(key, { at, proof })
    return proof
  }

  /** False once so much time has passed that it has to be proved again before anything is deleted. */
  isFresh(namespace: string, asked: boolean): boolean {
    const known = this.#known.get(keyOf(namespace, asked))
    return known !== undefined && this.#clock() - known.at < GOOD_FOR
  }
}

const keyOf = (namespace: string, asked: boolean): string => `${namespace} ${String(asked)}`
