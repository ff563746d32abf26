import { canonicalServer } from '../../src/argocd/server.ts'
import { parseProvider } from '../../src/providers/parse-provider.ts'
import type { Namespace, Secret } from '../../src/kube/objects.ts'
import { P } from '../engine/test-hub.ts'
import { text } from './objects.ts'
import {
  addressIn,
  clusterOf,
  isGoing,
  isHeld,
  isManaged,
  isOurs,
  isPinned,
  isVisible,
  nameIn,
  sourceNamespaceOf,
  type Sight,
} from './sight.ts'
import type { Setup } from './steps.ts'

/** The provider that is configured by default and that these hubs use. */
export const K3K = parseProvider('k3k').name

interface Wanted {
  readonly server: string
  readonly token: string
}

/** What a namespace's kubeconfig asks for; undefined where it can't be used. */
const wantedBy = (namespace: Namespace, { sources }: Sight): Wanted | undefined => {
  const secret = sources.get(`k3k-${namespace.metadata.name}-kubeconfig`)
  const config = text(secret?.data?.['kubeconfig.yaml'])
  const server = /"server":"([^"]*)"/.exec(config)?.[1]
  const token = /"token":"([^"]*)"/.exec(config)?.[1]
  return server === undefined || token === undefined ? undefined : { server, token }
}

const canonical = (server: string): string => canonicalServer(server) ?? server

/** Nobody else has, or wants, what this namespace asks for, and nothing of ours says to leave it alone. */
const isUndisputed = (
  namespace: Namespace,
  wanted: Wanted,
  sight: Sight,
  setup: Setup,
  owner: string,
): boolean => {
  const cluster = clusterOf(namespace)
  const { name } = namespace.metadata
  const isTheOther = (other: Namespace): boolean => {
    if (other.metadata.name === name) return false
    const theirs = wantedBy(other, sight)
    return clusterOf(other) === cluster || (theirs && canonical(theirs.server)) === canonical(wanted.server)
  }
  if ([...sight.namespaces.values()].some(isTheOther)) return false
  return [...sight.secrets.values()].every((secret) => {
    const isOwn = isOurs(secret, owner) && sourceNamespaceOf(secret) === name
    const isAtName = secret.metadata.name === `cluster-${cluster}`
    if (isOwn) {
      const provider = secret.metadata.labels?.[`${P}provider`]
      const isOtherSettings = !setup.named && provider !== undefined && provider !== K3K
      const isStuck = isGoing(secret) || isOtherSettings || secret.immutable === true
      return !isStuck && !(isAtName && isHeld(secret)) && !isPinned(secret)
    }
    if (isAtName) return false
    return (
      !isVisible(secret) || (nameIn(secret) !== cluster && addressIn(secret) !== canonical(wanted.server))
    )
  })
}

/** A namespace that nothing stands against is registered, as its kubeconfig says; of its former names nothing shows. */
export const missing = (before: Sight, after: Sight, setup: Setup, owner: string): string[] =>
  [...before.namespaces.values()].flatMap((namespace) => {
    const cluster = clusterOf(namespace)
    const wanted = wantedBy(namespace, before)
    if (!isManaged(namespace, owner) || isGoing(namespace) || !/^[abc]$/.test(cluster) || !wanted) return []
    if (!isUndisputed(namespace, wanted, before, setup, owner)) return []
    const secret = after.secrets.get(`cluster-${cluster}`)
    const stands =
      secret !== undefined &&
      isVisible(secret) &&
      nameIn(secret) === cluster &&
      addressIn(secret) === canonical(wanted.server) &&
      text(secret.data?.['config']).includes(wanted.token)
    const former = [...after.secrets.values()].filter(
      (other) =>
        isOurs(other, owner) &&
        sourceNamespaceOf(other) === namespace.metadata.name &&
        isVisible(other) &&
        other.metadata.name !== `cluster-${cluster}`,
    )
    return [
      ...(stands ? [] : [`${namespace.metadata.name} is not registered as cluster-${cluster}, and could be`]),
      ...former.map((other) => `${other.metadata.name} is still visible beside cluster-${cluster}`),
    ]
  })

/** Of a namespace that is gone nothing of ours stays, but what is pinned or a finalizer holds. */
export const leftOver = (before: Sight, after: Sight, owner: string): string[] =>
  [...after.secrets.values()]
    .filter((secret: Secret) => {
      const namespace = sourceNamespaceOf(secret)
      return (
        isOurs(secret, owner) &&
        namespace !== '' &&
        !before.namespaces.has(namespace) &&
        !isPinned(secret) &&
        !isGoing(secret)
      )
    })
    .map(({ metadata }) => `${metadata.name} is left over of a namespace that is gone`)
