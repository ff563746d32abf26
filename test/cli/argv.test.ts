import assert from 'node:assert/strict'
import { readCommandLine, type FlagShape, type Verb } from '../../src/cli/argv.ts'
import { UsageError } from '../../src/errors.ts'
import { runCli } from '../support/cli.ts'

const flags: readonly FlagShape[] = [
  { name: 'dry-run', type: 'option', repeated: false, bare: 'client', bareMisses: /^(?:server|true|false)$/ },
  { name: 'exec-credentials', type: 'boolean', repeated: false },
  { name: 'yes', char: 'y', type: 'boolean', repeated: false },
  { name: 'recursive', char: 'R', type: 'boolean', repeated: false },
  { name: 'output', char: 'o', type: 'option', repeated: false },
  { name: 'v', char: 'v', type: 'option', repeated: false },
  { name: 'token', type: 'option', repeated: false },
  { name: 'namespace', char: 'n', type: 'option', repeated: true },
  { name: 'wait', type: 'option', repeated: false, bare: '90s', bareTakes: /^\d+[smh]$/ },
]

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['sync', { flags, takesWords: false }],
  ['demote', { flags, takesWords: true }],
])

const read = (line: string): ReturnType<typeof readCommandLine> =>
  readCommandLine(line.split(' ').filter(Boolean), VERBS, 'kubectl registrar')

const argv = (line: string): readonly string[] => read(`sync ${line}`).argv

const refusal = (line: string): string => {
  try {
    read(line)
  } catch (error) {
    assert.ok(error instanceof UsageError)
    return `${error.message} | ${error.remedy}`
  }
  return assert.fail(`accepted: ${line}`)
}

