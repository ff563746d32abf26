import assert from 'node:assert/strict'
import fc from 'fast-check'
import { encodeClusterData } from '../../src/argocd/cluster-secret.ts'
import { validateClusterSecret } from '../../src/argocd/validate-cluster-secret.ts'
import { TRANSLATION_WARNINGS, UNUSABLE } from '../../src/engine/reasons/kubeconfig.ts'
import { canonicalServer } from '../../src/kubeconfig/address.ts'
import type { Translated, Translation } from '../../src/kubeconfig/translation.ts'
import { cases } from '../fixtures/kubeconfigs/load.ts'
import { FUZZ } from '../support/fuzz.ts'
import { CA, CERT, KEY, kubeconfig, translateText } from './support.ts'
import type { Overrides } from './support.ts'

const OPEN: Overrides = { allowExec: true, policy: { execCredentials: true, execHosts: ['*'] } }
const SHUT: Overrides = { allowExec: false, policy: { execCredentials: true, execHosts: ['*'] } }

const registration = ({ server, config }: Translated): Parameters<typeof validateClusterSecret>[0] => ({
  metadata: { name: 'cluster-x', labels: { 'argocd.argoproj.io/secret-type': 'cluster' } },
  data: encodeClusterData({ name: 'x', server, config }),
})

const textsOf = (translation: Translation): readonly string[] => {
  if (translation.outcome === 'empty') return []
  const reasons =
    translation.outcome === 'unusable'
      ? [{ reason: UNUSABLE[translation.cause], params: translation.params }]
      : translation.warnings.map(({ id, params }) => ({ reason: TRANSLATION_WARNINGS[id], params }))
  return reasons.flatMap(({ reason, params }) => [
    reason.message(params),
    reason.remedy(params),
    JSON.stringify(params),
  ])
}

/** What holds for every input: C3.11, and that Argo CD finds no fault in what is written. */
const holds = (translation: Translation): void => {
  for (const text of textsOf(translation)) assert.equal(/undefined|\[object|NaN/.test(text), false, text)
  if (translation.outcome !== 'translated') return
  assert.deepEqual(validateClusterSecret(registration(translation)), [])
  assert.equal(canonicalServer(translation.canonicalServer), translation.canonicalServer)
  assert.equal(canonicalServer(translation.server), translation.canonicalServer)
  assert.equal(/\/$/.test(translation.server), false)
}

/** A kubeconfig with a few of its bytes replaced, taken out or repeated. */
const mutated = fc
  .tuple(
    fc.constantFrom(...cases.map((item) => item.kubeconfig), kubeconfig()),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(8), fc.string({ maxLength: 6 })), {
      maxLength: 4,
    }),
  )
  .map(([text, edits]) =>
    edits.reduce((current, [place, cut, insert]) => {
      const at = Math.floor(place * current.length)
      return current.slice(0, at) + insert + current.slice(at + cut)
    }, text),
  )

const anyField = fc.oneof(
  fc.string(),
  fc.constantFrom(CA, CERT, KEY, 'https://h.example.com', '/path', 'token'),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
)

const fields = (...names: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(names.map((name) => [name, anyField])), { requiredKeys: [] })

const built = fc
  .tuple(
    fields(
      'certificate-authority-data',
      'insecure-skip-tls-verify',
      'proxy-url',
      'tls-server-name',
      'disable-compression',
    ),
    fields(
      'token',
      'tokenFile',
      'client-certificate-data',
      'client-key-data',
      'username',
      'password',
      'exec',
      'as',
    ),
  )
  .map(([cluster, user]) => kubeconfig(cluster, user))

describe('translation of anything', () => {
  it('C3.11 never throws on bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        holds(translateText(Buffer.from(bytes), OPEN))
      }),
      FUZZ,
    )
  })

  it('C3.11 never throws on text made of YAML', () => {
    const yaml = fc.string({
      unit: fc.constantFrom(...'\n\n  --:?&*!|>#%@{}[],"\'<ab1~'.split(''), '<<: ', 'clusters:\n', '- '),
    })
    fc.assert(
      fc.property(yaml, (text) => {
        holds(translateText(text, OPEN))
      }),
      FUZZ,
    )
  })

  it('C3.11 never throws on a damaged kubeconfig, and writes only what Argo CD accepts', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        holds(translateText(text, OPEN))
      }),
      FUZZ,
    )
  })

  it('C3.11 writes only what Argo CD accepts of any fields', () => {
    fc.assert(
      fc.property(built, (text) => {
        holds(translateText(text, OPEN))
      }),
      FUZZ,
    )
  })

  it('C3.11 emits no command while exec is not allowed', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const translation = translateText(text, SHUT)
        if (translation.outcome === 'translated')
          assert.equal(/execProvider|awsAuth/.test(translation.config), false)
      }),
      FUZZ,
    )
  })

  it('C10.25 never lets a secret value into a message', () => {
    const marker = 'S3CR3T'
    const marked = fc
      .tuple(
        fc.constantFrom('', ' ', '\n', '-', '--', 'https://', '=', '-i'),
        fc.constantFrom('', '/x', '@h', '\n', '=y'),
      )
      .map(([before, after]) => `${before}${marker}${after}`)
    const names = ['token', 'client-certificate-data', 'client-key-data', 'password', 'username']
    const secrets = fc.record(
      {
        ...Object.fromEntries(names.map((name) => [name, fc.oneof(marked, fc.array(marked))])),
        exec: fc.record({
          command: fc.constantFrom('aws', 'kubelogin', 'aws-iam-authenticator', '/bin/sh'),
          args: fc.array(
            fc.oneof(
              marked,
              fc.constantFrom('token', 'eks', 'get-token', '-i', '--cluster-name', '--server-id', '--login'),
            ),
          ),
          env: fc.array(fc.record({ name: fc.oneof(marked, fc.constant('AWS_REGION')), value: marked })),
        }),
        'auth-provider': fc.record({ name: fc.constant('gcp'), config: fc.record({ 'id-token': marked }) }),
      },
      { requiredKeys: [] },
    )
    const proxy = fc.constantFrom(undefined, `http://u:${marker}@p`, `${marker}@p`, `//${marker}`)
    const server = fc.constantFrom(
      undefined,
      `https://u:${marker}@h.example.com`,
      `https://${marker}@`,
      `u:${marker}@h`,
    )
    fc.assert(
      fc.property(secrets, proxy, server, (user, proxyUrl, address) => {
        const cluster = { 'proxy-url': proxyUrl, ...(address === undefined ? {} : { server: address }) }
        for (const text of [
          kubeconfig(cluster, user),
          kubeconfig(cluster, user).replace('"token"', '"token":1,"token"'),
        ])
          for (const message of textsOf(translateText(text, OPEN)))
            assert.equal(message.includes(marker), false, message)
      }),
      FUZZ,
    )
  })
})
