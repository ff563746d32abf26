import assert from 'node:assert/strict'
import fc from 'fast-check'
import { TRANSLATION_WARNINGS, UNUSABLE } from '../../src/engine/reasons/kubeconfig.ts'
import { printableHost, printableName } from '../../src/kubeconfig/printable.ts'
import type { Translation } from '../../src/kubeconfig/translation.ts'
import { FUZZ } from '../support/fuzz.ts'
import { CA, CERT, KEY, kubeconfig, translateText } from './support.ts'
import type { Overrides } from './support.ts'

const JWT =
  'eyJhbGciOiJSUzI1NiIsImtpZCI6IkFCQyJ9.eyJpc3MiOiJrdWJlcm5ldGVzIiwic3ViIjoieCJ9.c2lnbmF0dXJlLW9mLTEyMzQ1Njc4OTA'
const HEX = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'
const BASE64 = 'Zm9vYmFyQmF6UXV4MTIzNDU2Nzg5MA+/abcDEF=='
const LOWER = 'x7mkq2wv9tnb4zrdh6cjgs5plf8y3'
const EKS = 'k8s-aws-v1.aHR0cHM6Ly9zdHM'
const SECRETS = [JWT, JWT.slice(0, 40), HEX, HEX.toUpperCase(), BASE64, LOWER, EKS]

describe('a name in a message', () => {
  it('is shown as it is where it looks like one', () => {
    for (const name of [
      'kubernetes-admin@kubernetes',
      'gke_my-project-123456_europe-west1-b_production-cluster-1',
      'arn:aws:eks:eu-central-1:123456789012:cluster/production',
      'vcluster_my-vcluster_team-a_kind-hub',
      'c-m-abcd1234',
      '3bd0a1c2-1111-4111-8111-0c1d2e3f4a5b',
      'my context',
      'honeyjar-by-the-fjord',
      '',
    ])
      assert.equal(printableName(name), name)
    for (const host of [
      '0A1B2C3D4E5F60718293A4B5C6D7E8F9.gr7.eu-west-1.eks.amazonaws.com',
      'myaks-abc-12345678.hcp.eastus.azmk8s.io',
      '3bd0a1c2-1111-4111-8111-0c1d2e3f4a5b.k8s.ondigitalocean.com:443',
      '[2001:db8::1]:6443',
      '10.0.0.1',
    ])
      assert.equal(printableHost(host), host)
  })

  it('is masked where it may be a credential, is too long or does not print', () => {
    for (const name of [
      ...SECRETS,
      `admin-${HEX}`,
      `x ${JWT} y`,
      'a'.repeat(101),
      'a\u001b[2Jb',
      'a\u202eb',
      'a\nb',
    ])
      assert.equal(printableName(name), '…', name)
    for (const host of [
      ...SECRETS,
      `${HEX}.example.com`,
      JWT.toLowerCase(),
      `${'a'.repeat(64)}.example.com`,
      'a.'.repeat(130),
      `${HEX.slice(0, 32)}.evil.example.com`,
    ])
      assert.equal(printableHost(host), '…', host)
  })
})

const OPEN: Overrides = { allowExec: true, policy: { execCredentials: true } }

const textsOf = (translation: Translation): readonly string[] => {
  if (translation.outcome === 'empty') return []
  const reasons =
    translation.outcome === 'unusable'
      ? [{ reason: UNUSABLE[translation.cause], params: translation.params }]
      : translation.warnings.map(({ id, params }) => ({ reason: TRANSLATION_WARNINGS[id], params }))
  return reasons.flatMap(({ reason, params }) => [
    reason.message(params),
    reason.remedy(params),
    ...Object.values(params),
  ])
}

/** Runs of 12 characters of the secret, whatever became of its letter case. */
const partsOf = (secret: string): readonly string[] =>
  Array.from({ length: Math.max(1, secret.length - 11) }, (_, at) => secret.slice(at, at + 12).toLowerCase())

const assertSilent = (translation: Translation, secret: string): void => {
  for (const text of textsOf(translation))
    for (const part of partsOf(secret)) assert.equal(text.toLowerCase().includes(part), false, text)
}

interface Placed {
  readonly cluster?: Readonly<Record<string, unknown>>
  readonly user?: Readonly<Record<string, unknown>>
  readonly rest?: Readonly<Record<string, unknown>>
}

const exec = (fields: Readonly<Record<string, unknown>>): Placed => ({
  user: { exec: { command: 'aws', apiVersion: 'client.authentication.k8s.io/v1', ...fields } },
})

