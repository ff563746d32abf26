import assert from 'node:assert/strict'
import { pairProblem, readCa, readKey, readLeaf } from '../../src/argocd/certificate.ts'
import { pemBlocks } from '../../src/argocd/pem.ts'
import { validateClusterSecret } from '../../src/argocd/validate-cluster-secret.ts'
import { base64, CA, CERT, clusterSecret, KEY, pem } from './support.ts'

const ca = pem('ca')
const client = pem('client')
const key = pem('client-key')

/** Labels of the blocks, as Go 1.26's `pem.Decode` gives them. */
const labels = (text: string): readonly string[] => pemBlocks(text).map(({ label }) => label)

const caVerdict = (text: string): string => {
  const read = readCa(base64(text))
  return read.ok ? 'ok' : read.problem
}

const pairVerdict = (certText: string, keyText: string): string => {
  const leaf = readLeaf(base64(certText))
  const read = readKey(base64(keyText))
  if (!leaf.ok) return leaf.problem
  return read.ok ? (pairProblem(leaf.value, read.value) ?? 'ok') : read.problem
}

const block = (label: string, body: string, end = label): string =>
  `-----BEGIN ${label}-----\n${body}\n-----END ${end}-----\n`

describe('PEM', () => {
  it('is what Go finds: markers on lines of their own round base64 with its padding', () => {
    for (const [text, expected] of [
      [block('A', 'QUJD'), ['A']],
      [block('A', 'QUJDRA==').replaceAll('\n', '\r\n'), ['A']],
      [block('A', ' QU\n\nJD\t'), ['A']],
      [block('A', 'QUJD').trimEnd(), ['A']],
      [`text\n${block('A', 'QUJD')}text\n${block('B', 'QUJD')}`, ['A', 'B']],
      ['-----BEGIN A-----  \nQUJD\n-----END A----- \t\n', ['A']],
      ['-----BEGIN A-----\n-----END A-----\n', ['A']],
      [`-----BEGIN X-----\n${block('A', 'QUJD')}`, ['A']],
      [`${block('A', 'QUJD', 'B')}${block('C', 'QUJD')}`, ['C']],
      [block('A', 'x: y\n\nQUJD'), ['A']],
      [block('A', 'QUJ'), []],
      [block('A', 'QUJD!'), []],
      [block('A', 'QU=JD'), []],
      [block('A', 'QUJD\u00a0'), []],
      [block('A', 'QUJD').replace('-----END', ' -----END'), []],
      [` ${block('A', 'QUJD')}`, []],
      [block('A', 'QUJD').trimEnd() + 'x', []],
      [block('A', 'QUJD').trimEnd() + block('B', 'QUJD'), []],
      ['-----BEGIN A-----QUJD\n-----END A-----\n', []],
      ['-----BEGIN A----\nQUJD\n-----END A----\n', []],
      [`${block('A', 'QUJD', 'B: x')}${block('C', 'QUJD')}`, ['C']],
      ['-----BEGIN A-----\nx: y\n', []],
    ] as const)
      assert.deepEqual(labels(text), expected, JSON.stringify(text))
  })

  it('costs no more than its length, whatever is in it', () => {
    for (const part of [
      '-----BEGIN X-----\n',
      '\n-----END X-----',
      '-----END ',
      '----------BEGIN ',
      'x: y\n',
      '    ',
    ])
      assert.deepEqual(labels(`${part.repeat(60_000)}x`), [], part)
  })
})

describe('a CA bundle', () => {
  it('counts while Go reads one certificate of it', () => {
    for (const text of [ca, `${ca}${client}`, `# note\n${ca}`, `${block('CERTIFICATE', 'QUJD')}${ca}`])
      assert.equal(caVerdict(text), 'ok')
  })

  it('is refused where Go reads none, by what is wrong with it', () => {
    for (const [text, problem] of [
      [`${ca.trimEnd()}${client}`, 'joined-pem'],
      [`${ca.trimEnd()}x`, 'broken-pem'],
      [ca.replace('-----END', '----END'), 'broken-pem'],
      [ca.replace(/=*\n-----END/, '\n-----END').replace(/(?<=\n)M/, 'M!'), 'broken-pem'],
      [ca.replace(/\n/, '\nx: y\n\n'), 'no-certificate'],
      [block('CERTIFICATE', 'QUJD'), 'not-a-certificate'],
      [key, 'holds-key'],
      ['text', 'not-pem'],
    ] as const)
      assert.equal(caVerdict(text), problem)
  })
})

describe('a key pair', () => {
  it('fits where the key has blank lines, blanks, or a header that says nothing', () => {
    for (const text of [
      key,
      key.replace('\n-----END', '\n\n-----END'),
      key.replace('\n', '\n\n'),
      key.replaceAll('\n', ' \n'),
      key.replaceAll('\n', '\r\n'),
      key.replace('\n', '\nProc-Type: 4,ENCRYPTED\n\n'),
      key.replaceAll('EC PRIVATE', 'RSA PRIVATE').replaceAll('N PRIVATE', 'N X PRIVATE'),
    ])
      assert.equal(pairVerdict(client, text), 'ok', text.slice(0, 80))
    for (const kind of ['rsa', 'ed25519']) assert.equal(pairVerdict(pem(kind), pem(`${kind}-key`)), 'ok')
  })

  it('is refused where Go refuses the key', () => {
    assert.equal(pairVerdict(client, pem('encrypted-key')), 'encrypted')
    assert.equal(pairVerdict(client, pem('rsa-key')), 'mismatch')
    assert.equal(pairVerdict(client, key.trimEnd() + client), 'joined-pem')
    assert.equal(pairVerdict(client, block('PRIVATE KEY', 'QUJD')), 'not-a-key')
    assert.equal(pairVerdict(client.replace('-----END', '--END'), key), 'broken-pem')
  })

  it('is refused where the private half is damaged', () => {
    for (const [certificate, name, at] of [
      [pem('rsa'), 'rsa-key', 600],
      [client, 'client-key', 16],
    ] as const) {
      const [block] = pemBlocks(pem(name))
      assert.ok(block)
      const der = Buffer.from(block.der)
      const start = name === 'rsa-key' ? at : der.indexOf(Buffer.from([0x04, 0x20])) + at
      der[start] = (der[start] ?? 0) ^ 1
      const damaged = `-----BEGIN ${block.label}-----\n${der.toString('base64')}\n-----END ${block.label}-----\n`
      assert.equal(pairVerdict(certificate, damaged), 'not-a-key', name)
    }
  })
})

describe('a cluster Secret', () => {
  it('is told of PEM that Go does not read', () => {
    const faults = (tls: object): readonly string[] =>
      validateClusterSecret(
        clusterSecret({ data: { config: JSON.stringify({ bearerToken: 't', tlsClientConfig: tls }) } }),
      ).map(({ id, path }) => `${id} ${path.replace('data.config.tlsClientConfig.', '')}`)
    assert.deepEqual(faults({ caData: CA }), [])
    assert.deepEqual(faults({ caData: base64(`${ca.trimEnd()}${client}`) }), ['tls-pem caData'])
    assert.deepEqual(
      faults({ caData: CA, certData: CERT, keyData: base64(key.replace('-----END', '-----end')) }),
      ['tls-pem keyData', 'auth-token-and-pair data.config.bearerToken'],
    )
    assert.deepEqual(faults({ caData: CA, certData: CERT, keyData: KEY }), [
      'auth-token-and-pair data.config.bearerToken',
    ])
  })
})
