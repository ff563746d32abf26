import { isAbsolute, resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { ConnectionFlags } from './connection.ts'
import { execCredentials, type TargetCluster } from './exec-user.ts'
import type { UserEntry } from './kubeconfig-entries.ts'
import {
  type AuthMaterial,
  type CredentialSource,
  credentialSource,
  type LoadedMaterial,
} from './material.ts'
import type { ConnectionDeps } from './node-deps.ts'
import { oidcCredentials } from './oidc-user.ts'
import { readPem } from './pem.ts'

/** A token file is read again after this long, as client-go does. */
const TOKEN_FILE_TTL = 60_000

const bearer = (token: string): string => `Bearer ${token}`

/** `--token` stands for the whole user: what the kubeconfig holds for it would contradict the flag. */
const withFlags = (user: UserEntry | undefined, flags: ConnectionFlags): UserEntry => {
  const base: UserEntry =
    user === undefined || flags.token !== undefined
      ? { file: '', line: 0, folder: '', asGroups: user?.asGroups ?? [], asExtra: user?.asExtra ?? {} }
      : user
  return flags.token === undefined ? base : { ...base, token: flags.token }
}

const certificateOf = async (
  user: UserEntry,
  flags: ConnectionFlags,
  deps: ConnectionDeps,
): Promise<Pick<AuthMaterial, 'cert' | 'key'>> => {
  const read = (
    field: string,
    flag: string | undefined,
    path?: string,
    data?: string,
  ): Promise<string | undefined> =>
    readPem(
      flag === undefined
        ? { field, owner: `${user.file}:${user.line}`, folder: user.folder, path, data }
        : { field, owner: `--${field}`, folder: deps.workingFolder, path: flag, data: undefined },
      deps,
    )
  const cert = await read('client-certificate', flags.clientCertificate, user.cert, user.certData)
  const key = await read('client-key', flags.clientKey, user.key, user.keyData)
  if (cert === undefined && key === undefined) return {}
  if (cert === undefined || key === undefined) {
    const missing = cert === undefined ? 'client-certificate' : 'client-key'
    throw new UsageError(
      `the user has no ${missing} beside the other half of the pair`,
      `give --${missing} too`,
    )
  }
  return { cert, key }
}

const conflict = (user: UserEntry): string | undefined => {
  const token = user.token !== undefined || user.tokenFile !== undefined
  const basic = user.username !== undefined || user.password !== undefined
  if (token && basic) return 'both a token and a password'
  if (user.exec && user.authProvider) return 'both exec and auth-provider'
  return undefined
}

const readToken = async (user: UserEntry, deps: ConnectionDeps): Promise<string | undefined> => {
  const { tokenFile } = user
  if (tokenFile === undefined) return user.token
  const place = isAbsolute(tokenFile) ? tokenFile : resolve(user.folder, tokenFile)
  try {
    const token = (await deps.readFile(place)).trim()
    if (token !== '') return token
  } catch {
    // An unreadable file leaves the inline token in force, where there is one.
  }
  if (user.token !== undefined) return user.token
  throw new UsageError(
    `${place}: tokenFile can't be read or is empty`,
    'make the file readable, or pass --token',
  )
}

/**
 * The credentials of the chosen user, by client-go's precedence: a token (`tokenFile` first) or a password; exec and
 * auth-provider only where there is none of these; a client certificate goes along with any of them.
 */
export const userCredentials = async (
  entry: UserEntry | undefined,
  cluster: TargetCluster,
  flags: ConnectionFlags,
  deps: ConnectionDeps,
): Promise<CredentialSource> => {
  const user = withFlags(entry, flags)
  const both = conflict(user)
  if (both) throw new UsageError(`${user.file}:${user.line}: the user holds ${both}`, 'keep one of the two')
  const pair = await certificateOf(user, flags, deps)
  const basic = user.username !== undefined || user.password !== undefined
  const token = user.token !== undefined || user.tokenFile !== undefined
  if (!basic && !token && user.exec) return execCredentials(user, user.exec, cluster, pair, deps)
  if (!basic && !token && user.authProvider) return oidcCredentials(user, user.authProvider, pair, deps)

  const load = async (): Promise<LoadedMaterial> => {
    const fresh = await certificateOf(user, flags, deps)
    const expires = user.tokenFile === undefined ? Infinity : deps.now() + TOKEN_FILE_TTL
    const found = await readToken(user, deps)
    if (found !== undefined) return { ...fresh, expires, authorization: bearer(found) }
    if (!basic) return { ...fresh, expires }
    const joined = Buffer.from(`${user.username ?? ''}:${user.password ?? ''}`).toString('base64')
    return { ...fresh, expires, authorization: `Basic ${joined}` }
  }
  const empty = !basic && !token && pair.cert === undefined
  return credentialSource(
    empty ? 'none' : user.tokenFile === undefined ? 'static' : 'token-file',
    load,
    deps.now,
  )
}

const escapeHeaderKey = (key: string): string =>
  [...Buffer.from(key.toLowerCase())]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      return /[!#$&'*+\-.^_`|~0-9a-z]/.test(char)
        ? char
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

/** `Impersonate-*` headers; flags win over the user's `as` fields one by one. */
export const impersonationOf = (
  user: UserEntry | undefined,
  flags: ConnectionFlags,
): Readonly<Record<string, string | readonly string[]>> => {
  const as = flags.as ?? user?.as
  const uid = flags.asUid ?? user?.asUid
  const groups = flags.asGroups && flags.asGroups.length > 0 ? flags.asGroups : (user?.asGroups ?? [])
  const extra = Object.entries(user?.asExtra ?? {})
  if (as === undefined) {
    if (uid === undefined && groups.length === 0 && extra.length === 0) return {}
    throw new UsageError(
      'a uid, groups or extra fields are impersonated without a user',
      'name the user with --as',
    )
  }
  return {
    'Impersonate-User': as,
    ...(uid !== undefined && { 'Impersonate-Uid': uid }),
    ...(groups.length > 0 && { 'Impersonate-Group': groups }),
    ...Object.fromEntries(
      extra.map(([key, values]) => [`Impersonate-Extra-${escapeHeaderKey(key)}`, values]),
    ),
  }
}
