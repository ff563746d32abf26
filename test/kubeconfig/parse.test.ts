import assert from 'node:assert/strict'
import { CA, configOf, kubeconfig, TOKEN, translateText, verdict } from './support.ts'

const yaml = (user = `token: ${TOKEN}`, cluster = 'server: https://api.example.com:6443'): string =>
  `clusters:\n- name: c\n  cluster:\n    ${cluster}\nusers:\n- name: u\n  user:\n    ${user}\n`

const tokenOf = (text: string | Buffer): unknown => configOf(translateText(text)).bearerToken

describe('reading a kubeconfig', () => {
  it('C3.01 takes the first document only, even if a later one is broken', () => {
    for (const tail of ['---\n{broken: [', '---\nclusters: []\nclusters: []\n', '...\n%BAD\n'])
      assert.equal(tokenOf(`# made by a tool\n---\n${yaml()}${tail}`), TOKEN, tail)
  })

  it('C3.01 refuses what follows inside the first document', () => {
    assert.equal(verdict(translateText(`${yaml()}  }`)), 'kubeconfig-unparsable syntax')
  })

  it('C3.01 reads JSON, indented by tabs too', () => {
    assert.equal(tokenOf(JSON.stringify(JSON.parse(kubeconfig()), null, '\t')), TOKEN)
  })

  it('C3.02 refuses what is no YAML mapping', () => {
    const verdicts = [
      '<html><body>502</body></html>',
      '- a\n- b\n',
      'word',
      '"quoted"',
      'a: [',
      '@x',
      'a: b: c',
    ].map((text) => verdict(translateText(text)))
    assert.deepEqual(verdicts, [
      'kubeconfig-unparsable not-a-mapping',
      'kubeconfig-unparsable not-a-mapping',
      'kubeconfig-unparsable not-a-mapping',
      'kubeconfig-unparsable not-a-mapping',
      'kubeconfig-unparsable syntax',
      'kubeconfig-unparsable syntax',
      'kubeconfig-unparsable syntax',
    ])
  })

  it('C3.03 refuses a document with nothing in it, and waits while there is only white space', () => {
    for (const text of [
      '# comment\n',
      '{}',
      'null',
      '~',
      '---\n',
      '---\n---\nclusters: []',
      'apiVersion: v1',
    ])
      assert.equal(verdict(translateText(text)), 'kubeconfig-unparsable no-clusters', text)
    for (const text of ['', ' ', '\n\t \r\n', '\uFEFF\n'])
      assert.equal(verdict(translateText(text)), 'empty', text)
  })

  it('C3.04 refuses a duplicate key anywhere in the first document, with its line', () => {
    for (const text of [
      `${yaml()}clusters: []\n`,
      `${yaml()}extensions:\n  a: 1\n  a: 2\n`,
      '{"clusters": [], "clusters": []}',
      `${yaml()}"clusters": []\n`,
    ])
      assert.equal(verdict(translateText(text)), 'kubeconfig-unparsable duplicate-key', text)
    assert.deepEqual(translateText(`${yaml()}clusters: []\n`), {
      outcome: 'unusable',
      cause: 'kubeconfig-unparsable',
      params: { problem: 'duplicate-key', field: 'clusters', line: '9' },
    })
  })

  it('C3.04 resolves anchors, aliases and merges; the nearer key wins', () => {
    const text = [
      `base: &base {token: other, tokenFile: ~}`,
      `clusters: [{name: c, cluster: &c {server: "https://api.example.com:6443"}}]`,
      `users: [{name: u, user: {<<: [*base, {password: x}], token: &t ${TOKEN}, password: ~}}]`,
    ].join('\n')
    assert.equal(tokenOf(text), TOKEN)
  })

  it('C3.04 refuses aliases that are undefined, contain themselves or multiply', () => {
    const bomb = [
      'a: &a {k: 1, l: 2, m: 3, n: 4, o: 5, p: 6, q: 7, r: 8, s: 9}',
      ...Array.from({ length: 400 }, (_, i) => `b${String(i)}: {<<: [*a, *a, *a]}`),
    ]
    assert.deepEqual(
      ['a: *missing\n', 'a: &a [*a]\n', 'a: {<<: 1}\n', bomb.join('\n'), '? {a: b}\n: c\n'].map((text) =>
        verdict(translateText(text)),
      ),
      [
        'kubeconfig-unparsable bad-alias',
        'kubeconfig-unparsable bad-alias',
        'kubeconfig-unparsable bad-merge',
        'kubeconfig-unparsable too-large',
        'kubeconfig-unparsable bad-key',
      ],
    )
  })

  it('C3.04 shares what an alias names, so nine layers of nine cost nothing', () => {
    const layers = Array.from(
      { length: 30 },
      (_, i) => `l${String(i + 1)}: &l${String(i + 1)} [${`*l${String(i)},`.repeat(9)}]`,
    )
    assert.equal(tokenOf(`l0: &l0 [x]\n${layers.join('\n')}\n${yaml()}`), TOKEN)
  })

  it('C3.05 C3.06 ignores unknown fields, apiVersion and kind; names match exactly', () => {
    assert.equal(tokenOf(`apiVersion: v9\nkind: Secret\nClusters: []\n${yaml()}`), TOKEN)
    assert.equal(verdict(translateText(yaml('Token: x'))), 'credential-missing none')
  })

  it('C3.07 takes the literal text of any scalar', () => {
    for (const [written, read] of [
      ['123', '123'],
      ['0123', '0123'],
      ['1e3', '1e3'],
      ['12345678901234567890', '12345678901234567890'],
      ['true', 'true'],
      ['2026-01-01', '2026-01-01'],
      ['!!str null', 'null'],
      ['"~"', '~'],
      [`!!binary ${Buffer.from(TOKEN).toString('base64')}`, TOKEN],
    ] as const)
      assert.equal(tokenOf(yaml(`token: ${written}`)), read, written)
    for (const absent of ['null', '~', 'Null', '', '""'])
      assert.equal(verdict(translateText(yaml(`token: ${absent}`))), 'credential-missing none', absent)
  })

  it('C3.08 accepts the old booleans, and refuses quoted ones and numbers', () => {
    const insecure = (word: string): string =>
      verdict(
        translateText(
          `clusters: [{name: c, cluster: {server: "https://api.example.com", insecure-skip-tls-verify: ${word}}}]\n` +
            `users: [{name: u, user: {token: ${TOKEN}}}]\n`,
        ),
      )
    for (const word of ['true', 'True', 'yes', 'on', 'Y', 'no', 'off', 'n', 'FALSE', 'null'])
      assert.equal(insecure(word), 'translated', word)
    for (const word of ['"true"', '1', 'maybe', '[true]'])
      assert.equal(insecure(word), 'kubeconfig-unparsable wrong-type', word)
  })

  it('C3.09 C10.27 judges only the selected pair', () => {
    const broken = { name: 'other', user: { token: ['x'], exec: 'no' } }
    const both = JSON.stringify({
      ...(JSON.parse(kubeconfig()) as object),
      users: [broken, { name: 'u', user: { token: TOKEN } }, 7],
    })
    assert.equal(tokenOf(both), TOKEN)
    assert.deepEqual(translateText(kubeconfig({}, { token: ['x'] })), {
      outcome: 'unusable',
      cause: 'kubeconfig-unparsable',
      params: { problem: 'wrong-type', field: 'user.token', expected: 'text', line: '1' },
    })
    for (const rest of [{ clusters: {} }, { users: 'x' }, { contexts: 1 }, { 'current-context': [] }])
      assert.equal(verdict(translateText(kubeconfig({}, {}, rest))), 'kubeconfig-unparsable wrong-type')
  })

  it('reads every encoding and line ending YAML has', () => {
    const text = yaml()
    for (const bytes of [
      Buffer.from(`\uFEFF${text}`, 'utf8'),
      Buffer.from(text.replaceAll('\n', '\r\n'), 'utf8'),
      Buffer.from(text.replaceAll('\n', '\r'), 'utf8'),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    ])
      assert.equal(tokenOf(bytes), TOKEN)
  })

  it('knows a kubeconfig that was encoded twice', () => {
    const encoded = Buffer.from(yaml()).toString('base64')
    for (const text of [encoded, encoded.replace(/.{60}/g, '$&\n')])
      assert.equal(verdict(translateText(text)), 'kubeconfig-unparsable encoded-twice')
  })

  it('refuses bytes that are no text', () => {
    assert.deepEqual(
      [
        Buffer.from([0x1f, 0x8b, 8, 0]),
        Buffer.from(yaml(), 'utf16le'),
        Buffer.from('a: \x07'),
        Buffer.alloc(8),
      ].map((bytes) => verdict(translateText(bytes))),
      [
        'kubeconfig-unparsable not-utf8',
        'kubeconfig-unparsable control-character',
        'kubeconfig-unparsable control-character',
        'kubeconfig-unparsable control-character',
      ],
    )
  })

  it('refuses hostile sizes and depths', () => {
    for (const text of ['['.repeat(100_000), '{a: '.repeat(20_000), '- '.repeat(50_000)])
      assert.equal(verdict(translateText(text)), 'kubeconfig-unparsable too-deep')
    assert.equal(verdict(translateText(`a: ${'x'.repeat(1_048_576)}`)), 'kubeconfig-unparsable too-large')
    const wide = Array.from({ length: 9_000 }, (_, i) => `k${String(i)}: 1`).join('\n')
    assert.equal(verdict(translateText(wide)), 'kubeconfig-unparsable no-clusters')
  })

  it('stops reading at more parts than any kubeconfig has, or at the first comma without a value', () => {
    for (const [text, problem, line] of [
      ['a: [\n' + '  x,\n'.repeat(25_000), 'too-complex', 6000],
      ['a: [\n' + '  x,\n'.repeat(9_000) + ' ]', 'too-complex', 6000],
      ['!\n'.repeat(20_000), 'too-complex', 15000],
      [Array.from({ length: 20_000 }, (_, i) => `k${String(i)}: 1`).join('\n'), 'too-complex', 4286],
      ['a: |\n' + ' b\n'.repeat(300_000), 'too-complex', 30000],
      ['a:\n  - [' + ','.repeat(1_040_000), 'syntax', 2],
      ['a: 1\nb: [c, # none\n  , d]', 'syntax', 3],
      [']'.repeat(1_040_000), 'syntax', 1],
    ] as const)
      assert.deepEqual(
        translateText(text),
        { outcome: 'unusable', cause: 'kubeconfig-unparsable', params: { problem, line: String(line) } },
        text.slice(0, 20),
      )
  })

  it('takes CA data in a block scalar with line breaks as one line', () => {
    const wrapped = CA.replace(/.{64}/g, '$&\n')
    const config = configOf(translateText(kubeconfig({ 'certificate-authority-data': wrapped })))
    assert.deepEqual(config.tlsClientConfig, { insecure: false, caData: CA })
  })
})
