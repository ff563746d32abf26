import assert from 'node:assert/strict'
import {
  translated,
  base64,
  CA,
  CERT,
  configOf,
  KEY,
  kubeconfig,
  NOW,
  pem,
  secretOf,
  TOKEN,
  translateText,
  verdict,
  warningsOf,
} from './support.ts'

const PAIR = { 'client-certificate-data': CERT, 'client-key-data': KEY }
const EXEC = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'aws', args: [] } }

const user = (fields: Readonly<Record<string, unknown>>): ReturnType<typeof translateText> =>
  translateText(kubeconfig({}, fields))

const verdicts = (users: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  users.map((fields) => verdict(user(fields)))

describe('the credential', () => {
  it('C3.39 C3.40 refuses file paths, even beside the embedded form', () => {
    assert.equal(
      verdict(translateText(kubeconfig({ 'certificate-authority': '/ca.crt' }))),
      'credential-file certificate-authority',
    )
    assert.deepEqual(
      verdicts([
        { ...PAIR, 'client-certificate': 'tls.crt' },
        { token: TOKEN, 'client-key': '/tls.key' },
        { tokenFile: '/var/run/secrets/token' },
        { tokenFile: '../token' },
        { tokenFile: 'C:\\token' },
        { tokenFile: '..' },
        { tokenFile: 'missing' },
        { tokenFile: 'sub/token' },
        { ...PAIR, tokenFile: '/x' },
      ]),
      [
        'credential-file client-certificate',
        'credential-file client-key',
        ...Array.from({ length: 7 }, () => 'credential-file tokenFile'),
      ],
    )
  })

  it('reads a relative tokenFile from the same Secret', () => {
    for (const path of ['token-file', './token-file', '././token-file']) {
      const secret = secretOf({ value: kubeconfig({}, { tokenFile: path }), 'token-file': `${TOKEN}\n` })
      assert.equal(configOf(translateText('', { secret })).bearerToken, TOKEN)
    }
    const empty = secretOf({ value: kubeconfig({}, { tokenFile: 'token-file' }), 'token-file': ' \n' })
    assert.equal(verdict(translateText('', { secret: empty })), 'credential-missing empty-token-file')
  })

  it('uses the token beside a tokenFile, with a warning', () => {
    const translation = user({ token: TOKEN, tokenFile: '/var/run/token' })
    assert.equal(configOf(translation).bearerToken, TOKEN)
    assert.deepEqual(warningsOf(translation), ['token-file-ignored'])
  })

  it('C3.41 refuses auth-provider even beside a static credential; null is absent', () => {
    assert.deepEqual(user({ token: TOKEN, 'auth-provider': { name: 'oidc', config: { 'id-token': 'x' } } }), {
      outcome: 'unusable',
      cause: 'auth-provider',
      params: { name: 'oidc' },
    })
    assert.equal(verdict(user({ token: TOKEN, 'auth-provider': null })), 'translated')
    assert.equal(verdict(user({ token: TOKEN, 'auth-provider': 'x' })), 'auth-provider')
  })

  it('C3.42 carries a complete pair and nothing beside it', () => {
    for (const fields of [PAIR, { ...PAIR, token: TOKEN }, { ...PAIR, ...EXEC }])
      assert.deepEqual(configOf(user(fields)), {
        tlsClientConfig: { insecure: false, caData: CA, certData: CERT, keyData: KEY },
      })
  })

  it('C3.43 C3.47 carries a token, also beside an exec block', () => {
    for (const fields of [{ token: TOKEN }, { token: TOKEN, ...EXEC }])
      assert.deepEqual(configOf(user(fields)), {
        bearerToken: TOKEN,
        tlsClientConfig: { insecure: false, caData: CA },
      })
  })

  it('C3.44 C3.45 refuses half a pair, even beside a token, naming the missing half', () => {
    assert.deepEqual(user({ token: TOKEN, 'client-certificate-data': CERT }), {
      outcome: 'unusable',
      cause: 'credential-missing',
      params: { problem: 'half', present: 'client-certificate-data', missing: 'client-key-data' },
    })
    assert.deepEqual(
      verdicts([
        { 'client-key-data': KEY },
        { ...EXEC, 'client-key-data': KEY },
        { username: 'u' },
        { password: 'p' },
      ]),
      Array.from({ length: 4 }, () => 'credential-missing half'),
    )
  })

  it('C3.48 refuses a user without any credential', () => {
    assert.deepEqual(
      verdicts([{}, { token: '' }, { token: '  \n' }, { exec: null }, { ...EXEC, exec: undefined }]),
      Array.from({ length: 5 }, () => 'credential-missing none'),
    )
    assert.equal(
      verdict(translateText(kubeconfig({}, undefined, { users: [{ name: 'u' }] }))),
      'credential-missing none',
    )
  })

  it('C3.49 carries user name and password together, and only alone', () => {
    const basic = { username: 'admin', password: 'p&<w>' }
    assert.deepEqual(configOf(user(basic)), { ...basic, tlsClientConfig: { insecure: false, caData: CA } })
    assert.deepEqual(
      verdicts([
        { ...basic, token: TOKEN },
        { ...basic, ...PAIR },
      ]),
      ['credential-ambiguous', 'credential-ambiguous'],
    )
  })

  it('C3.49 C10.13 refuses impersonation, naming the field; empty fields are absent', () => {
    assert.deepEqual(
      verdicts([
        { token: TOKEN, as: 'x' },
        { ...PAIR, 'as-uid': '1' },
        { token: TOKEN, 'as-groups': ['viewers'] },
        { token: TOKEN, 'as-user-extra': { reason: ['x'] } },
        { token: TOKEN, as: '', 'as-uid': null, 'as-groups': [], 'as-user-extra': {} },
      ]),
      [
        'impersonation as',
        'impersonation as-uid',
        'impersonation as-groups',
        'impersonation as-user-extra',
        'translated',
      ],
    )
  })

  it('C3.50 C10.24 refuses certificates and keys that do not decode, parse or fit', () => {
    const pair = (cert: string, key: string): object => ({
      'client-certificate-data': cert,
      'client-key-data': key,
    })
    const cases: readonly (readonly [object, string, string])[] = [
      [pair('certdata', KEY), 'client-certificate-data', 'not-pem'],
      [pair('not base64!', KEY), 'client-certificate-data', 'not-base64'],
      [pair(pem('client'), KEY), 'client-certificate-data', 'raw-pem'],
      [pair(base64(CERT), KEY), 'client-certificate-data', 'encoded-twice'],
      [pair(KEY, KEY), 'client-certificate-data', 'holds-key'],
      [pair(CERT, CERT), 'client-key-data', 'no-key'],
      [pair(CERT, base64(pem('encrypted-key'))), 'client-key-data', 'encrypted'],
      [pair(CERT, base64(pem('rsa-key'))), 'client-key-data', 'mismatch'],
      [pair(CERT.replace(/=*$/, ''), KEY), 'client-certificate-data', 'not-base64'],
      [
        pair(base64(pem('client').replace(/\n[^-]{64}\n/, '\n')), KEY),
        'client-certificate-data',
        'not-a-certificate',
      ],
      [
        pair(CERT, base64('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n')),
        'client-key-data',
        'not-a-key',
      ],
    ]
    for (const [fields, field, problem] of cases)
      assert.deepEqual(user(fields as Record<string, unknown>), {
        outcome: 'unusable',
        cause: 'credential-invalid',
        params: { field, problem },
      })
  })

  it('accepts pairs of every key type, and chains', () => {
    for (const name of ['client', 'rsa', 'ed25519']) {
      const chain = base64(`${pem(name)}${pem('ca')}`)
      assert.equal(
        verdict(user({ 'client-certificate-data': chain, 'client-key-data': base64(pem(`${name}-key`)) })),
        'translated',
      )
    }
  })

  it('does not compare a pair again that is registered already', () => {
    const mismatched = kubeconfig(
      {},
      { 'client-certificate-data': CERT, 'client-key-data': base64(pem('rsa-key')) },
    )
    const fitting = translated(user(PAIR))
    assert.equal(
      verdict(translateText(mismatched, { registeredDigest: fitting.configDigest })),
      'credential-invalid mismatch',
    )
    assert.deepEqual(translateText(kubeconfig({}, PAIR), { registeredDigest: fitting.configDigest }), fitting)
  })

  it('C3.51 trims a token, and refuses white space inside', () => {
    assert.equal(configOf(user({ token: `  ${TOKEN}\n` })).bearerToken, TOKEN)
    assert.deepEqual(
      verdicts([{ token: 'a\nb' }, { token: 'a b' }]),
      Array.from({ length: 2 }, () => 'credential-invalid white-space'),
    )
  })

  it('C3.61 C3.62 C3.63 carries CA, tls-server-name and insecure', () => {
    assert.deepEqual(
      configOf(translateText(kubeconfig({ 'tls-server-name': 'api.internal' }))).tlsClientConfig,
      {
        insecure: false,
        caData: CA,
        serverName: 'api.internal',
      },
    )
    const insecure = translateText(
      kubeconfig({ 'certificate-authority-data': '', 'insecure-skip-tls-verify': true }),
    )
    assert.deepEqual(configOf(insecure).tlsClientConfig, { insecure: true })
    assert.deepEqual(warningsOf(insecure), ['insecure'])
  })

  it('C3.64 C10.12 refuses insecure beside CA data', () => {
    assert.equal(verdict(translateText(kubeconfig({ 'insecure-skip-tls-verify': true }))), 'ca-with-insecure')
  })

  it('refuses CA data that Argo CD can not use', () => {
    const problems = [
      '!',
      base64('x'),
      base64(CA),
      pem('ca'),
      base64(pem('client-key')),
      base64(pem('ca').replaceAll('CERTIFICATE', 'X509 CRL')),
    ]
    assert.deepEqual(
      problems.map((ca) => verdict(translateText(kubeconfig({ 'certificate-authority-data': ca })))),
      ['not-base64', 'not-pem', 'encoded-twice', 'raw-pem', 'holds-key', 'no-certificate'].map(
        (problem) => `ca-invalid ${problem}`,
      ),
    )
  })

  it('carries disable-compression', () => {
    assert.equal(
      configOf(translateText(kubeconfig({ 'disable-compression': true }))).disableCompression,
      true,
    )
  })

  it('C3.52 names the fault that takes longest to repair first', () => {
    const broken = kubeconfig(
      { server: 'https://localhost', 'certificate-authority': '/ca', 'proxy-url': 'x' },
      { 'client-key': '/key', 'auth-provider': { name: 'gcp' } },
    )
    assert.equal(verdict(translateText(broken)), 'server-loopback')
    assert.equal(
      verdict(translateText(broken.replace('localhost', 'h.example.com'))),
      'proxy-invalid not-a-url',
    )
  })
})

describe('how long a credential lasts', () => {
  const jwt = (claims: object): string =>
    [{ alg: 'RS256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.') + '.c2ln'
  const eks = (date: string, expires: string): string =>
    `k8s-aws-v1.${Buffer.from(`https://sts.amazonaws.com/?X-Amz-Date=${date}&X-Amz-Expires=${expires}`).toString('base64url')}`
  const lasting = (token: string): object => {
    const { validity, warnings } = translated(user({ token }))
    return { validity, warnings }
  }
  const HOUR = 3_600_000
  const seconds = NOW / 1000

  it('reports the dates of a client certificate, and warns outside them', () => {
    const at = (now: number): object => {
      const { validity, warnings } = translated(translateText(kubeconfig({}, PAIR), { now }))
      return { kind: validity?.kind, warnings: warnings.map(({ id }) => id) }
    }
    assert.deepEqual(at(NOW), { kind: 'certificate', warnings: [] })
    assert.deepEqual(at(Date.UTC(2300, 0, 1)), { kind: 'certificate', warnings: ['credential-expired'] })
    assert.deepEqual(at(Date.UTC(2000, 0, 1)), {
      kind: 'certificate',
      warnings: ['credential-not-yet-valid'],
    })
  })

  it('reads exp and nbf of a JWT', () => {
    assert.deepEqual(lasting(jwt({ exp: seconds + 86_400 })), {
      validity: { kind: 'token', notAfter: NOW + 24 * HOUR },
      warnings: [],
    })
    assert.deepEqual(lasting(jwt({ exp: seconds + 3600 })), {
      validity: { kind: 'token', notAfter: NOW + HOUR },
      warnings: [{ id: 'token-short-lived', params: { maker: '', date: '2027-01-01T01:00:00Z' } }],
    })
    assert.deepEqual(lasting(jwt({ exp: seconds - 1 })), {
      validity: { kind: 'token', notAfter: NOW - 1000 },
      warnings: [{ id: 'credential-expired', params: { kind: 'token', date: '2026-12-31T23:59:59Z' } }],
    })
    assert.deepEqual(lasting(jwt({ exp: seconds + 1e6, nbf: seconds + 60 })), {
      validity: { kind: 'token', notBefore: NOW + 60_000, notAfter: NOW + 1e9 },
      warnings: [{ id: 'credential-not-yet-valid', params: { kind: 'token', date: '2027-01-01T00:01:00Z' } }],
    })
  })

  it('takes a token without a readable end for one that does not end', () => {
    for (const token of [
      TOKEN,
      jwt({}),
      jwt({ exp: 'soon' }),
      jwt({ exp: 1e300 }),
      'a.b.c',
      'e30.bnVsbA.x',
      'a.b.c.d',
    ])
      assert.deepEqual(lasting(token), { validity: undefined, warnings: [] })
  })

  it('knows tokens of EKS, good for 15 minutes, and of Google', () => {
    assert.deepEqual(lasting(eks('20270101T000000Z', '60')), {
      validity: { kind: 'token', notAfter: NOW + 900_000 },
      warnings: [{ id: 'token-short-lived', params: { maker: 'EKS', date: '2027-01-01T00:15:00Z' } }],
    })
    assert.deepEqual(warningsOf(user({ token: eks('20260101T000000Z', '900') })), [
      'token-short-lived',
      'credential-expired',
    ])
    assert.deepEqual(lasting('k8s-aws-v1.'), {
      validity: undefined,
      warnings: [{ id: 'token-short-lived', params: { maker: 'EKS' } }],
    })
    assert.deepEqual(lasting('ya29.c.x'), {
      validity: undefined,
      warnings: [{ id: 'token-short-lived', params: { maker: 'Google' } }],
    })
  })
})
