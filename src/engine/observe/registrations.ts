import type { KubeClient } from '../../kube/client.ts'
import { find } from '../../kube/find.ts'
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
  const [visible, hidden] = await Promise.all([
    readVisible(client, settings),
    readSelected(client, settings, `${managedBy}=${settings.managedBy},${SECRET_TYPE_LABEL}!=cluster`),
  ])
  return new Map([...visible, ...hidden])
}

/** Every cluster Secret that Argo CD sees, ours or not. */
export const readVisible = (
  client: KubeClient,
  settings: Settings,
): Promise<Map<string, RegistrationDigest>> => readSelected(client, settings, `${SECRET_TYPE_LABEL}=cluster`)

const readSelected = async (
  client: KubeClient,
  settings: Settings,
  labelSelector: string,
): Promise<Map<string, RegistrationDigest>> => {
  const { targetNamespace: namespace } = settings
  const { items } = await listAll(client, 'secrets', { namespace, labelSelector }, (secret) =>
    registrationDigest(secret, settings),
  )
  return new Map(items.map((registration) => [registrationKey(namespace, registration.name), registration]))
}

/** One registration as it stands now; undefined where there is none. */
export const readRegistration = async (
  client: KubeClient,
  settings: Settings,
  name: string,
): Promise<RegistrationDigest | undefined> => {
  const secret = await find(client, 'secrets', { namespace: settings.targetNamespace, name })
  return secret && registrationDigest(secret, settings)
}
