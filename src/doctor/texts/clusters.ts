import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'

const of = (params: Params, name: string): string => params[name] ?? ''

const what = (p: Params): string => `${of(p, 'path')}: ${of(p, 'why')}`

const patch = (p: Params, key: string, value: string): string =>
  `kubectl patch secret -n ${of(p, 'namespace')} ${of(p, 'secret')} --type merge -p '{"stringData":{"${key}":"${value}"}}'`

/** What a sync writes it also puts right. */
const byHand =
  (remedy: (params: Params) => string) =>
  (params: Params): string =>
    of(params, 'ours') === '' ? remedy(params) : 'have it written again: kubectl registrar sync'

const KEY_VALUES: Readonly<Record<string, string>> = { name: 'NAME', server: 'https://HOST:PORT' }

/** Through a file: a placeholder in a command that was pasted would take the place of a credential. */
const writeConfig = (p: Params): string =>
  `kubectl get secret -n ${of(p, 'namespace')} ${of(p, 'secret')} -o go-template='{{.data.config | base64decode}}' > config.json, ` +
  `correct config.json, and: kubectl create secret generic -n ${of(p, 'namespace')} ${of(p, 'secret')} --from-file=config=config.json ` +
  '--dry-run=client -o json | kubectl apply --server-side --force-conflicts -f -'

const writeKey = (p: Params): string => {
  const key = of(p, 'path').split('.')[1] ?? ''
  const value = p['meant'] ?? KEY_VALUES[key]
  return value === undefined ? writeConfig(p) : patch(p, key, value)
}

const shape = (remedy: (params: Params) => string): ReasonText => ({ message: what, remedy: byHand(remedy) })

/**
 * Texts of checks of cluster Secrets. Params: path, why, meant, namespace, secret, ours (set where a sync rewrites it), source, clusterKey ·
 * name,
 * server, secrets · application, what, key · owner · target, label.
 */
export const CLUSTERS_TEXTS = {
  'placeholder-applied': shape((p) => `fill it in: ${writeKey(p)}`),
  'cluster-keys': shape((p) => `add it: ${writeKey(p)}`),
  'cluster-encoding': shape((p) => `let the API server encode it, once: ${writeKey(p)}`),
  'cluster-name': {
    message: what,
    remedy: (p) =>
      of(p, 'ours') === ''
        ? `rename it, and the Applications that name it: ${patch(p, 'name', 'NAME')}`
        : `choose another name: kubectl label namespace ${of(p, 'source')} ${of(p, 'clusterKey')}=NAME --overwrite`,
  },
  'cluster-reserved': shape(
    (p) => `write the address it has from outside, or delete it: ${patch(p, 'server', 'https://HOST:PORT')}`,
  ),
  'cluster-server': shape((p) => `write scheme://host:port: ${writeKey(p)}`),
  'cluster-http': shape((p) => `use https: ${patch(p, 'server', 'https://HOST:PORT')}`),
  'cluster-config-json': {
    message: (p) => `${what(p)}; one such Secret can stop every ApplicationSet`,
    remedy: byHand((p) => `write it anew, as one JSON object: ${writeKey(p)}`),
  },
  'cluster-config-field': shape(
    (p) => `write config with the fields Argo CD knows, TLS ones under tlsClientConfig: ${writeKey(p)}`,
  ),
  'cluster-config-tls': {
    message: (p) => `${what(p)}; Argo CD can't connect to this cluster`,
    remedy: byHand(
      (p) =>
        `encode each PEM once, give certificate and key as a pair, no insecure beside a CA: ${writeKey(p)}`,
    ),
  },
  'cluster-config-auth': shape((p) => `keep one way to sign in that Argo CD has a field for: ${writeKey(p)}`),
  'cluster-tls-insecure': {
    message: what,
    remedy: (p) =>
      of(p, 'ours') === ''
        ? `put the CA in its place: ${writeKey(p)}`
        : 'put certificate-authority-data into the source kubeconfig, in place of insecure-skip-tls-verify; then: kubectl registrar sync',
  },
  'cluster-options': {
    message: what,
    remedy: (p) => `correct it: ${patch(p, of(p, 'path').split('.')[1] ?? '', 'VALUE')}`,
  },
  'cluster-last-applied': {
    message: what,
    remedy: (p) =>
      `kubectl annotate secret -n ${of(p, 'namespace')} ${of(p, 'secret')} kubectl.kubernetes.io/last-applied-configuration-` +
      '; from then on: kubectl apply --server-side',
  },
  'cluster-duplicate-name': {
    message: (p) =>
      `${of(p, 'name')} is ${of(p, 'secrets')}: Applications that go by this name stop ("there are 2 clusters with the same name")`,
    remedy: (p) =>
      of(p, 'ours') === ''
        ? `rename one: ${patch(p, 'name', 'NAME')}`
        : `hide one: kubectl registrar demote ${of(p, 'secret').replace(/^cluster-/, '')}`,
  },
  'cluster-duplicate-server': {
    message: (p) =>
      `${of(p, 'secrets')} have the same address ${of(p, 'server')}: Argo CD takes one of them at random for every Application`,
    remedy: (p) =>
      of(p, 'ours') === ''
        ? `keep one: kubectl label secret -n ${of(p, 'namespace')} ${of(p, 'secret')} argocd.argoproj.io/secret-type-`
        : `keep one: kubectl registrar demote ${of(p, 'secret').replace(/^cluster-/, '')}`,
  },
  'cluster-tracked': {
    message: (p) =>
      `${of(p, 'path')} makes it a part of Application ${of(p, 'application')}, which may prune it`,
    remedy: (p) =>
      `kubectl ${of(p, 'what')} secret -n ${of(p, 'namespace')} ${of(p, 'secret')} ${of(p, 'key')}-`,
  },
  'cluster-owner-namespace': {
    message: (p) =>
      `its owner ${of(p, 'owner')} is not in namespace ${of(p, 'namespace')}: Kubernetes collects it as garbage, and Argo CD loses the cluster`,
    remedy: (p) =>
      `kubectl patch secret -n ${of(p, 'namespace')} ${of(p, 'secret')} --type json -p '[{"op":"remove","path":"/metadata/ownerReferences"}]'`,
  },
  'cluster-namespace': {
    message: (p) =>
      `it is labelled as a cluster in namespace ${of(p, 'namespace')}, where no Argo CD is: Argo CD reads only ${of(p, 'target')}`,
    remedy: (p) =>
      `have it in ${of(p, 'target')}, or take the label off: kubectl label secret -n ${of(p, 'namespace')} ${of(p, 'secret')} ${of(p, 'label')}-`,
  },
} as const satisfies Record<string, ReasonText>
