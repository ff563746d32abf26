import type { Application } from '../kube/objects.ts'
import { isJsonObject } from './config-shape.ts'
import { trimServer } from './server.ts'

/** Where an Application deploys to. Argo CD refuses one that names both, and one that names neither (GetDestinationCluster). */
export type Destination =
  | { readonly by: 'server'; readonly server: string }
  | { readonly by: 'name'; readonly name: string }
  | { readonly by: 'nothing' }

/** What the end of a cluster depends on; an Application itself may be a megabyte. */
export interface ApplicationDigest {
  readonly namespace: string
  readonly name: string
  readonly destination: Destination
  /** Name of the ApplicationSet that generated it, in the same namespace. */
  readonly generatedBy?: string
  /** Its deletion deletes what it deployed, where its destination can be found. Of a generated one the template and
   *  `preserveResourcesOnDeletion` decide; what they came to stands in its finalizers. */
  readonly cascades: boolean
  /** Being deleted already. */
  readonly deleting: boolean
}

/** The three spellings of Application.CascadedDeletion. */
const CASCADE: ReadonlySet<string> = new Set([
  'resources-finalizer.argocd.argoproj.io',
  'resources-finalizer.argocd.argoproj.io/foreground',
  'resources-finalizer.argocd.argoproj.io/background',
])

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const destinationOf = (spec: unknown): Destination => {
  const destination = isJsonObject(spec) ? spec['destination'] : undefined
  if (!isJsonObject(destination)) return { by: 'nothing' }
  const server = text(destination['server'])
  const name = text(destination['name'])
  if ((server === '') === (name === '')) return { by: 'nothing' }
  return name === '' ? { by: 'server', server: trimServer(server) } : { by: 'name', name }
}

/** As the ApplicationSet controller finds its own: by the controller reference (appControllerIndexer). */
const generatorOf = ({ ownerReferences = [] }: Application['metadata']): string | undefined =>
  ownerReferences.find(
    ({ apiVersion, kind, controller }) =>
      controller === true && apiVersion === 'argoproj.io/v1alpha1' && kind === 'ApplicationSet',
  )?.name

/** Total: anything the API server answers has a digest. */
export const applicationDigest = ({ metadata, spec }: Application): ApplicationDigest => {
  const generatedBy = generatorOf(metadata)
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    destination: destinationOf(spec),
    ...(generatedBy === undefined ? {} : { generatedBy }),
    cascades: (metadata.finalizers ?? []).some((finalizer) => CASCADE.has(finalizer)),
    deleting: metadata.deletionTimestamp !== undefined,
  }
}
