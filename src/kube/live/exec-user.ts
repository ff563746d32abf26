import type { CredentialStatus } from '@kubernetes/client-node/dist/exec_auth.js'
import { isAbsolute, resolve, sep } from 'node:path'
import { spawn } from 'node:child_process'
import { UsageError } from '../../errors.ts'
import type { ClusterEntry, ExecEntry, UserEntry } from './kubeconfig-entries.ts'
import {
  type AuthMaterial,
  type CredentialSource,
  credentialSource,
  type LoadedMaterial,
} from './material.ts'
import type { ConnectionDeps } from './node-deps.ts'

const API_VERSIONS: readonly string[] = [
  'client.authentication.k8s.io/v1',
  'client.authentication.k8s.io/v1beta1',
]
/** A plugin that asks a person may take a while; one that hangs must not hang us. Milliseconds. */
const PLUGIN_DEADLINE = 180_000

/** As kubectl: a command with a separator in it is relative to its kubeconfig, a bare one is found on PATH. */
const commandOf = (user: UserEntry, exec: ExecEntry): string =>
  exec.command.includes(sep) && !isAbsolute(exec.command) ? resolve(user.folder, exec.command) : exec.command

export interface TargetCluster {
  readonly server: string
  readonly entry: ClusterEntry | undefined
  /** PEM, wherever it was read from. */
  readonly ca: string | undefined
}

const execInfo = (exec: ExecEntry, { server, entry, ca }: TargetCluster, interactive: boolean): string =>
  JSON.stringify({
    apiVersion: exec.apiVersion,
    kind: 'ExecCredential',
    spec: {
      interactive,
      ...(exec.provideClusterInfo && {
        cluster: {
          server,
          'tls-server-name': entry?.tlsServerName,
          'insecure-skip-tls-verify': entry?.insecure === true ? true : undefined,
          'certificate-authority-data': ca === undefined ? undefined : Buffer.from(ca).toString('base64'),
          'proxy-url': entry?.proxyUrl,
          'disable-compression': entry?.disableCompression === true ? true : undefined,
          config: entry?.execConfig,
        },
      }),
    },
  })

const check = (user: UserEntry, exec: ExecEntry, deps: ConnectionDeps): void => {
  const place = `${user.file}:${user.line}`
  if (exec.command === '') {
    throw new UsageError(
      `${place}: exec names no command`,
      'write the kubeconfig again with the tool that made it',
    )
  }
  if (!API_VERSIONS.includes(exec.apiVersion)) {
    throw new UsageError(
      `${place}: exec has an apiVersion other than ${API_VERSIONS.join(' and ')}`,
      'update the tool that wrote it and write the kubeconfig again',
    )
  }
  if (exec.interactiveMode === 'Always' && !deps.interactive) {
    throw new UsageError(
      `${place}: the credential plugin needs a terminal (interactiveMode: Always)`,
      'run this on a terminal, or choose another user with --user',
    )
  }
}

/** The private half of client-node's `ExecAuth` (1.4.0, pinned): its public half hides when a credential expires. */
interface Plugin {
  execFn: typeof spawn
  getCredential(user: object): Promise<{ readonly status?: Partial<CredentialStatus> } | null>
}

/** Runs the plugin through client-node's authenticator, without the latter's cache: it keeps nothing undated. */
const runPlugin = async (
  user: UserEntry,
  exec: ExecEntry,
  info: string,
  deps: ConnectionDeps,
): Promise<LoadedMaterial> => {
  const { ExecAuth } = await import('@kubernetes/client-node/dist/exec_auth.js')
  const stdin = deps.interactive && exec.interactiveMode !== 'Never' ? 'inherit' : 'ignore'
  const auth = new ExecAuth() as unknown as Plugin
  // Its own spawn leaves the plugin an open pipe for stdin, on which a prompt would wait for ever.
  auth.execFn = ((command: string, args: readonly string[], options: object) => {
    const child = spawn(command, args, {
      ...options,
      stdio: [stdin, 'pipe', 'pipe'],
    })
    // spawn's own timeout would outlive a plugin that was not found, and keep the process from ending.
    const deadline = setTimeout(() => child.kill(), PLUGIN_DEADLINE).unref()
    child.once('exit', () => {
      clearTimeout(deadline)
    })
    child.stderr.on('data', (chunk: Buffer | string) => {
      deps.tell(chunk.toString())
    })
    return child
  }) as typeof spawn
  const command = commandOf(user, exec)
  const env = [...exec.env, { name: 'KUBERNETES_EXEC_INFO', value: info }]
  const credential = await auth.getCredential({
    name: 'exec',
    exec: { command, args: [...exec.args], env },
  })
  const status = credential?.status
  const expires = Date.parse(status?.expirationTimestamp ?? '')
  return {
    expires: Number.isNaN(expires) ? Infinity : expires,
    ...(status?.token && { authorization: `Bearer ${status.token}` }),
    ...(status?.clientCertificateData && { cert: status.clientCertificateData }),
    ...(status?.clientKeyData && { key: status.clientKeyData }),
  }
}

/**
 * A user whose credential a plugin program prints. Kept until the expiry it states, for ever without one; run again when
 * the server refuses it. What it writes on stderr goes to the person, and into no error: it may hold a credential.
 */
export const execCredentials = (
  user: UserEntry,
  exec: ExecEntry,
  cluster: TargetCluster,
  pair: Pick<AuthMaterial, 'cert' | 'key'>,
  deps: ConnectionDeps,
): CredentialSource => {
  check(user, exec, deps)
  const info = execInfo(exec, cluster, deps.interactive && exec.interactiveMode !== 'Never')
  const failed = (how: string): UsageError =>
    new UsageError(
      `the credential plugin "${exec.command}" ${how}`,
      'run it by hand to see why (log in again, or install it), or choose another user with --user',
    )
  const load = async (): Promise<LoadedMaterial> => {
    let loaded: LoadedMaterial
    try {
      loaded = await runPlugin(user, exec, info, deps)
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      throw failed(missing ? 'was not found' : 'failed')
    }
    if (loaded.authorization === undefined && loaded.cert === undefined) throw failed('gave no credential')
    if ((loaded.cert === undefined) !== (loaded.key === undefined))
      throw failed('gave half a certificate pair')
    return { ...pair, ...loaded }
  }
  return credentialSource('exec', load, deps.now)
}
