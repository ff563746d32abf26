import type { Secret } from '../kube/objects.ts'
import type { MemoryStore } from '../kube/memory/store.ts'
import type { Settings } from '../settings/settings.ts'
import { EMPTY_SNAPSHOT } from './snapshot.ts'
import { registrationDigest } from './observe/digest.ts'
import { isOurs, planContext } from './plan/context.ts'

/** The registrations in a memory hub as they stand, demoted ones included, in the order of their names. */
export const ownSecrets = (store: MemoryStore, settings: Settings): readonly Secret[] => {
  const context = planContext(EMPTY_SNAPSHOT, settings, 0)
  return store
    .all('secrets')
    .map(({ object }) => object)
    .filter(
      (secret) =>
        secret.metadata.namespace === settings.targetNamespace &&
        isOurs(context, registrationDigest(secret, settings)),
    )
}
