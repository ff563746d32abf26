import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, runBin, runCli, type CliResult } from '../support/cli.ts'

/** Stands in every input that holds a credential; must never come out. */
const MARK = 'MARKEDSECRET'

const P = 'argocd-cluster-registrar/'

const namespace = (name: string): string => `
apiVersion: v1
kind: Namespace
metadata:
  name: ${name}
  labels:
    ${P}managed-by: cluster-registrar
    ${P}cluster: ${name}
`

const source = (name: string, kubeconfig: string): string => `
apiVersion: v1
kind: Secret
metadata:
  name: k3k-${name}-kubeconfig
  namespace: ${name}
stringData:
  kubeconfig.yaml: ${JSON.stringify(kubeconfig)}
`

/** One line `error: …` with the place, one line with the remedy, exit 2, no stack trace, no credential. */
const assertRefused = ({ code, stdout, stderr }: CliResult, place: RegExp): void => {
  const lines = stderr.trimEnd().split('\n')
  const at = lines.findIndex((line) => line.startsWith('error: '))
  assert.equal(code, 2, stderr)
  assert.equal(stdout, '')
  assert.ok(at >= 0, stderr)
  assert.match(lines[at]!, place)
  assert.equal(lines.length, at + 2, stderr)
  assert.ok(lines[at + 1]!.length > 5, 'a remedy')
  assert.doesNotMatch(stderr, /\n\s+at |Error:|undefined/)
  assert.ok(!stderr.includes(MARK), stderr)
}

