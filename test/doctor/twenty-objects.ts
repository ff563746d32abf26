import { RESOURCE_NAMES, RESOURCES } from '../../src/kube/resources.ts'
import { P } from '../e2e/site.ts'
import type { Json, Rest } from '../envtest/rest.ts'
import { loadCredentials } from '../fleet/certificates.ts'
import { capaEks } from '../fleet/cloud-provisioners.ts'
import type { Delivery } from '../fleet/order.ts'

export const TARGET = 'argocd'
export const OWNER = 'cluster-registrar'

interface Stored {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly status?: unknown
}

/** Where the API server has objects of this kind. */
const collectionOf = ({ kind, metadata: { namespace: inside } }: Stored): string => {
  const resource = RESOURCE_NAMES.find((name) => RESOURCES[name].kind === kind)
  if (!resource) throw new Error(`no resource of kind ${kind}`)
  const { apiVersion } = RESOURCES[resource]
  const base = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  return `${base}${inside === undefined ? '' : `/namespaces/${inside}`}/${resource}`
}

/** Creates objects one after another, with the status that a controller would give them. */
export const create = async (rest: Rest, ...objects: readonly object[]): Promise<void> => {
  for (const object of objects as readonly Stored[]) {
    const path = collectionOf(object)
    await rest.json('POST', path, object)
    if (object.status !== undefined)
      await rest.json('PATCH', `${path}/${object.metadata.name}/status`, { status: object.status })
  }
}

export const secretPath = (inside: string, name: string): string =>
  `/api/v1/namespaces/${inside}/secrets/${name}`

export const namespaceFor = (cluster: string): string => `team-${cluster}`

interface Kubeconfig {
  readonly server: string
  readonly token?: string
  /** The base64 of a PEM. */
  readonly ca?: string
}

export const kubeconfigText = ({ server, token = 'opaque', ca }: Kubeconfig): string =>
  JSON.stringify({
    clusters: [
      { name: 'c', cluster: { server, ...(ca === undefined ? {} : { 'certificate-authority-data': ca }) } },
    ],
    users: [{ name: 'u', user: { token } }],
  })

export const serverOf = (cluster: string): string => `https://${cluster}.example.com:6443`

const sourceName = (inside: string): string => `k3k-${inside}-kubeconfig`

/** The Secret that k3k leaves in a namespace, with this text. */
export const sourceOf = (inside: string, text: string): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: sourceName(inside), namespace: inside },
  stringData: { 'kubeconfig.yaml': text },
})

/** The provisioner of a cluster writes another kubeconfig. */
export const rewrite = (rest: Rest, cluster: string, text: string): Promise<Json> =>
  rest.json('PATCH', secretPath(namespaceFor(cluster), sourceName(namespaceFor(cluster))), {
    stringData: { 'kubeconfig.yaml': text },
  })

/** A cluster Secret that somebody made by hand. */
export const byHand = (
  name: string,
  data: { readonly name?: string; readonly server?: string; readonly config?: string } = {},
): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: TARGET, labels: { 'argocd.argoproj.io/secret-type': 'cluster' } },
  stringData: {
    name,
    server: serverOf(name),
    config: '{"bearerToken":"opaque","tlsClientConfig":{"insecure":false}}',
    ...data,
  },
})

const CREDENTIAL = loadCredentials()[0]!

export const CA = CREDENTIAL.ca

/** What CAPA leaves of an EKS cluster: a kubeconfig with a token of 15 minutes, and one that signs in by exec. */
export const eksOrder = (cluster: string, index: number): Delivery =>
  capaEks({ name: cluster, namespace: namespaceFor(cluster), index, credential: CREDENTIAL })

export const ofArgoCd = (kind: 'Application' | 'AppProject', name: string, spec: object): object => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind,
  metadata: { name, namespace: TARGET },
  spec,
})

/** An Application on the cluster of this name. */
export const applicationOn = (cluster: string, name: string): object =>
  ofArgoCd('Application', name, { project: 'web', destination: { name: cluster, namespace: 'web' } })

/** Asks until the API server answers with this status. */
export const until = async (rest: Rest, path: string, status: number): Promise<void> => {
  while ((await rest.send('GET', path)).status !== status)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

export const labels = (
  rest: Rest,
  name: string,
  changes: Readonly<Record<string, string | null>>,
): Promise<Json> =>
  rest.json('PATCH', secretPath(TARGET, name), {
    metadata: { labels: Object.fromEntries(Object.entries(changes).map(([key, value]) => [P + key, value])) },
  })
