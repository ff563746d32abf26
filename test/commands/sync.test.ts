import assert from 'node:assert/strict'
import { runCli, type CliOptions } from '../support/cli.ts'
import { assertGolden } from './golden.ts'
import { manifest, namespace, registration, source } from './manifests.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')

const EXAMPLES = '-f examples/hub --config examples/settings.yaml'

/** Two k3k clusters; the second carries a label and an annotation for ApplicationSets. */
const HEALTHY = manifest(
  namespace('k3k-one', 'one'),
  source('k3k-one', 'https://10.0.0.1:6443', 'token-one'),
  namespace('k3k-two', 'two', {
    labels: { 'argocd-cluster-registrar/tier': 'no' },
    annotations: { 'argocd-cluster-registrar/url': 'https://two.example' },
  }),
  source('k3k-two', 'https://10.0.0.2:6443/', 'token-two'),
)

/** One that moved, one that is as it was, one that is new. */
const CHANGED = manifest(
  namespace('k3k-moved', 'moved', { labels: { 'argocd-cluster-registrar/tier': 'gold' } }),
  source('k3k-moved', 'https://10.0.0.9:6443', 'rotated-token'),
  registration('moved', 'k3k-moved', 'https://10.0.0.1:6443', 'old-token'),
  namespace('k3k-same', 'same'),
  source('k3k-same', 'https://10.0.0.2:6443', 'same-token'),
  registration('same', 'k3k-same', 'https://10.0.0.2:6443', 'same-token'),
  namespace('k3k-new', 'new'),
  source('k3k-new', 'https://10.0.0.3:6443', 'new-token'),
)

interface Subject {
  readonly name: string
  readonly words: string
  readonly stdin?: string
  readonly redact?: true
}

const SUBJECTS: readonly Subject[] = [
  { name: 'healthy', words: '-f -', stdin: HEALTHY },
  { name: 'examples', words: EXAMPLES, redact: true },
  {
    name: 'eks-misordered',
    words: '-f examples/hub/capa-eks.yaml --provider capi --provider capa-eks --exec-credentials',
  },
  { name: 'twin-server', words: '-f examples/hub/twin-server.yaml', redact: true },
  { name: 'dry-run', words: '-f - --dry-run', stdin: CHANGED },
]

const FORMS: readonly (readonly [string, string])[] = [
  ['table', ''],
  ['wide', '-o wide'],
  ['no-headers', '--no-headers'],
  ['name', '-o name'],
  ['color', '--color always'],
  ['verbose', '-v 1'],
  ['json', '-o json'],
  ['yaml', '-o yaml'],
]

const sync = (words: string, options: CliOptions = {}): ReturnType<typeof runCli> =>
  runCli(['sync', ...words.split(' ').filter(Boolean)], { now: NOW, ...options })

describe('what sync prints of manifests', () => {
  for (const { name, words, stdin, redact } of SUBJECTS)
    for (const [form, flags] of FORMS)
      it(`given ${name}, as ${form}, then it is test/golden/${name}-${form}.txt`, async () => {
        const line = [words, flags, form === 'yaml' && redact ? '--redact' : ''].filter(Boolean).join(' ')

        const result = await sync(line, stdin === undefined ? {} : { stdin })

        assertGolden(`${name}-${form}`, `kubectl registrar sync ${line}`, result)
      })

  it('given the same manifests twice, then the same bytes are printed', async () => {
    for (const form of ['-o json', '-o yaml', '-v 9'])
      assert.deepEqual(await sync(`${EXAMPLES} ${form}`), await sync(`${EXAMPLES} ${form}`))
  })

  it('given --color auto, then there is colour on a terminal alone, and never with NO_COLOR', async () => {
    const escapes = async (options: CliOptions, flags = ''): Promise<boolean> =>
      (await sync(`-f - ${flags}`, { stdin: HEALTHY, ...options })).stdout.includes('\u001b[')

    assert.equal(await escapes({ terminal: false }), false)
    assert.equal(await escapes({ terminal: true }), true)
    assert.equal(await escapes({ terminal: true, env: { NO_COLOR: '1' } }), false)
    assert.equal(await escapes({ terminal: true }, '--color never'), false)
    assert.equal(await escapes({ terminal: false, env: { NO_COLOR: '1' } }, '--color always'), true)
  })

  it('given YAML of Secrets, when it is read back, then the pass has nothing to do', async () => {
    const { stdout } = await sync('-f - -o yaml', { stdin: HEALTHY })

    const again = await sync('-f - --no-headers', { stdin: `${HEALTHY}\n---\n${stdout}` })

    assert.deepEqual(again, {
      code: 0,
      stdout:
        'one   k3k-one   k3k   unchanged   -   up-to-date\ntwo   k3k-two   k3k   unchanged   -   up-to-date\n',
      stderr: '2 unchanged\n',
    })
  })
})

describe('the exit code of sync', () => {
  const REFUSED = manifest(namespace('a', 'in-cluster'), source('a', 'https://10.0.0.1'))
  const WAITING = manifest(namespace('a'))

  it('is 0 where all is in place or waits, 1 where something is refused, and --exit-zero makes 0 of 1 alone', async () => {
    const code = async (words: string, stdin: string): Promise<number> => (await sync(words, { stdin })).code

    assert.equal(await code('-f -', HEALTHY), 0)
    assert.equal(await code('-f - --dry-run=server', HEALTHY), 0)
    assert.equal(await code('-f -', WAITING), 0)
    assert.equal(await code('-f -', REFUSED), 1)
    assert.equal(await code('-f - --dry-run', REFUSED), 1)
    assert.equal(await code('-f - --exit-zero', REFUSED), 0)
    assert.equal(await code('-f - --exit-zero=false', REFUSED), 1)
    assert.equal(await code('-f - --exit-zero --output=xml', REFUSED), 2)
    assert.equal(await code('-f /nowhere --exit-zero', REFUSED), 2)
  })
})
