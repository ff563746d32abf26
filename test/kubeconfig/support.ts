import { readFileSync } from 'node:fs'
import { translate } from '../../src/kubeconfig/translate.ts'
import type { Secret } from '../../src/kube/objects.ts'
import type {
  Translated,
  Translation,
  TranslationInput,
  TranslationPolicy,
} from '../../src/kubeconfig/translation.ts'

/** The certificates of the fixtures are valid then. */
export const NOW = Date.UTC(2027, 0, 1)

export const POLICY: TranslationPolicy = {
  execCredentials: false,
  execHosts: [],
  execProxies: [],
  hubServers: [],
  hubServices: [],
}

export const pem = (name: string): string =>
  readFileSync(new URL(`../fixtures/certificates/${name}.pem`, import.meta.url), 'utf8')

export const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

export const CA = base64(pem('ca'))
export const CERT = base64(pem('client'))
export const KEY = base64(pem('client-key'))
export const TOKEN = 'opaque-token-0123456789'

export const secretOf = (
  data: Readonly<Record<string, string | Buffer>>,
  name = 'edge-kubeconfig',
): Secret => ({
  metadata: { name, namespace: 'team-a' },
  type: 'Opaque',
  data: Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value as string).toString('base64')]),
  ),
})

export interface Overrides extends Partial<Omit<TranslationInput, 'policy'>> {
  readonly policy?: Partial<TranslationPolicy>
}

/** Translates a text or bytes as the only key of a Secret. */
export const translateText = (text: string | Buffer, overrides: Overrides = {}): Translation =>
  translate({
    secret: secretOf({ value: text }),
    key: 'value',
    allowExec: false,
    now: NOW,
    ...overrides,
    policy: { ...POLICY, ...overrides.policy },
  })

type Fields = Readonly<Record<string, unknown>>

/** A kubeconfig with one cluster, user and context; `undefined` leaves a field out. JSON is YAML. */
export const kubeconfig = (
  cluster: Fields = {},
  user: Fields = { token: TOKEN },
  rest: Fields = {},
): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'c',
        cluster: { server: 'https://api.example.com:6443', 'certificate-authority-data': CA, ...cluster },
      },
    ],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
    ...rest,
  })

/** `translated`, `empty`, or the cause with the problem or field it names. */
export const verdict = (translation: Translation): string => {
  if (translation.outcome !== 'unusable') return translation.outcome
  const { problem, field, flag } = translation.params
  return [translation.cause, problem ?? field, problem === undefined ? undefined : flag]
    .filter((part) => part !== undefined)
    .join(' ')
}

export const translated = (translation: Translation): Translated => {
  if (translation.outcome !== 'translated')
    throw new Error(`expected a translation, got ${verdict(translation)}`)
  return translation
}

export const configOf = (translation: Translation): Readonly<Record<string, unknown>> =>
  JSON.parse(translated(translation).config) as Record<string, unknown>

export const warningsOf = (translation: Translation): readonly string[] =>
  translated(translation).warnings.map(({ id }) => id)
