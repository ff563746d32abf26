import type { KubeClient } from '../kube/client.ts'
import { KubeError } from '../kube/errors.ts'

/** Every hub has it, and it lives as long as the hub does: its UID tells one hub from another. */
const LANDMARK = 'kube-system'

/** UID of the hub's kube-system; undefined where it can't be read. */
export const readHubUid = async (client: KubeClient): Promise<string | undefined> => {
  try {
    return (await client.get('namespaces', { name: LANDMARK })).metadata.uid
  } catch (error) {
    if (error instanceof KubeError && error.kind !== 'aborted') return undefined
    throw error
  }
}

/** - `same`: as this process saw it first · `other`: another hub answers · `unknown`: can't be told */
export type HubSight = 'same' | 'other' | 'unknown'

/** Which hub this process works on, by the first UID it saw (decisions.md §4). One for the life of the process. */
export class HubIdentity {
  #first: string | undefined

  /** Whether a UID has been seen: a hub that hides it from then on is not known to be the same. */
  get isKnown(): boolean {
    return this.#first !== undefined
  }

  compare(uid: string | undefined): HubSight {
    if (uid === undefined) return 'unknown'
    this.#first ??= uid
    return uid === this.#first ? 'same' : 'other'
  }
}
