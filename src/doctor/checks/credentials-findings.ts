import type { Params } from '../../kubeconfig/translation.ts'
import type { Finding, Severity } from '../finding.ts'
import type { DatedCredential, LiveCredential, SourceCredential } from './credentials-live.ts'
import { renewerOf } from './credentials-renewers.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000

/** `6 d`, `5 h`, `12 min`: one unit, rounded down. */
export const span = (milliseconds: number): string => {
  const length = Math.abs(milliseconds)
  if (length >= 2 * DAY) return `${Math.floor(length / DAY)} d`
  if (length >= 2 * HOUR) return `${Math.floor(length / HOUR)} h`
  return `${Math.floor(length / MINUTE)} min`
}

/** The day, and the minute of what lives no longer than one. */
export const when = (time: number, now: number): string => {
  const text = new Date(time).toISOString()
  return Math.abs(time - now) >= 2 * DAY ? text.slice(0, 10) : `${text.slice(0, 16)}Z`
}

export const wordFor = ({ kind, maker }: DatedCredential): string =>
  kind === 'certificate' ? 'client certificate' : maker === undefined ? 'token' : `${maker} token`

const isLasting = ({ candidate }: SourceCredential, until: number): boolean =>
  candidate?.result.outcome === 'translated' &&
  (candidate.result.validity === undefined || candidate.result.validity.notAfter > until)

/**
 * What the source has for a credential that is over by `until`.
 * - `newer`: one that lasts longer, so a sync helps · `blocked`: the same, and no pass takes it over
 * - `none`: the same credential, or one that is as old · `unusable`: nothing that can be registered
 * - `unseen`: it could not be looked at · `foreign`: it is not ours to renew
 */
type SourceState = 'newer' | 'blocked' | 'none' | 'unusable' | 'unseen' | 'foreign'

const stateOf = (
  { cluster, source }: LiveCredential,
  isBetter: (source: SourceCredential) => boolean,
): SourceState => {
  if (!source) return cluster.ours ? 'unseen' : 'foreign'
  const { candidate, isTaken } = source
  if (candidate?.result.outcome !== 'translated') return 'unusable'
  const isSame = candidate.result.configDigest === cluster.entry.configDigest
  if (isSame || !isBetter(source)) return 'none'
  return isTaken ? 'newer' : 'blocked'
}

export const sourceState = (live: LiveCredential, until: number): SourceState =>
  stateOf(live, (source) => isLasting(source, until))

/** The same of a CA. One without a CA goes by the roots of Argo CD's image, which are renewed with it. */
export const caState = (live: LiveCredential): SourceState =>
  stateOf(live, ({ ca }) => (ca?.last ?? Infinity) > (live.ca?.last ?? 0))

const sourceParams = (live: LiveCredential, state: SourceState): Params => {
  const { cluster, source } = live
  if (!source) return {}
  const { namespace, candidate, provider } = source
  const secret = candidate?.secret ?? 'SECRET'
  const renewer = renewerOf(candidate?.provider ?? provider)
  const validity = candidate?.result.outcome === 'translated' ? candidate.result.validity : undefined
  return {
    source: candidate ? `${namespace}/${secret}` : namespace,
    namespace,
    ...(state === 'newer'
      ? {}
      : { who: renewer.who, how: renewer.how({ namespace, secret, cluster: cluster.title }) }),
    ...(validity ? { sourceEnd: new Date(validity.notAfter).toISOString().slice(0, 10) } : {}),
  }
}

/** What every finding about a credential says: whose it is, what the source has, and who renews it. */
export const credentialFinding = (
  severity: Severity,
  live: LiveCredential,
  state: SourceState,
  params: Params,
): Finding => {
  const { cluster, source } = live
  return {
    severity,
    object: cluster.title,
    params: {
      ...params,
      state,
      target: cluster.secret.metadata.namespace ?? '',
      secret: cluster.secret.metadata.name,
      ...sourceParams(live, state),
    },
    ...(source ? { related: [source.namespace] } : {}),
  }
}