/** A secret in every place a kubeconfig has for text. */
const PLACES: readonly ((secret: string) => Placed)[] = [
  ...[
    'server',
    'proxy-url',
    'tls-server-name',
    'certificate-authority',
    'certificate-authority-data',
  ].flatMap((field) =>
    ['', 'https://', 'http://', 'https://a.', 'https://kubernetes.default.svc.', 'https://127.0.0.1/'].map(
      (before) => (secret: string) => ({ cluster: { [field]: before + secret } }),
    ),
  ),
  ...[
    '.localhost',
    '.svc',
    '.nip.io',
    ':30000',
    '://p',
    '/..',
    '?x',
    '#x',
    '/%zz',
    '@h',
    '.docker.internal',
  ].flatMap((after) =>
    ['server', 'proxy-url'].map((field) => (secret: string) => ({
      cluster: { [field]: `${after === '://p' ? '' : 'https://'}${secret}${after}` },
    })),
  ),
  (secret) => ({ cluster: { [secret]: 'x' } }),
  ...[
    'token',
    'tokenFile',
    'client-certificate',
    'client-certificate-data',
    'client-key',
    'client-key-data',
    'username',
    'password',
    'as',
    'as-uid',
    'as-groups',
    'auth-provider',
    'exec',
  ].flatMap((field) => [
    (secret: string) => ({ user: { [field]: secret } }),
    (secret: string) => ({ user: { [field]: [secret] } }),
    (secret: string) => ({ user: { [field]: { [secret]: secret } } }),
  ]),
  (secret) => ({ user: { tokenFile: `./${secret}` } }),
  (secret) => ({ user: { 'client-certificate-data': CERT, 'client-key-data': secret } }),
  (secret) => ({ user: { 'client-certificate-data': secret, 'client-key-data': KEY } }),
  (secret) => ({ user: { 'auth-provider': { name: secret } } }),
  (secret) => exec({ command: secret }),
  (secret) => exec({ command: `/usr/bin/${secret}` }),
  (secret) => exec({ apiVersion: secret }),
  ...['', '-', '--', '--pop-', '--oidc-', '-l', '--cluster-name='].flatMap((before) => [
    (secret: string) => exec({ args: ['eks', 'get-token', before + secret] }),
    (secret: string) => exec({ command: 'kubelogin', args: ['get-token', before + secret] }),
    (secret: string) =>
      exec({ command: 'aws-iam-authenticator', args: [before + secret, 'token', '-i', 'c'] }),
  ]),
  ...['', 'AWS_SECRET', 'AZURE_'].flatMap((before) => [
    (secret: string) =>
      exec({
        args: ['eks', 'get-token', '--cluster-name', 'c'],
        env: [{ name: before + secret, value: secret }],
      }),
    (secret: string) =>
      exec({
        command: 'kubelogin',
        args: ['get-token', '--server-id', 'x'],
        env: [{ name: before + secret, value: secret }],
      }),
  ]),
  (secret) => ({
    ...exec({ args: ['eks', 'get-token', '--cluster-name', 'c'] }),
    cluster: { server: `https://${secret}` },
  }),
  (secret) => ({ rest: { 'current-context': secret } }),
  (secret) => ({ rest: { 'current-context': 'y', contexts: [{ name: secret }] } }),
  (secret) => ({ rest: { 'current-context': '', contexts: [{ name: secret }], users: [{}, {}] } }),
  (secret) => ({ rest: { contexts: [{ name: 'x', context: { cluster: secret, user: 'u' } }] } }),
  (secret) => ({ rest: { contexts: [{ name: 'x', context: { cluster: 'c', user: secret } }] } }),
  (secret) => ({
    rest: { 'current-context': secret, contexts: [{ name: secret, context: { cluster: 'c' } }] },
  }),
  (secret) => ({ rest: { [secret]: 'x' } }),
]

const written = ({ cluster, user, rest }: Placed): string => kubeconfig(cluster, user, rest)

describe('a credential in the wrong field', () => {
  it('C10.25 reaches no message, remedy or param, wherever it stands', () => {
    for (const place of PLACES)
      for (const secret of SECRETS) {
        const text = written(place(secret))
        assertSilent(translateText(text, OPEN), secret)
        assertSilent(translateText(text.replace('{', `{"${secret}":1,"${secret}":2,`), OPEN), secret)
      }
  })

  it('C10.25 reaches none either where it is made at random', () => {
    const alphabet = (signs: string): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...Array.from(signs)), minLength: 32, maxLength: 60 })
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const secret = fc.oneof(
      alphabet('0123456789abcdef').map((text) => `a${text}1`),
      alphabet(`${letters}0123456789-_`).map((text) => `eyJ${text}`),
      alphabet(`${letters}0123456789+/`).map((text) => `aB1${text.slice(0, 30)}aB1xaB1xaB1xaB1xaB1x`),
    )
    fc.assert(
      fc.property(secret, fc.constantFrom(...PLACES), (value, place) => {
        assertSilent(translateText(written(place(value)), OPEN), value)
      }),
      FUZZ,
    )
  })

  it('still leaves names that are none in the message', () => {
    const dangling = translateText(kubeconfig({}, undefined, { 'current-context': 'admin@edge' }))
    assert.deepEqual(dangling, {
      outcome: 'unusable',
      cause: 'pair-dangling',
      params: { missing: 'context', name: 'admin@edge', contexts: 'x' },
    })
    assert.deepEqual(
      translateText(kubeconfig({ server: 'api.example.com:6443', 'certificate-authority-data': CA })),
      {
        outcome: 'unusable',
        cause: 'server-invalid',
        params: { problem: 'no-scheme', suggestion: 'https://api.example.com:6443' },
      },
    )
    assert.deepEqual(translateText(kubeconfig({ server: JWT })), {
      outcome: 'unusable',
      cause: 'server-invalid',
      params: { problem: 'no-scheme' },
    })
  })
})
