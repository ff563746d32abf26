import { isDeepStrictEqual } from 'node:util'
import { dataText, SECRET_TYPE_CLUSTER, SECRET_TYPE_LABEL } from '../../argocd/cluster-secret.ts'
import { isWrite, type Decision, type Write } from '../../engine/decision.ts'
import type { Secret } from '../../kube/objects.ts'
import type { Params } from '../../kubeconfig/translation.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'

type Fields = Readonly<Record<string, unknown>>

const record = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The fields of a config text; undefined where it is no JSON object. */
const fieldsOf = (text: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined
  } catch {
    return undefined
  }
}

const CREDENTIAL = ['username', 'password', 'bearerToken', 'awsAuthConfig', 'execProviderConfig'] as const

const isDifferent = (a: Fields, b: Fields, names: readonly string[]): boolean =>
  names.some((name) => !isDeepStrictEqual(a[name], b[name]))

/** What of a config differs, in words: never a value. */
const partsOf = (before: string, after: string): readonly string[] => {
  const [a, b] = [fieldsOf(before), fieldsOf(after)]
  if (!a || !b) return ["config, which can't be read"]
  const [tls, wanted] = [record(a['tlsClientConfig']), record(b['tlsClientConfig'])]
  const isCa = isDifferent(tls, wanted, ['caData'])
  const isCredential = isDifferent(a, b, CREDENTIAL) || isDifferent(tls, wanted, ['certData', 'keyData'])
  return [
    ...(isCa ? [CA] : []),
    ...(isCredential ? ['the credential'] : []),
    ...(isCa || isCredential ? [] : ['the way it is reached']),
  ]
}

const CA = 'the CA'

/** A sync would give Argo CD the worse credential: `provider-order` tells of it, and a sync is no advice. */
const isShadowed = ({ warnings }: Decision): boolean =>
  warnings.some(({ reason }) => reason === 'exec-shadowed')

/** An active registration that the next pass would point or sign in elsewhere. */
const isDrifted = (decision: Decision): decision is Write =>
  isWrite(decision) &&
  !isShadowed(decision) &&
  (decision.action === 'update' || decision.action === 'adopt') &&
  decision.changes.some(({ path }) => path === 'data.config' || path === 'data.server')

const findingOf = (decision: Write, secret: Secret | undefined, config: string | undefined): Finding => {
  const server = decision.changes.find(({ path }) => path === 'data.server')
  const parts = config === undefined || !secret ? [] : partsOf(dataText(secret, 'config') ?? '', config)
  const params: Params = {
    namespace: decision.namespace ?? '',
    parts: [...(server ? ['the address'] : []), ...parts].join(', '),
    ...(server ? { from: server.from ?? '', to: server.to ?? '' } : {}),
    ...(parts.includes(CA) ? { recreated: 'true' } : {}),
  }
  return {
    severity: parts.includes(CA) ? 'error' : 'warning',
    object: decision.cluster ?? decision.secret,
    params,
    ...(decision.namespace === undefined ? {} : { related: [decision.namespace] }),
  }
}

/** The cluster Secrets that Argo CD sees, by name. */
const storedClusters = async (inspection: Inspection): Promise<ReadonlyMap<string, Secret>> => {
  const secrets = await inspection.list('secrets', {
    namespace: inspection.settings.targetNamespace,
    labelSelector: `${SECRET_TYPE_LABEL}=${SECRET_TYPE_CLUSTER}`,
  })
  return new Map(secrets.map((secret) => [secret.metadata.name, secret]))
}

/** What Argo CD holds is not what the source says now: nobody has synced since. */
export const sourceDrift: Check = {
  id: 'source-drift',
  section: 'registrations',
  on: 'anywhere',
  run: async (inspection) => {
    const { decisions, observation } = await inspection.look()
    const drifted = decisions.filter(isDrifted)
    if (drifted.length === 0) return []
    const stored = await storedClusters(inspection)
    return drifted.map((decision) => {
      const { credential } = decision.desired
      const config = credential === undefined ? undefined : observation.credentials.get(credential)
      return findingOf(decision, stored.get(decision.secret), config)
    })
  },
}
