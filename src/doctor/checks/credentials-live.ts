import { isJsonObject } from '../../argocd/config-shape.ts'
import { caEnds, credentialExpiry, type CaEnds } from '../../argocd/credential-expiry.ts'
import { IN_CLUSTER_SERVER } from '../../argocd/server.ts'
import { eksToken, isGoogleAccessToken, jwtValidity } from '../../argocd/token.ts'
import { isWrite } from '../../engine/decision.ts'
import { chooseCandidate } from '../../engine/plan/candidates.ts'
import { idOf } from '../../engine/plan/context.ts'
import type { CandidateDigest } from '../../engine/snapshot.ts'
import type { Inspection, Look } from '../inspection.ts'
import { liveClusters, type LiveCluster } from './clusters-live.ts'

/** Who makes tokens that live for minutes or an hour, whatever they say of their end. */
export type ShortLivedMaker = 'EKS' | 'Google'

/** A credential with which Argo CD signs in, as it stands in a cluster Secret. Times in milliseconds. */
export interface DatedCredential {
  readonly kind: 'certificate' | 'token'
  readonly maker?: ShortLivedMaker
  readonly notBefore?: number
  readonly notAfter?: number
}

/** What the source of a registration holds now. */
export interface SourceCredential {
  readonly namespace: string
  readonly provider: string
  /** Absent where nothing in the namespace can be used. */
  readonly candidate?: CandidateDigest
  readonly ca?: CaEnds
  /** The next pass writes what it holds. */
  readonly isTaken: boolean
}

export interface LiveCredential {
  readonly cluster: LiveCluster
  /** Absent where the credential carries no date: a password, an opaque token, a plugin. */
  readonly credential?: DatedCredential
  readonly ca?: CaEnds
  /** Absent where the Secret is not ours, or its namespace could not be looked at. */
  readonly source?: SourceCredential
}

const bearerToken = (config: string): string => {
  try {
    const parsed: unknown = JSON.parse(config)
    const token = isJsonObject(parsed) ? parsed['bearerToken'] : undefined
    return typeof token === 'string' ? token : ''
  } catch {
    return ''
  }
}

const tokenOf = (token: string): DatedCredential | undefined => {
  const eks = eksToken(token)
  if (eks) return { kind: 'token', maker: 'EKS', ...eks }
  if (isGoogleAccessToken(token)) return { kind: 'token', maker: 'Google' }
  const validity = jwtValidity(token)
  return validity && { kind: 'token', ...validity }
}

const credentialOf = (config: string, now: number): DatedCredential | undefined => {
  const { kind, notBefore, notAfter } = credentialExpiry(config, now)
  if (kind === 'token') return tokenOf(bearerToken(config))
  return notBefore === undefined || notAfter === undefined || kind !== 'certificate'
    ? undefined
    : { kind: 'certificate', notBefore, notAfter }
}

const sourceOf = (
  { observation: { snapshot, credentials }, context, decisions }: Look,
  { secret, ours }: LiveCluster,
): SourceCredential | undefined => {
  const { labels = {} } = secret.metadata
  const namespace = ours ? labels[context.keys.sourceNamespace] : undefined
  const sight = namespace === undefined ? undefined : snapshot.sources.get(namespace)
  if (namespace === undefined || sight?.complete !== true) return undefined
  const candidate = chooseCandidate(sight.candidates, context.now)
  const ca = candidate && caEnds(credentials.get(candidate.credential) ?? '')
  return {
    namespace,
    provider: labels[context.keys.provider] ?? '',
    ...(candidate ? { candidate } : {}),
    ...(ca ? { ca } : {}),
    isTaken: decisions.some(
      (decision) =>
        decision.id === idOf(context, secret.metadata.name) && isWrite(decision) && !decision.held,
    ),
  }
}

/** The credentials of all clusters Argo CD sees, ours or not; of the hub itself it uses its own pod's. */
export const liveCredentials = (inspection: Inspection): Promise<readonly LiveCredential[]> =>
  inspection.shared('credentials', async () => {
    const look = await inspection.look()
    return (await liveClusters(inspection))
      .filter(({ entry }) => entry.server !== IN_CLUSTER_SERVER)
      .map((cluster): LiveCredential => {
        const config = cluster.entry.configText ?? ''
        const credential = credentialOf(config, inspection.now)
        const ca = caEnds(config)
        const source = sourceOf(look, cluster)
        return {
          cluster,
          ...(credential ? { credential } : {}),
          ...(ca ? { ca } : {}),
          ...(source ? { source } : {}),
        }
      })
  })
