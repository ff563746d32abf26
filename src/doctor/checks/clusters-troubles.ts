import { decodeBase64 } from '../../argocd/base64.ts'
import type { ClusterFault, ClusterFaultId } from '../../argocd/cluster-fault.ts'
import { dataText } from '../../argocd/cluster-secret.ts'
import { isJsonObject } from '../../argocd/config-shape.ts'
import { IN_CLUSTER_SERVER, trimServer } from '../../argocd/server.ts'
import { validateClusterSecret } from '../../argocd/validate-cluster-secret.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import { isDnsSubdomain } from '../../kube/names.ts'
import type { Secret } from '../../kube/objects.ts'
import { TOLD_BY, type ShapeCheckId } from './clusters-faults.ts'
import { placeholdersOf } from './clusters-placeholders.ts'
import { shownAddress } from './clusters-shown.ts'

/** One thing that is wrong with one cluster Secret, and the check that tells of it. */
export interface Trouble {
  readonly check: ShapeCheckId
  readonly severity: 'error' | 'warning'
  /** `data.config.tlsClientConfig.caData`. */
  readonly path: string
  /** Never a value of the Secret. */
  readonly why: string
  /** Argo CD can't decode it then, and drops the whole Secret: bad JSON, a wrong type, bytes that are not base64. */
  readonly unreadable?: true
  /** What was meant, where that can be told and shown. */
  readonly meant?: string
}

const UNREADABLE: ReadonlySet<ClusterFaultId> = new Set<ClusterFaultId>([
  'config-json',
  'config-type',
  'tls-base64',
])

/** Where JSON stops being JSON. Of the parser's message only the number: the rest quotes the config. */
const placeInJson = (text: string): string => {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined
    if (position === undefined) return ''
    const before = text.slice(0, Number(position)).split('\n')
    return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`
  }
}

/** A name or address that may be shown as it is. */
const meantBy = (key: string, text: string): Pick<Trouble, 'meant'> => {
  const shown = key === 'name' ? printableName(text) : shownAddress(text)
  return shown === text && text !== '' ? { meant: text } : {}
}

const fromFault = (secret: Secret, { id, severity, path, message }: ClusterFault): readonly Trouble[] => {
  const check = TOLD_BY[id]
  if (check === undefined) return []
  const where = id === 'config-json' ? placeInJson(dataText(secret, 'config') ?? '') : ''
  const server = trimServer(dataText(secret, 'server') ?? '')
  const meant = id === 'server-trailing-slash' ? meantBy('server', server) : {}
  return [
    {
      check,
      severity,
      path,
      why: message + where,
      ...(UNREADABLE.has(id) ? { unreadable: true } : {}),
      ...meant,
    },
  ]
}

const LINE_BREAK = 'it ends in a line break, as echo writes one before base64'

const encodingTroubles = (secret: Secret): readonly Trouble[] =>
  (['name', 'server', 'config'] as const).flatMap((key): Trouble[] => {
    const text = dataText(secret, key) ?? ''
    const trouble = { check: 'cluster-encoding', severity: 'error', path: `data.${key}` } as const
    if (key !== 'config' && /\S[\r\n]+$/.test(text))
      return [{ ...trouble, why: LINE_BREAK, ...meantBy(key, text.trim()) }]
    const again = text === '' ? undefined : decodeBase64(text.trim())?.toString('latin1').trim()
    return again !== undefined && /^(?:https?:\/\/|\{\s*")/.test(again)
      ? [{ ...trouble, why: 'it is base64-encoded twice', ...(key === 'server' ? meantBy(key, again) : {}) }]
      : []
  })

/** What Argo CD takes, and what no label value or Application name can hold. */
const nameTroubles = (name: string): readonly Trouble[] =>
  name === '' || (name.length <= 63 && isDnsSubdomain(name))
    ? []
    : [
        {
          check: 'cluster-name',
          severity: 'warning',
          path: 'data.name',
          why: 'it can be no label value or part of an Application name: over 63 characters, or not of a-z, 0-9, - and .',
        },
      ]

const insecureTroubles = (config: string): readonly Trouble[] => {
  try {
    const parsed: unknown = JSON.parse(config)
    const tls = isJsonObject(parsed) ? parsed['tlsClientConfig'] : undefined
    return isJsonObject(tls) && tls['insecure'] === true && !tls['caData']
      ? [
          {
            check: 'cluster-tls-insecure',
            severity: 'warning',
            path: 'data.config.tlsClientConfig.insecure',
            why: 'whoever answers at the address gets the credential: the certificate is not checked',
          },
        ]
      : []
  } catch {
    return []
  }
}

/** Argo CD goes by its own pod's identity there, whatever config says (argocd-rules.md, 5). */
const isIgnoredInCluster = ({ check, path }: Trouble): boolean =>
  check === 'cluster-config-auth' ||
  check === 'cluster-tls-insecure' ||
  (check === 'cluster-keys' && path === 'data.config')

const isUnder = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}.`)

/** The more exact of two for one field: what follows from a placeholder or an encoding is not told again. */
const withoutConsequences = (exact: readonly Trouble[], rest: readonly Trouble[]): readonly Trouble[] => [
  ...exact,
  ...rest.filter(({ path }) => !exact.some((other) => isUnder(path, other.path))),
]

/** Everything wrong with a live cluster Secret, each told of by one check. About 1 ms where a key pair is compared. */
export const troublesOf = (secret: Secret): readonly Trouble[] => {
  const placeholders = placeholdersOf(secret).map(({ path, word }): Trouble => ({
    check: 'placeholder-applied',
    severity: 'error',
    path,
    why: `it still holds the placeholder ${word}`,
  }))
  const faults = validateClusterSecret(secret).flatMap((fault) => fromFault(secret, fault))
  const name = dataText(secret, 'name') ?? ''
  const names = faults.some(({ check }) => check === 'cluster-name') ? [] : nameTroubles(name)
  const shape = [...faults, ...names, ...insecureTroubles(dataText(secret, 'config') ?? '')]
  const troubles = withoutConsequences(placeholders, withoutConsequences(encodingTroubles(secret), shape))
  const isInCluster = trimServer(dataText(secret, 'server') ?? '') === IN_CLUSTER_SERVER
  return isInCluster ? troubles.filter((trouble) => !isIgnoredInCluster(trouble)) : troubles
}
