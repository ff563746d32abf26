import { UsageError } from '../../errors.ts'
import type { ConnectionFlags, HubConnection } from './connection.ts'
import { inClusterConnection } from './in-cluster.ts'
import type { Kubeconfig } from './kubeconfig-entries.ts'
import { loadKubeconfig } from './kubeconfig.ts'
import { trustSource, type TrustSource } from './material.ts'
import { type ConnectionDeps, nodeDeps } from './node-deps.ts'
import { readPem } from './pem.ts'
import { environmentProxy, parseProxy } from './proxy.ts'
import { present } from './present.ts'
import { select, type Selection } from './select.ts'
import { serverUrl } from './server-url.ts'
import { impersonationOf, userCredentials } from './user-credentials.ts'

const EMPTY: Kubeconfig = { contexts: new Map(), clusters: new Map(), users: new Map() }

const trustOf = async (
  { cluster }: Selection,
  flags: ConnectionFlags,
  deps: ConnectionDeps,
): Promise<{ readonly insecure: boolean; readonly trust: TrustSource; readonly hasCa: boolean }> => {
  const flagCa = flags.certificateAuthority
  // As kubectl: a CA given by flag ends the file's skipping, and skipping by flag drops the file's CA.
  const insecure = flags.insecureSkipTlsVerify ?? (flagCa === undefined && cluster?.insecure === true)
  const fromFile = flagCa === undefined && flags.insecureSkipTlsVerify !== true
  const field = 'certificate-authority'
  const ca = fromFile
    ? cluster &&
      (await readPem(
        {
          field,
          owner: `${cluster.file}:${cluster.line}`,
          folder: cluster.folder,
          path: cluster.ca,
          data: cluster.caData,
        },
        deps,
      ))
    : await readPem(
        { field, owner: `--${field}`, folder: deps.workingFolder, path: flagCa, data: undefined },
        deps,
      )
  if (insecure && ca !== undefined) {
    throw new UsageError(
      'a certificate authority and insecure-skip-tls-verify are both set',
      'keep one of the two',
    )
  }
  const value = { value: ca, expires: Infinity }
  return { insecure, hasCa: ca !== undefined, trust: trustSource(() => Promise.resolve(value), deps.now) }
}

const noCluster = (config: Kubeconfig | undefined): UsageError => {
  if (config === undefined) {
    return new UsageError('no kubeconfig was found', 'export KUBECONFIG=FILE, or pass --kubeconfig FILE')
  }
  const names = [...config.contexts.keys()].sort()
  const listed = names.length === 0 ? 'it has none' : `it has: ${names.join(', ')}`
  return new UsageError(
    `the kubeconfig has no current context; ${listed}`,
    'kubectl config use-context NAME, or pass --context NAME',
  )
}

const selected = async (
  selection: Selection,
  server: string,
  flags: ConnectionFlags,
  env: NodeJS.ProcessEnv,
  deps: ConnectionDeps,
): Promise<HubConnection> => {
  const { cluster, user } = selection
  const { insecure, trust, hasCa } = await trustOf(selection, flags, deps)
  const origin = cluster && flags.server === undefined ? `${cluster.file}:${cluster.line}` : '--server'
  const pairGiven = [flags.clientCertificate, user?.cert, user?.certData].some((part) => part !== undefined)
  const url = serverUrl(server, insecure || hasCa || pairGiven, origin)
  const ca = (await trust.current()).value
  const credentials = await userCredentials(user, { server: url, entry: cluster, ca }, flags, deps)
  if (url.startsWith('http:') && credentials.kind !== 'none') {
    throw new UsageError(
      `${origin}: the server is http, credentials would be sent in the clear`,
      'write the server as https://HOST:PORT',
    )
  }
  // As kubectl: with --server the file's tls-server-name is about another server.
  const tlsServerName =
    flags.tlsServerName ?? (flags.server === undefined ? cluster?.tlsServerName : undefined)
  const proxy =
    cluster?.proxyUrl === undefined
      ? environmentProxy(url, env)
      : parseProxy(cluster.proxyUrl, `${cluster.file}:${cluster.line}: proxy-url`)
  return {
    source: cluster ? 'kubeconfig' : 'flags',
    server: url,
    insecure,
    trust,
    credentials,
    impersonation: impersonationOf(user, flags),
    disableCompression: cluster?.disableCompression ?? false,
    ...present({
      context: selection.context,
      cluster: selection.clusterName,
      user: selection.userName,
      namespace: selection.namespace,
      requestTimeout: flags.requestTimeout,
      tlsServerName,
      proxy,
    }),
  }
}

const inCluster = async (
  flags: ConnectionFlags,
  env: NodeJS.ProcessEnv,
  deps: ConnectionDeps,
): Promise<HubConnection | undefined> => {
  const found = await inClusterConnection(env, deps)
  if (!found) return undefined
  const own = flags.token ?? flags.clientCertificate ?? flags.clientKey
  const { insecure, trust, hasCa } = await trustOf({}, flags, deps)
  return {
    ...found,
    impersonation: impersonationOf(undefined, flags),
    ...(own !== undefined && {
      credentials: await userCredentials(
        undefined,
        { server: found.server, entry: undefined, ca: undefined },
        flags,
        deps,
      ),
    }),
    ...((insecure || hasCa) && { insecure, trust }),
    ...present({
      tlsServerName: flags.tlsServerName,
      requestTimeout: flags.requestTimeout,
      proxy: environmentProxy(found.server, env),
    }),
  }
}

/**
 * Finds the hub as kubectl does (decisions.md §1): flags, the KUBECONFIG list, ~/.kube/config, then the pod's own service
 * account; nothing found is a `UsageError`, never localhost:8080. Reads files, contacts nothing.
 */
export const resolveConnection = async (
  flags: ConnectionFlags,
  env: NodeJS.ProcessEnv,
  deps: ConnectionDeps = nodeDeps(env),
): Promise<HubConnection> => {
  const config = await loadKubeconfig(flags.kubeconfig, env, deps)
  const selection = select(config ?? EMPTY, flags)
  const server = flags.server ?? selection.cluster?.server
  if (server !== undefined) return selected(selection, server, flags, env, deps)
  if (selection.cluster) {
    const { file, line } = selection.cluster
    throw new UsageError(`${file}:${line}: the cluster has no server`, 'add its server, or pass --server')
  }
  const found = selection.context === undefined ? await inCluster(flags, env, deps) : undefined
  if (found) return found
  if (selection.context !== undefined) {
    throw new UsageError(`context "${selection.context}" names no cluster`, 'choose one with --cluster')
  }
  throw noCluster(config)
}