describe('bad input', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registrar-input-'))
  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  after(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('of the command line is refused with what was wrong', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['sink'], /unknown command "sink"/],
      [['sync', '--nope=MARKEDSECRET'], /unknown flag: --nope$/],
      [['sync', '-x'], /unknown shorthand flag: -x/],
      [['sync', 'word'], /given "word"/],
      [['sync', '--dry-run', 'false'], /--dry-run takes its value behind an equals sign/],
      [['demote', 'a', '--dry-run', 'server'], /--dry-run takes its value behind an equals sign/],
      [['sync', '--dry-run=maybe'], /--dry-run: "maybe" is not one of/],
      [['sync', '--exec-credentials=perhaps'], /--exec-credentials takes true or false/],
      [['sync', '--provider'], /flag needs an argument: --provider/],
      [['sync', '--provider', 'nope'], /unknown provider "nope"/],
      [['sync', '--provider', 'a=b'], /"a=b" does not have three or four fields/],
      [['sync', '--provider', 'k3k', '--provider', 'k3k'], /provider k3k is listed twice/],
      [['sync', '--provider', 'a=k3k-[=k'], /is no valid glob/],
      [['sync', '--label-prefix', 'app.kubernetes.io/'], /--label-prefix: .*kubernetes\.io/],
      [['sync', '--label-prefix', 'argocd.argoproj.i'], /--label-prefix: /],
      [['sync', '--label-prefix', 'argoproj.io/'], /--label-prefix: .*argoproj\.io/],
      [['sync', '--label-prefix', ''], /--label-prefix: the label prefix is empty/],
      [['sync', '--label-prefix', 'me.example'], /--label-prefix: .*does not end in/],
      [['sync', '--managed-by', 'a b'], /--managed-by: "a b" is not a label value/],
      [['sync', '--target-namespace', 'A_B'], /--target-namespace: "A_B" is not the name of a namespace/],
      [['sync', '--demoted-ttl', '7'], /--demoted-ttl: "7" is not a duration/],
      [['sync', '--demoted-ttl=-1h'], /--demoted-ttl: "-1h" is not a duration/],
      [['sync', '--max-removals', 'all'], /--max-removals: "all"/],
      [['sync', '--request-timeout', 'soon'], /--request-timeout: "soon"/],
      [['sync', '-n', 'A/B'], /--namespace: "A\/B"/],
      [['sync', '-n', 'a,b'], /--namespace: "a,b"/],
      [['sync', '-o', 'xml'], /--output: "xml" is not one of/],
      [['sync', '-v', 'loud'], /-v: "loud"/],
      [['sync', '--color=blue'], /--color: "blue"/],
      [['sync', '--config', join(folder, 'none.yaml')], /--config .*none\.yaml: no such file or directory/],
      [['sync', '--config', '/dev/zero'], /--config \/dev\/zero: is no regular file/],
      [['sync', '--token=--as'], /a flag lacks its value/],
    ]
    for (const [words, place] of cases) assertRefused(await runCli([...words]), place)
  })

  it('of the environment and the settings file is refused with its place', async () => {
    assertRefused(await runCli(['sync'], { env: { REGISTRAR_MANAGED_BY: 'a b' } }), /REGISTRAR_MANAGED_BY: /)
    assertRefused(
      await runCli(['sync'], { env: { REGISTRAR_EXEC_CREDENTIALS: 'x' } }),
      /REGISTRAR_EXEC_CREDENTIALS: /,
    )
    const config = (text: string): string => file('config.yaml', text)
    const head = 'apiVersion: registrar/v1\nkind: Config\n'
    for (const [text, place] of [
      [`${head}targetNamespac: x\n`, /config\.yaml:3: unknown key "targetNamespac"/],
      [`${head}execCredentials: "yes"\n`, /config\.yaml:3: execCredentials must be true or false/],
      [`${head}providers: k3k\n`, /config\.yaml:3: providers must be a list/],
      [`${head}providers:\n- name: x\n  keys: [a]\n`, /config\.yaml:5: .*unknown key "keys"/],
      [`${head}labelPrefix: helm.sh/\n`, /config\.yaml:3: .*helm\.sh/],
      ['kind: Config\n', /config\.yaml:1: apiVersion must be registrar\/v1/],
      [`${head}a: [\n`, /config\.yaml:\d+: not valid YAML/],
      ['- a\n', /config\.yaml:1: not a configuration/],
    ] as const)
      assertRefused(await runCli(['sync', '--config', config(text)]), place)
  })

  it('of manifests is refused with file and line', async () => {
    const secret = (data: string): string =>
      `${namespace('a')}---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n${data}`
    const locked = file('locked.yaml', namespace('a'))
    chmodSync(locked, 0)
    const cases: readonly (readonly [string, RegExp])[] = [
      [join(folder, 'none'), /none" does not exist/],
      [file('broken.yaml', `${namespace('a')}---\na: [${MARK}\n`), /broken\.yaml:\d+: not valid YAML/],
      [file('twice.yaml', `a: 1\na: ${MARK}\n`), /twice\.yaml:2: a key stands twice/],
      [file('kindless.yaml', `a: ${MARK}\n`), /kindless\.yaml:1: not a Kubernetes object/],
      [
        file('nameless.yaml', 'apiVersion: v1\nkind: Secret\nmetadata: {}\n'),
        /nameless\.yaml:1: metadata\.name/,
      ],
      [
        file('bool.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n  labels: {x: no}\n'),
        /bool\.yaml:1: metadata\.labels\[x\] must be text/,
      ],
      [file('data.yaml', secret(`data: {k: "${MARK}!"}\n`)), /data\.yaml:10: data\[k\] is not base64/],
      [file('number.yaml', secret('stringData: {k: 1}\n')), /number\.yaml:10: stringData\[k\] must be text/],
      [
        file(
          'both.yaml',
          `${secret('stringData: {k: a}\n')}---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData: {k: ${MARK}}\n`,
        ),
        /both\.yaml:\d+: secrets default\/s is defined twice \(first at/,
      ],
      [file('json.json', '{"apiVersion": "v1",'), /json\.json:\d+: not valid/],
    ]
    for (const [path, place] of cases) assertRefused(await runCli(['sync', '-f', path, '-v', '9']), place)
    // Root reads everything, so an unreadable file is tried where the tests run as somebody else.
    if (process.getuid?.() !== 0)
      assertRefused(await runCli(['sync', '-f', locked]), /locked\.yaml" is not readable/)
  })

  it('of the kubeconfig of the hub is refused with its place', async () => {
    const kubeconfig = (text: string): string => file(`kubeconfig-${text.length}`, text)
    const user = `users: [{name: u, user: {token: ${MARK}}}]`
    const context = 'contexts: [{name: c, context: {cluster: h, user: u}}]\ncurrent-context: c'
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['--kubeconfig', join(folder, 'none')], /none/],
      [
        [
          '--kubeconfig',
          kubeconfig(`clusters: [{name: h, cluster: {server: "https://h:1"}}]\n${user}\ncontexts: [\n`),
        ],
        /kubeconfig-\d+:\d+/,
      ],
      [['--kubeconfig', kubeconfig(`${user}\n${context}`)], /"h"/],
      [
        [
          '--kubeconfig',
          kubeconfig(`clusters: [{name: h, cluster: {server: "ftp://h"}}]\n${user}\n${context}`),
        ],
        /ftp|server/,
      ],
      [
        [
          '--kubeconfig',
          kubeconfig(`clusters: [{name: h, cluster: {server: "https://h:1"}}]\n${user}\n${context}`),
          '--context',
          'other',
        ],
        /"other"/,
      ],
    ]
    for (const [words, place] of cases) assertRefused(await runCli(['sync', ...words]), place)
    assertRefused(
      await runCli(['sync'], { env: { HOME: join(folder, 'no-home') } }),
      /no kubeconfig was found/,
    )
  })

  it('of a dead or foreign server is refused with its address', async () => {
    const server = createServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\n\r\nhello')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { readonly port: number }
    const words = (at: number): string[] => [
      'sync',
      '--server',
      `https://127.0.0.1:${at}`,
      '--token',
      MARK,
      '-v',
      '9',
    ]
    try {
      assertRefused(await runCli(words(port)), new RegExp(`127\\.0\\.0\\.1:${port}`))
    } finally {
      server.close()
    }
    assertRefused(await runCli(words(port)), new RegExp(`127\\.0\\.0\\.1:${port}`))
  })

  it('of child kubeconfigs never shows a credential, at any verbosity', async () => {
    const pem = Buffer.from(`-----BEGIN CERTIFICATE-----\n${MARK}\n-----END CERTIFICATE-----\n`).toString(
      'base64',
    )
    const user = (fields: object): string =>
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: 'https://h' } }],
        users: [{ name: 'u', user: fields }],
      })
    const cluster = (fields: object): string =>
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: 'https://h', ...fields } }],
        users: [{ name: 'u', user: { token: MARK } }],
      })
    const kubeconfigs = [
      user({ token: `${MARK}\u0000x` }),
      user({ token: MARK, username: MARK }),
      user({ username: MARK, password: MARK }),
      user({ 'client-certificate-data': pem, 'client-key-data': pem }),
      user({ 'client-certificate-data': MARK }),
      user({ token: [MARK] }),
      user({ tokenFile: `/${MARK}` }),
      user({
        exec: { command: 'aws', args: ['eks', 'get-token', `--${MARK}`], env: [{ name: 'X', value: MARK }] },
      }),
      user({ 'auth-provider': { name: 'oidc', config: { 'id-token': MARK } } }),
      cluster({ server: `https://user:${MARK}@h` }),
      cluster({ server: `https://h?token=${MARK}` }),
      cluster({ 'proxy-url': `ftp://user:${MARK}@h` }),
      cluster({ 'proxy-url': `http://user:${MARK}@h` }),
      cluster({ 'certificate-authority-data': Buffer.from(MARK).toString('base64') }),
      `token: ${MARK}\n\t- ${MARK}`,
      `users: [{name: u, user: {token: ${MARK}, token: ${MARK}}}]`,
      MARK,
      `{"users": "${MARK}"}`,
    ]
    const manifest = kubeconfigs
      .map((text, index) => `${namespace(`n${index}`)}---${source(`n${index}`, text)}`)
      .join('---\n')
    for (const format of ['table', 'wide', 'name', 'json']) {
      for (const dryRun of ['none', 'client', 'server']) {
        const { stdout, stderr } = await runCli(
          ['sync', '-f', '-', '-o', format, `--dry-run=${dryRun}`, '-v', '9', '--exec-credentials'],
          { stdin: manifest },
        )
        assert.ok(!stdout.includes(MARK), stdout)
        assert.ok(!stderr.includes(MARK), stderr)
      }
    }
    const redacted = await runCli(['sync', '-f', '-', '-o', 'yaml', '--redact'], { stdin: manifest })
    assert.ok(
      !redacted.stdout.includes(MARK) &&
        !redacted.stdout.includes(Buffer.from(MARK).toString('base64').slice(0, 12)),
    )
  })

  it('of mistyped credentials is not repeated', async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${MARK}\n-----END PRIVATE KEY-----`
    const files = ['--kubeconfig', '--client-key', '--client-certificate', '--certificate-authority']
    const settings = ['-t', '--label-prefix', '--managed-by', '--provider', '--demoted-ttl', '--max-removals']
    const words = [
      ['sync', `--token${MARK}`],
      ['sync', '--token', '=', MARK],
      ['sync', `--${MARK}`],
      [MARK],
      ...[
        ...files,
        ...settings,
        '-f',
        '-n',
        '-o',
        '-v',
        '--color',
        '--dry-run',
        '--request-timeout',
        '--config',
      ].map((flag) => ['sync', `${flag}=${key}`]),
      ...['--name', '--wait', '--import', '-n'].map((flag) => ['register', 'a', `${flag}=${key}`]),
      ['register', key],
      ['register', '--import', key, '--name', 'a'],
      ['prune', '--max-removals', key],
      ['version', '-o', key],
    ]
    for (const line of words) assertRefused(await runCli(line), /./)
    const encoded = Buffer.from(key).toString('base64')
    for (const flag of files) {
      const { code, stderr } = await runCli([
        'sync',
        '--server',
        'https://h',
        '--token',
        't',
        `${flag}=${encoded}`,
      ])
      assert.deepEqual([code, /^error: [^\n]*…/.test(stderr)], [2, true], stderr)
      assert.ok(!stderr.includes(encoded.slice(0, 20)), stderr)
    }
  })

  it('of outputs that can not be written ends in a line, not in a trace', async () => {
    const sync = `node bin/run.js sync -f examples/hub --config examples/settings.yaml -o json`
    const shell = (line: string): Promise<CliResult> =>
      run('bash', ['-c', line], { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' })

    const full = await shell(`${sync} >/dev/full`)
    assert.equal(full.code, 2)
    assert.equal(full.stderr.split('\n').length, 3, full.stderr)
    assert.match(full.stderr, /^error: can't write to standard output \(ENOSPC\)\n/)

    // A reader that has seen enough does not change what the pass came to.
    const piped = await shell(`${sync} | true; exit \${PIPESTATUS[0]}`)
    assert.equal(piped.code, 1)
    const noted = await shell(`${sync} 2>&1 >/dev/null | true; exit \${PIPESTATUS[0]}`)
    assert.equal(noted.code, 1)
  })

  it('is refused the same by the built executable', async () => {
    assertRefused(await runBin(['sync', 'word']), /given "word"/)
    assertRefused(await runBin(['sync', '-f', join(folder, 'none')]), /does not exist/)
    mkdirSync(join(folder, 'empty'))
    assertRefused(await runBin(['sync', '-f', join(folder, 'empty')]), /no Kubernetes object in .*empty/)
  })
})
