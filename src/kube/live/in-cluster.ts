import { UsageError } from '../../errors.ts'
import type { HubConnection } from './connection.ts'
import { credentialSource, trustSource } from './material.ts'
import type { ConnectionDeps } from './node-deps.ts'

const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount'
/** Projected tokens and the CA change under a running pod; each is read again after this long. Milliseconds. */
const TTL = 60_000

/**
 * The hub this process runs in, as client-go's `InClusterConfig`: undefined outside of a pod. Token and CA are read again
 * once a minute.
 */
export const inClusterConnection = async (
  env: NodeJS.ProcessEnv,
  deps: ConnectionDeps,
): Promise<Omit<HubConnection, 'impersonation'> | undefined> => {
  const host = env['KUBERNETES_SERVICE_HOST']
  const port = env['KUBERNETES_SERVICE_PORT']
  if (!host || !port) return undefined
  const read = async (file: string): Promise<string | undefined> => {
    try {
      return (await deps.readFile(`${FOLDER}/${file}`)).trim()
    } catch {
      return undefined
    }
  }
  if (!(await read('token'))) return undefined
  const namespace = await read('namespace')
  return {
    source: 'in-cluster',
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ...(namespace && { namespace }),
    insecure: false,
    disableCompression: false,
    trust: trustSource(
      async () => ({ value: (await read('ca.crt')) || undefined, expires: deps.now() + TTL }),
      deps.now,
    ),
    credentials: credentialSource(
      'service-account',
      async () => {
        const token = await read('token')
        if (!token)
          throw new UsageError(`${FOLDER}/token can't be read`, 'check that the service account is mounted')
        return { authorization: `Bearer ${token}`, expires: deps.now() + TTL }
      },
      deps.now,
    ),
  }
}
