import { shellWord } from '../../registering/shell-word.ts'

/** Where a provisioner keeps a kubeconfig. */
export interface RenewPlace {
  readonly namespace: string
  readonly secret: string
  readonly cluster: string
}

/** Who renews the kubeconfigs of one provider, and when. */
export interface Renewer {
  /** One clause. */
  readonly who: string
  /** What makes it happen now: a command, where there is one. */
  readonly how: (place: RenewPlace) => string
  /** When it has to have happened by itself: milliseconds before the end, of a credential that lives so long. */
  readonly dueBefore?: (lifetime: number) => number
}

const DAY = 86_400_000

/** The name inside of a provisioner's Secret name. */
const inner = (secret: string, prefix: string, suffix: string): string =>
  secret.startsWith(prefix) && secret.endsWith(suffix) && secret.length > prefix.length + suffix.length
    ? secret.slice(prefix.length, secret.length - suffix.length)
    : 'NAME'

/**
 * By the name of the provider. k3k and vcluster run k3s or Kubernetes in a pod, which looks at its certificates when it
 * starts. Cluster API: a control plane writes the kubeconfig that it owns anew at half of its life (cluster-api
 * util/certs, ClientCertificateRenewalDuration). Kamaji: a day before the end, by its `--certificate-expiration-deadline`.
 */
const RENEWERS: Readonly<Record<string, Renewer>> = {
  k3k: {
    who: 'k3k renews it when its server restarts',
    how: ({ namespace, secret }) =>
      `kubectl rollout restart statefulset -n ${namespace} k3k-${inner(secret, 'k3k-', '-kubeconfig')}-server`,
  },
  vcluster: {
    who: 'vcluster renews it when its control plane starts near the end, or when it is told to',
    how: ({ namespace, secret }) =>
      `vcluster certs rotate ${inner(secret, 'vc-', '')} --namespace ${namespace}`,
  },
  kamaji: {
    who: 'Kamaji renews it by itself the day before it ends',
    how: ({ namespace, secret }) =>
      `kubectl annotate secret -n ${namespace} ${secret} certs.kamaji.clastix.io/rotate= --overwrite`,
    dueBefore: () => DAY,
  },
  capi: {
    who: 'the Cluster API control plane that owns it renews it at half of its life',
    how: ({ namespace, secret }) =>
      `have its control plane write it anew, if it has an owner: kubectl delete secret -n ${namespace} ${secret}`,
    dueBefore: (lifetime) => lifetime / 2,
  },
  'capa-eks': {
    who: 'Cluster API for AWS writes it anew at every reconcile of its control plane',
    how: ({ namespace }) => `kubectl describe awsmanagedcontrolplane -n ${namespace}`,
  },
  'capz-aks': {
    who: 'AKS renews it when the certificates of the cluster are rotated, and Cluster API for Azure fetches it',
    how: ({ cluster }) => `az aks rotate-certs --resource-group GROUP --name ${shellWord(cluster)}`,
  },
  import: {
    who: 'nobody renews it: it was imported from a file',
    how: ({ cluster }) => `kubectl registrar register --import FILE --name ${shellWord(cluster)}`,
  },
}

const UNKNOWN: Renewer = {
  who: 'whatever writes its source Secret has to renew it',
  how: ({ namespace, secret }) =>
    `find out what writes it: kubectl get secret -n ${namespace} ${secret} --show-managed-fields -o jsonpath='{.metadata.managedFields[*].manager}'`,
}

export const renewerOf = (provider: string): Renewer =>
  Object.hasOwn(RENEWERS, provider) ? (RENEWERS[provider] ?? UNKNOWN) : UNKNOWN