describe('the command line, read as kubectl reads it', () => {
  it('given a switch with a value, then it is on or off', () => {
    for (const on of ['', '=true', '=1', '=t', '=T', '=True', '=TRUE'])
      assert.deepEqual(argv(`--exec-credentials${on}`), ['--exec-credentials'])
    for (const off of ['=false', '=0', '=f', '=F', '=False', '=FALSE'])
      assert.deepEqual(argv(`--exec-credentials${off}`), ['--no-exec-credentials'])
    assert.deepEqual(argv('--no-exec-credentials'), ['--no-exec-credentials'])
    assert.deepEqual(argv('--no-exec-credentials=false'), ['--exec-credentials'])
    assert.deepEqual(argv('-y=false'), ['--no-yes'])
  })

  it('given --dry-run without a value, then it is client, and takes no word after it', () => {
    assert.deepEqual(argv('--dry-run'), ['--dry-run=client'])
    assert.deepEqual(argv('--dry-run --yes'), ['--dry-run=client', '--yes'])
    assert.deepEqual(argv('--dry-run=server'), ['--dry-run=server'])
  })

  it('given --dry-run and a value after a blank, then it is refused, also where a verb would take it for a name', () => {
    const stray = (word: string): string =>
      `--dry-run takes its value behind an equals sign, and "${word}" stands after a blank`
    for (const verb of ['sync', 'demote a']) {
      assert.equal(refusal(`${verb} --dry-run server`), `${stray('server')} | write --dry-run=server`)
      assert.equal(refusal(`${verb} --dry-run true`), `${stray('true')} | write --dry-run=client`)
      assert.equal(refusal(`${verb} --dry-run false`), `${stray('false')} | leave --dry-run out`)
    }
    assert.deepEqual(read('demote server --dry-run').argv, ['--dry-run=client', 'server'])
    assert.equal(
      refusal('sync --yes false'),
      'sync takes no words beside flags, and was given "false" | write the value of a switch behind an equals sign, as in --yes=false',
    )
  })

  it('given --wait, then a duration after it is its value, and any other word is not', () => {
    assert.deepEqual(read('demote --wait a').argv, ['--wait=90s', 'a'])
    assert.deepEqual(read('demote a --wait').argv, ['--wait=90s', 'a'])
    assert.deepEqual(read('demote --wait 2m a').argv, ['--wait=2m', 'a'])
    assert.deepEqual(read('demote --wait=2m a').argv, ['--wait=2m', 'a'])
    assert.deepEqual(read('--wait 2m demote a').argv, ['--wait=2m', 'a'])
    assert.deepEqual(read('--wait demote a').argv, ['--wait=90s', 'a'])
  })

  it('given a flag twice, then the last one counts; a repeatable one keeps all, in order', () => {
    assert.deepEqual(argv('--output=json --output table'), ['--output=table'])
    assert.deepEqual(argv('--yes --yes=false'), ['--no-yes'])
    assert.deepEqual(argv('--no-yes -y'), ['--yes'])
    assert.deepEqual(argv('-n a --yes --namespace=b -nc'), [
      '--namespace=a',
      '--namespace=b',
      '--namespace=c',
      '--yes',
    ])
  })

  it('given a short flag, then its value may stand after a blank, an equals sign, or nothing', () => {
    for (const line of ['-o json', '-o=json', '-ojson', '--output json', '--output=json'])
      assert.deepEqual(argv(line), ['--output=json'])
    for (const line of ['-v 6', '-v=6', '-v6', '--v=6']) assert.deepEqual(argv(line), ['--v=6'])
  })

  it('given short switches in one word, then each counts, and the last may take a value', () => {
    assert.deepEqual(argv('-yR'), ['--yes', '--recursive'])
    assert.deepEqual(argv('-yRojson'), ['--yes', '--recursive', '--output=json'])
    assert.deepEqual(argv('-yo json'), ['--yes', '--output=json'])
    assert.deepEqual(argv('-Ry=false'), ['--recursive', '--no-yes'])
  })

  it('given a value with an equals sign, or none in it, then it is kept as it is', () => {
    assert.deepEqual(argv('--token=a=b'), ['--token=a=b'])
    assert.deepEqual(argv('--token='), ['--token='])
  })

  it('given flags before the verb, then they are flags of the verb', () => {
    for (const line of ['--token abc sync', '--token=abc sync', 'sync --token abc'])
      assert.deepEqual(read(line), { verb: 'sync', argv: ['--token=abc'], help: false })
    assert.deepEqual(read('-y -n a --dry-run sync -v 6').argv, [
      '--yes',
      '--namespace=a',
      '--dry-run=client',
      '--v=6',
    ])
  })

  it('given --, then what follows are words', () => {
    assert.deepEqual(read('demote a -- --yes -x').argv, ['--', 'a', '--yes', '-x'])
    assert.deepEqual(read('demote a -- b').argv, ['a', 'b'])
    assert.deepEqual(read('demote - a').argv, ['-', 'a'])
    assert.equal(
      refusal('sync -- --yes'),
      'sync takes no words beside flags, and was given "--yes" | see kubectl registrar sync --help',
    )
  })

  it('given --help or -h anywhere, then help is shown, whatever words stand beside it', () => {
    for (const line of ['sync --help', '--help sync', 'sync -h', 'sync -yh', 'sync word --help'])
      assert.deepEqual([read(line).verb, read(line).help], ['sync', true])
    assert.deepEqual(read('--help'), { verb: undefined, argv: [], help: true })
    assert.deepEqual(read(''), { verb: undefined, argv: [], help: false })
  })

  it('given what it does not know, then the name is said and the value never is', () => {
    assert.equal(
      refusal('sink'),
      'unknown command "sink" for "kubectl registrar" | see kubectl registrar --help',
    )
    assert.equal(
      refusal('demot'),
      'unknown command "demot" for "kubectl registrar" | did you mean kubectl registrar demote? see kubectl registrar --help',
    )
    assert.equal(refusal('sync --nope=MARK'), 'unknown flag: --nope | see kubectl registrar sync --help')
    assert.equal(
      refusal('sync --no-token=MARK'),
      'unknown flag: --no-token | see kubectl registrar sync --help',
    )
    assert.equal(refusal('sync -xMARK'), 'unknown shorthand flag: -x | see kubectl registrar sync --help')
    assert.equal(refusal('--nope=MARK sync'), 'unknown flag: --nope | see kubectl registrar sync --help')
    assert.equal(refusal('sync --yes=MARK'), '--yes takes true or false | see kubectl registrar sync --help')
    assert.equal(
      refusal('sync --token'),
      'flag needs an argument: --token | see kubectl registrar sync --help',
    )
    assert.equal(
      refusal('sync -n'),
      'flag needs an argument: --namespace | see kubectl registrar sync --help',
    )
  })
})

