import assert from 'node:assert/strict'
import { parseAllDocuments } from 'yaml'
import type { Secret } from '../../src/kube/objects.ts'
import { secretsYaml } from '../../src/output/secrets-yaml.ts'
import { hasKubectl } from '../docs/scratch.ts'
import { run } from '../support/cli.ts'

/** Strings that a reader of YAML 1.1, or a careless writer, takes for something else. */
const TRICKY = [
  ...['no', 'NO', 'on', 'off', 'y', 'Y', 'n', 'yes', 'true', 'null', '~', ''],
  ...['1e3', '1_000', '0o7', '007', '0x1f', '0b11', '12:30:45', '.5', '.inf', '.nan', '+1', '1.'],
  ...[
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '=',
    '<<',
    '-',
    '?',
    ':',
    'a: b',
    'a #b',
    '#',
    '&a',
    '*a',
    '!a',
    '%a',
    '@a',
    '`a',
  ],
  ...[
    ' lead',
    'trail ',
    'two\nlines',
    'tab\there',
    '"quoted"',
    "it's",
    '{a}',
    '[a]',
    '|',
    '>',
    '---',
    '...',
    'Zürich',
  ],
]

const secret = (
  name: string,
  more: Partial<Secret> & { readonly values?: readonly string[] } = {},
): Secret => {
  const { values = [], ...fields } = more
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata: {
      name,
      namespace: 'argocd',
      uid: 'some-uid',
      resourceVersion: '12',
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { b: 'x', a: 'w' },
      ...(values.length > 0
        ? {
            annotations: Object.fromEntries(
              values.map((value, index) => [`v/${String(index).padStart(3, '0')}`, value]),
            ),
          }
        : {}),
    },
    data: { server: 'c2VydmVy', config: 'Y29uZmln', name: 'bmFtZQ==' },
    ...fields,
  }
}

describe('cluster Secrets as YAML', () => {
  it('given Secrets, then each is a document with sorted keys and nothing of the hub in it', () => {
    assert.equal(
      secretsYaml([secret('cluster-a'), secret('cluster-b')], false),
      `# for: kubectl apply --server-side -f -
# (plain apply would copy the credentials into the last-applied annotation)
apiVersion: v1
kind: Secret
metadata:
  name: cluster-a
  namespace: argocd
  labels:
    a: w
    b: x
type: Opaque
data:
  config: Y29uZmln
  name: bmFtZQ==
  server: c2VydmVy
---
apiVersion: v1
kind: Secret
metadata:
  name: cluster-b
  namespace: argocd
  labels:
    a: w
    b: x
type: Opaque
data:
  config: Y29uZmln
  name: bmFtZQ==
  server: c2VydmVy
`,
    )
  })

  const base64 = (text: string): string => Buffer.from(text).toString('base64')

  it('given --redact, then all data is masked but the name and the address, and of that what may be a credential', () => {
    const dataOf = (data: Readonly<Record<string, string>>): unknown => {
      const [document] = parseAllDocuments(secretsYaml([secret('cluster-a', { data })], true))
      return (document?.toJS() as Secret).data
    }

    assert.deepEqual(
      dataOf({
        config: base64('{}'),
        name: base64('a'),
        server: base64('https://a:6443'),
        token: base64('MARK'),
        constructor: base64('MARK'),
      }),
      {
        config: base64('(redacted)'),
        constructor: base64('(redacted)'),
        name: base64('a'),
        server: base64('https://a:6443'),
        token: base64('(redacted)'),
      },
    )
    assert.deepEqual(
      dataOf({
        name: base64('eyJhbGciOiJSUzI1NiJ9.e30.c2ln'),
        server: base64('https://user:MARK@a:6443/?token=MARK'),
      }),
      { name: base64('…'), server: base64('https://…@a:6443?…') },
    )
  })

  it('given what plain apply left, then it is in no document, and with --redact no other copy of it either', () => {
    const copy = '{"stringData":{"config":"{\\"bearerToken\\":\\"MARK-0123456789abcdef\\"}"}}'
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': copy,
      'tool.example/applied': copy,
      url: 'https://x',
    }
    const annotationsOf = (redact: boolean): unknown => {
      const metadata = { name: 'cluster-a', namespace: 'argocd', annotations }
      const [document] = parseAllDocuments(secretsYaml([secret('cluster-a', { metadata })], redact))
      return (document?.toJS() as Secret).metadata.annotations
    }

    assert.deepEqual(annotationsOf(false), { 'tool.example/applied': copy, url: 'https://x' })
    assert.deepEqual(annotationsOf(true), { 'tool.example/applied': '(redacted)', url: 'https://x' })
  })

  it('given labels a YAML 1.1 reader takes for other things, then they are quoted', () => {
    const labels = { a: 'no', b: 'on', c: '1e3', d: '0o7', e: '2026-01-01', f: 'plain' }
    const text = secretsYaml(
      [secret('cluster-a', { metadata: { name: 'cluster-a', namespace: 'argocd', labels } })],
      false,
    )
    assert.match(
      text,
      /\n {4}a: "no"\n {4}b: "on"\n {4}c: "1e3"\n {4}d: "0o7"\n {4}e: "?2026-01-01"?\n {4}f: plain\n/,
    )
  })

  it('given 60 KiB of base64, then it stands on one line', () => {
    const config = 'QUJD'.repeat(15 * 1024)
    const lines = secretsYaml([secret('cluster-a', { data: { config } })], false).split('\n')
    assert.ok(lines.includes(`  config: ${config}`))
  })

  it('given any text, when read with YAML 1.1 or 1.2, then it is what it was', () => {
    const written = secret('cluster-a', { values: TRICKY })
    const text = secretsYaml([written], false)
    for (const version of ['1.1', '1.2'] as const) {
      const [document] = parseAllDocuments(text, { version })
      assert.deepEqual((document?.toJS() as Secret).metadata.annotations, written.metadata.annotations)
    }
  })

  it('given any text, when kubectl reads it, then it is what it was', async function () {
    if (!hasKubectl()) this.skip()
    const written = secret('cluster-a', { values: TRICKY, data: { config: 'QUJD'.repeat(15 * 1024) } })
    // The one verb that reads and prints without a server.
    const { code, stdout, stderr } = await run(
      'kubectl',
      ['label', '--local', '-f', '-', '-o', 'json', 'through=kubectl'],
      { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' },
      secretsYaml([written], false),
    )

    assert.equal(code, 0, stderr)
    const read = JSON.parse(stdout) as Secret
    assert.deepEqual(read.metadata.annotations, written.metadata.annotations)
    assert.deepEqual(read.metadata.labels, { a: 'w', b: 'x', through: 'kubectl' })
    assert.deepEqual(read.data, written.data)
  })
})
