import type { KubeClient } from '../../kube/client.ts'
import { isNotFound } from '../../kube/errors.ts'
import { listAll } from '../../kube/paging.ts'
import type { Settings } from '../../settings/settings.ts'
import { keysUnder, registrationKey } from '../keys.ts'
import { SECRET_TYPE_LABEL } from '../../argocd/cluster-secret.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import { registrationDigest } from './digest.ts'

/** Every cluster Secret of the target namespace, ours or not, and our hidden ones, by registrationKey. Two lists that do not
 *  overlap: the namespace may hold much else. */
export const readRegistrations = async (
  client: KubeClient,
  settings: Settings,
): Promise<Map<string, RegistrationDigest>> => {
  const { managedBy } = keysUnder(settings.labelPrefix)
  const selectors = [
    `${SECRET_TYPE_LABEL}=cluster`,
    `${managedBy}=${settings.managedBy},${SECRET_TYPE_LABEL}!=cluster`,
  ]
  const listings = await Promise.all(
    selectors.map((labelSelector) =>
      listAll(client, 'secrets', { namespace: settings.targetNamespace, labelSelector }, (secret) =>
        registrationDigest(secret, settings),
      ),
    ),
  )
  return new Map(
    listings
      .flatMap(({ items }) => items)
      .map((registration) => [registrationKey(settings.targetNamespace, registration.name), registration]),
  )
}

/** One registration as it stands now; undefined where there is none. */
export const readRegistration = async (
  client: KubeClient,
  settings: Settings,
  name: string,
): Promise<RegistrationDigest | undefined> => {
  try {
    return registrationDigest(
      await client.get('secrets', { namespace: settings.targetNamespace, name }),
      settings,
    )
  } catch (error) {
    if (isNotFound(error, name)) return undefined
    throw error
  }
}
