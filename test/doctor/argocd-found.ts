import { findingText, type CheckId } from '../../src/doctor/catalogue.ts'
import { CHECKS } from '../../src/doctor/checks/index.ts'
import type { CheckResult } from '../../src/doctor/run-checks.ts'
import type { RawSettings } from '../../src/settings/raw.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { objectsIn, type Fixture } from './fixture.ts'
import { resultsOf } from './harness.ts'

export const DAY = 86_400_000

export interface Circumstances {
  readonly now?: string
  readonly minValidity?: number
  readonly settings?: RawSettings
  readonly forbidden?: readonly string[]
  readonly unserved?: readonly string[]
}

const fixtureOf = (
  objects: readonly object[],
  { now = '2026-11-29T12:00:00Z', minValidity = 7 * DAY, settings = {}, ...hub }: Circumstances,
): Fixture => ({
  objects: [...objectsIn('base.yaml'), ...objects],
  settings: resolveSettings(settings),
  now: Date.parse(now),
  minValidity,
  companions: [],
  forbidden: hub.forbidden ?? [],
  unserved: hub.unserved ?? [],
})

/** What these checks come to on a hub with these objects beside those of a healthy one. */
export const resultsOn = (
  ids: readonly CheckId[],
  objects: readonly object[],
  circumstances: Circumstances = {},
): Promise<readonly CheckResult[]> =>
  resultsOf(
    fixtureOf(objects, circumstances),
    CHECKS.filter(({ id }) => ids.includes(id)),
  )

/** Every finding as it is read: `id severity object: message → remedy`; a check without an answer as `id skipped: why`. */
export const told = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap((result) => {
    const { id } = result.check
    if (result.result === 'skipped') return [`${id} skipped: ${result.why}`]
    if (!('findings' in result)) return []
    return result.findings.map(({ severity, object, params }) => {
      const { message, remedy } = findingText(id, params)
      return `${id} ${severity} ${object}: ${message} → ${remedy}`
    })
  })

/** The same without messages and remedies. */
export const brief = (results: readonly CheckResult[]): readonly string[] =>
  told(results).map((line) => line.split(': ')[0] ?? '')

interface Meta {
  readonly secret?: string
  readonly namespace?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly uid?: string
}

/** A cluster Secret of somebody else's; `config` is written as JSON unless it is a text. */
export const clusterSecret = (
  data: Readonly<Record<string, unknown>> = {},
  { secret = 'cluster-edge', namespace = 'argocd', labels = {}, annotations = {}, uid }: Meta = {},
): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: secret,
    namespace,
    labels: { 'argocd.argoproj.io/secret-type': 'cluster', ...labels },
    annotations,
    ...(uid === undefined ? {} : { uid }),
  },
  stringData: Object.fromEntries(
    Object.entries<unknown>({
      name: 'edge',
      server: 'https://edge.example:6443',
      config: { bearerToken: 'opaque', tlsClientConfig: { insecure: false } },
      ...data,
    }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  ),
})

export const argoObject = (kind: string, name: string, spec: object, namespace = 'argocd'): object => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind,
  metadata: { name, namespace },
  spec,
})

export const configMap = (name: string, data: Readonly<Record<string, string>>): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'argocd' },
  data,
})
