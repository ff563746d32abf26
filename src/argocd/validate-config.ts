import { error, warning } from './cluster-fault.ts'
import type { ClusterFault } from './cluster-fault.ts'
import { isJsonObject, shapeConfig } from './config-shape.ts'
import type { Json } from './config-shape.ts'
import { ARGOCD_AUTH, EXEC_API_VERSIONS } from './exec-provider.ts'
import { duplicateKeys } from './json-keys.ts'
import { hasBrokenEscape, normaliseHost, splitUrl } from './url.ts'
import { validateTls } from './validate-tls.ts'

const textAt = (object: Json, field: string): string => {
  const value = object[field]
  return typeof value === 'string' ? value : ''
}

const objectAt = (object: Json, field: string): Json | undefined => {
  const value = object[field]
  return isJsonObject(value) ? value : undefined
}

const proxyFaults = (config: Json): readonly ClusterFault[] => {
  const proxy = textAt(config, 'proxyUrl')
  const path = 'data.config.proxyUrl'
  if (proxy === '') return []
  const parts = splitUrl(proxy)
  if (parts === undefined || parts.host === '')
    return [error('proxy-invalid', path, 'it is not a URL with a host')]
  if (parts.userInfo !== undefined)
    return [
      error('proxy-user-info', path, 'it carries a user name or password, which Argo CD shows to everyone'),
    ]
  if (normaliseHost(parts.host) === undefined || !/^\d*$/.test(parts.port ?? '') || hasBrokenEscape(parts))
    return [error('proxy-invalid', path, 'Argo CD can not read it: host, port or a percent escape is broken')]
  return ['http', 'https', 'socks5'].includes(parts.scheme)
    ? []
    : [error('proxy-scheme', path, 'its scheme is not http, https or socks5')]
}

const execFaults = (config: Json): readonly ClusterFault[] => {
  const exec = objectAt(config, 'execProviderConfig')
  const aws = objectAt(config, 'awsAuthConfig')
  const faults: ClusterFault[] = []
  const path = 'data.config.execProviderConfig'
  if (aws !== undefined && textAt(aws, 'clusterName') === '')
    faults.push(error('aws-cluster-name', 'data.config.awsAuthConfig.clusterName', 'it is missing'))
  if (exec === undefined) return faults
  if (aws !== undefined)
    faults.push(error('exec-and-aws', path, 'awsAuthConfig goes first, so it is never used'))
  const command = textAt(exec, 'command')
  if (command === '') faults.push(error('exec-command', `${path}.command`, 'it is missing'))
  else if (command !== ARGOCD_AUTH)
    faults.push(warning('exec-command', `${path}.command`, `Argo CD's own image has only ${ARGOCD_AUTH}`))
  if (!EXEC_API_VERSIONS.includes(textAt(exec, 'apiVersion')))
    faults.push(
      error('exec-api-version', `${path}.apiVersion`, `it must be one of ${EXEC_API_VERSIONS.join(', ')}`),
    )
  return faults
}

const authFaults = (config: Json): readonly ClusterFault[] => {
  const tls = objectAt(config, 'tlsClientConfig') ?? {}
  const token = textAt(config, 'bearerToken')
  const basic = textAt(config, 'username') !== '' || textAt(config, 'password') !== ''
  const pair = textAt(tls, 'certData') !== ''
  const exec =
    objectAt(config, 'execProviderConfig') !== undefined || objectAt(config, 'awsAuthConfig') !== undefined
  const path = 'data.config.bearerToken'
  const faults: ClusterFault[] = []
  if (token !== '' && basic)
    faults.push(error('auth-token-and-basic', path, 'it stands beside username or password'))
  if (/[\s\p{Cc}]/u.test(token))
    faults.push(
      error('token-white-space', path, 'it has white space in it, which no Authorization header can carry'),
    )
  if (exec && (token !== '' || basic))
    faults.push(
      error('auth-shadowed', 'data.config', 'the credential plugin goes first; the other is never used'),
    )
  if (token !== '' && pair)
    faults.push(warning('auth-token-and-pair', path, 'the client certificate goes first'))
  if (token === '' && !basic && !pair && !exec)
    faults.push(warning('auth-missing', 'data.config', 'it holds no credential: Argo CD would be anonymous'))
  return faults
}

const parse = (text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } => {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** Faults of the text under `data.config`. An empty one is Argo CD's zero config: anonymous. */
export const validateConfig = (text: string): readonly ClusterFault[] => {
  const path = 'data.config'
  if (text === '') return [warning('config-missing', path, 'it is empty: Argo CD would be anonymous')]
  const parsed = parse(text)
  if (!parsed.ok) return [error('config-json', path, 'it is not JSON, so Argo CD drops the whole Secret')]
  if (!isJsonObject(parsed.value)) return [error('config-json', path, 'it is not a JSON object')]
  const { value, faults } = shapeConfig(parsed.value)
  const repeated = duplicateKeys(text).map((key) =>
    warning('config-field-duplicate', `${path}.${key}`, 'it is there twice; the last one counts'),
  )
  const tls = objectAt(value, 'tlsClientConfig') ?? {}
  return [
    ...faults,
    ...repeated,
    ...validateTls(tls),
    ...authFaults(value),
    ...execFaults(value),
    ...proxyFaults(value),
  ]
}
