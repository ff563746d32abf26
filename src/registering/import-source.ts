import { keysUnder, OWN_ANNOTATIONS } from '../engine/keys.ts'
import { UsageError } from '../errors.ts'
import type { KubeClient, WriteOptions } from '../kube/client.ts'
import { isAlreadyExists, isConflict, isNotFound } from '../kube/errors.ts'
import { find } from '../kube/find.ts'
import type { Namespace, Secret } from '../kube/objects.ts'
import { IMPORT_PROVIDER } from '../providers/imported.ts'
import type { Settings } from '../settings/settings.ts'
import { foreignPlace, type ImportPlace } from './import-place.ts'
import { findNamespace, readSameNamespace, requireLasting } from './namespaces.ts'
import type { ReducedKubeconfig } from './reduce-kubeconfig.ts'

const [KEY = ''] = IMPORT_PROVIDER.secretKeys

/** On a Secret that an import has made: one that lacks it is somebody else's. */
const IMPORTED = `${OWN_ANNOTATIONS}imported`

/** What a person wants to have imported. */
export interface ImportWish {
  readonly place: ImportPlace
  readonly cluster: string
  readonly kubeconfig: ReducedKubeconfig
  /** The namespace was named, and not made up from the cluster's name. */
  readonly isPlaceNamed: boolean
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

/** A namespace of the name made up for it may be anybody's: credentials go only where somebody meant them to. */
const requireMeant = (
  { place, cluster, isPlaceNamed }: ImportWish,
  { metadata: { labels } }: Namespace,
  { labelPrefix, managedBy }: Settings,
): void => {
  const keys = keysUnder(labelPrefix)
  if (isPlaceNamed || (labels?.[keys.managedBy] === managedBy && labels[keys.cluster] === cluster)) return
  throw new UsageError(
    `namespace ${place.namespace} is there already, and its labels don't say that it is for cluster ${cluster}`,
    `if the kubeconfig is to be stored there all the same, name it: -n ${place.namespace}`,
  )
}

const requireImported = ({ place }: ImportWish, { metadata }: Secret): void => {
  if (metadata.annotations?.[IMPORTED] !== undefined) return
  throw new UsageError(
    `secret ${place.namespace}/${place.secret} is there already, and no import has made it: it is left as it is`,
    `choose another --name, or delete it first: kubectl delete secret -n ${place.namespace} ${place.secret}`,
  )
}

/**
 * Looks at where the kubeconfig is to stand; nothing is written.
 * @throws UsageError where the namespace or the Secret is somebody else's, Argo CD's own, or being deleted
 */
export const planImport = async (
  client: KubeClient,
  settings: Settings,
  wish: ImportWish,
): Promise<ImportPlan> => {
  const { place, kubeconfig } = wish
  if (place.namespace === settings.targetNamespace)
    throw foreignPlace(place.namespace, 'is where Argo CD reads cluster Secrets')
  const value = Buffer.from(`${JSON.stringify(kubeconfig, undefined, 2)}\n`).toString('base64')
  const fresh: Secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata: { namespace: place.namespace, name: place.secret, annotations: { [IMPORTED]: 'true' } },
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
  requireMeant(wish, namespace, settings)
  const present = await find(client, 'secrets', { namespace: place.namespace, name: place.secret })
  if (!present) return { place, isNew: false, namespace, secret: fresh, write: 'create' }
  if (present.data?.[KEY] === value) return { place, isNew: false, namespace, secret: present, write: 'none' }
  requireImported(wish, present)
  const secret = { ...present, data: { ...present.data, [KEY]: value } }
  return { place, isNew: false, namespace, secret, write: 'replace' }
}

/**
 * Makes or replaces the Secret in a namespace that is there.
 * @throws UsageError where the namespace or the Secret is no longer the one that was looked at; KubeError for what the hub
 *   refuses
 */
export const writeImport = async (
  client: KubeClient,
  { namespace, place, secret, write }: ImportPlan,
  options: WriteOptions,
): Promise<void> => {
  if (write === 'none') return
  await readSameNamespace(client, namespace)
  try {
    await (write === 'create'
      ? client.create('secrets', secret, options)
      : client.update('secrets', secret, options))
  } catch (error) {
    if (!isAlreadyExists(error) && !isConflict(error) && !isNotFound(error, place.secret)) throw error
    throw new UsageError(
      `secret ${place.namespace}/${place.secret} was changed by somebody else at the same moment`,
      'run it again',
      { cause: error },
    )
  }
}