describe('the command line as a whole', () => {
  it('given help, --help, help VERB or nothing, then the same help is printed, and the code is 0', async () => {
    const top = await runCli([])
    assert.equal(top.code, 0)
    assert.match(top.stdout, /^ {2}sync +Register, refresh and repair/m)
    assert.deepEqual(await runCli(['help']), top)
    assert.deepEqual(await runCli(['--help']), top)

    const sync = await runCli(['sync', '--help'])
    assert.match(sync.stdout, /^ {2}\$ kubectl registrar sync /m)
    assert.equal(sync.stderr, '')
    assert.deepEqual(await runCli(['help', 'sync']), sync)
    assert.equal((await runCli(['help', 'sink'])).code, 2)
  })

  it('given a terminal of any width, then help is as wide as it, from 60 to 100 columns, and 80 off one', async () => {
    const widest = async (columns?: number): Promise<number> => {
      const { stdout } = await runCli(['sync', '--help'], columns === undefined ? {} : { columns })
      // Commands are for pasting and are not broken, nor is the title.
      const [, ...rest] = stdout.split('\n')
      const lines = rest.filter((line) => !line.startsWith('  $ '))
      return Math.max(...lines.map(({ length }) => length))
    }
    const [off, narrow, fitting, wide] = [
      await widest(),
      await widest(30),
      await widest(72),
      await widest(200),
    ]

    assert.deepEqual(
      [off, narrow, fitting, wide].map((width, index) => width <= [80, 60, 72, 100][index]!),
      [true, true, true, true],
    )
    assert.ok(narrow < fitting && fitting < off && off < wide)
  })

  it('given a verb that takes words, then its help says which', async () => {
    const usage = async (verb: string): Promise<readonly string[]> =>
      [...(await runCli([verb, '--help'])).stdout.matchAll(/^ {2}\$ (.*(?:\n {4}\S.*)*)$/gm)]
        .map(([, lines = '']) => lines.replaceAll(/\s+/g, ' '))
        .slice(0, 2)

    assert.deepEqual(await usage('register'), [
      'kubectl registrar register NAMESPACE…',
      'kubectl registrar register --import FILE [--context NAME] --name NAME',
    ])
    assert.equal((await usage('prune'))[0], 'kubectl registrar prune [CLUSTER…]')
    assert.equal((await usage('demote'))[0], 'kubectl registrar demote CLUSTER…')
    assert.equal((await usage('revert'))[0], 'kubectl registrar revert CLUSTER…')
  })

  it('given its other name, then help and errors speak of argocd registrar', async () => {
    const program = 'argocd registrar'

    assert.match((await runCli(['sync', '--help'], { program })).stdout, /\$ argocd registrar sync /)
    assert.equal(
      (await runCli(['sync', '--nope'], { program })).stderr,
      'error: unknown flag: --nope\nsee argocd registrar sync --help\n',
    )
  })

  it('given version or --version, then the version is printed in the form asked for', async () => {
    const line = await runCli(['version'])
    assert.deepEqual(line, {
      code: 0,
      stdout: 'kubectl-registrar version 0.0.0-test (n/a) n/a\n',
      stderr: '',
    })
    assert.deepEqual(await runCli(['--version']), line)
    assert.equal(
      (await runCli(['version', '-o', 'yaml'])).stdout,
      'client:\n  version: 0.0.0-test\n  commit: n/a\n  date: n/a\n',
    )
    assert.deepEqual(JSON.parse((await runCli(['version', '-ojson'])).stdout), {
      client: { version: '0.0.0-test', commit: 'n/a', date: 'n/a' },
    })
    assert.deepEqual(await runCli(['version', '-o', 'wide']), {
      code: 2,
      stdout: '',
      stderr: 'error: --output: "wide" is not one of json, yaml\nwrite --output=json\n',
    })
  })
})
