import { UsageError } from '../../errors.ts'
import type { UserEntry } from './kubeconfig-entries.ts'
import {
  type AuthMaterial,
  type CredentialSource,
  credentialSource,
  type LoadedMaterial,
} from './material.ts'
import type { ConnectionDeps } from './node-deps.ts'

/** `exp` of a JWT in milliseconds; zero where it can't be read, so that the token is not kept. */
const expiryOf = (authorization: string): number => {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString(),
    )
    const exp = typeof payload === 'object' && payload !== null && 'exp' in payload ? payload.exp : 0
    return typeof exp === 'number' ? exp * 1000 : 0
  } catch {
    return 0
  }
}

/**
 * A user of the `oidc` auth-provider, through client-node's authenticator: the id-token while it lasts, then one from the
 * refresh-token. Unlike kubectl it does not write the new one back to the kubeconfig.
 */
export const oidcCredentials = (
  user: UserEntry,
  provider: NonNullable<UserEntry['authProvider']>,
  pair: Pick<AuthMaterial, 'cert' | 'key'>,
  deps: ConnectionDeps,
): CredentialSource => {
  if (provider.name !== 'oidc') {
    throw new UsageError(
      `${user.file}:${user.line}: auth-provider "${provider.name}" is no longer supported, by kubectl neither`,
      'write the kubeconfig again with a current version of the tool that made it (it uses exec)',
    )
  }
  const failed = (): UsageError =>
    new UsageError(
      'the OIDC user has no valid id-token, and none could be fetched with its refresh-token',
      'log in again with your OIDC tool, or choose another user with --user',
    )
  // client-node writes renewed tokens into this object: one copy for the process, so that a rotated refresh-token is kept.
  const clientNodeUser = { name: 'oidc', authProvider: { name: 'oidc', config: { ...provider.config } } }
  const load = async (): Promise<LoadedMaterial> => {
    const { OpenIDConnectAuth } = await import('@kubernetes/client-node/dist/oidc_auth.js')
    const headers: Record<string, string> = {}
    try {
      await new OpenIDConnectAuth().applyAuthentication(clientNodeUser, { headers })
    } catch {
      throw failed()
    }
    const authorization = headers['Authorization']
    if (authorization === undefined) throw failed()
    return { ...pair, authorization, expires: expiryOf(authorization) }
  }
  return credentialSource('oidc', load, deps.now)
}
