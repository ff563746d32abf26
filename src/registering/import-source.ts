import { UsageError } from '../errors.ts'
import type { KubeClient, WriteOptions } from '../kube/client.ts'
import { isNotFound } from '../kube/errors.ts'
import { isDnsLabel, isDnsSubdomain } from '../kube/names.ts'
import type { Namespace, Secret } from '../kube/objects.ts'
import { IMPORT_PROVIDER } from '../providers/imported.ts'
import { findNamespace, requireLasting } from './namespaces.ts'
import type { ReducedKubeconfig } from './reduce-kubeconfig.ts'

const [KEY = ''] = IMPORT_PROVIDER.secretKeys

/** Where an imported kubeconfig stands on the hub (decisions.md §7). */
export interface ImportPlace {
  readonly namespace: string
  readonly secret: string
}

/**
 * @param namespace absent = one of its own
 * @throws UsageError where the cluster's name makes no name of a namespace or Secret
 */
export const importPlace = (cluster: string, namespace: string | undefined): ImportPlace => {
  const place = { namespace: namespace ?? `registrar-${cluster}`, secret: `registrar-import-${cluster}` }
  if (!isDnsSubdomain(place.secret))
    throw new UsageError(
      `--name: "${cluster}" can't be part of a Secret's name`,
      'use lower-case letters, digits, - and . only',
    )
  if (!isDnsLabel(place.namespace))
    throw new UsageError(
      `"${place.namespace}" is not the name of a namespace`,
      'name one with -n: at most 63 lower-case letters, digits and -',
    )
  return place
}

/** What is there already, and what is to be there. */
export interface ImportPlan {
  readonly place: ImportPlace
  /** The namespace has yet to be made. */
  readonly isNew: boolean
  readonly namespace: Namespace
  readonly secret: Secret
  /** `none`: it stands there as it is to be. `replace`: another kubeconfig does. */
  readonly write: 'create' | 'replace' | 'none'
}

const readIfThere = async (
  client: KubeClient,
  { namespace, secret: name }: ImportPlace,
): Promise<Secret | undefined> => {
  try {
    return await client.get('secrets', { namespace, name })
  } catch (error) {
    if (isNotFound(error, name)) return undefined
    throw error
  }
}

/**
 * Looks at where the kubeconfig is to stand; nothing is written.
 * @throws UsageError where the namespace is being deleted
 */
export const planImport = async (
  client: KubeClient,
  place: ImportPlace,
  kubeconfig: ReducedKubeconfig,
): Promise<ImportPlan> => {
  const value = Buffer.from(`${JSON.stringify(kubeconfig, undefined, 2)}\n`).toString('base64')
  const fresh: Secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata: { namespace: place.namespace, name: place.secret },
    data: { [KEY]: value },
  }
  const namespace = await findNamespace(client, place.namespace)
  if (!namespace)
    return {
      place,
      isNew: true,
      namespace: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place.namespace } },
      secret: fresh,
      write: 'create',
    }
  requireLasting(namespace)
  const present = await readIfThere(client, place)
  if (!present) return { place, isNew: false, namespace, secret: fresh, write: 'create' }
  const write = present.data?.[KEY] === value ? 'none' : 'replace'
  const secret = { ...present, data: { ...present.data, [KEY]: value } }
  return { place, isNew: false, namespace, secret, write }
}

/** Makes or replaces the Secret; the namespace has to be there. */
export const writeImport = async (
  client: KubeClient,
  { secret, write }: ImportPlan,
  options: WriteOptions,
): Promise<void> => {
  if (write === 'create') await client.create('secrets', secret, options)
  if (write === 'replace') await client.update('secrets', secret, options)
}
