import assert from 'node:assert/strict'
import Doctor from '../../src/commands/doctor.ts'
import Explain from '../../src/commands/explain.ts'
import List from '../../src/commands/list.ts'
import { connectionFlags } from '../../src/cli/flags.ts'
import { runCli } from '../support/cli.ts'
import { namespace, source } from './manifests.ts'
import { memoryHub, type MemoryHub } from './memory-hub.ts'
import { everything } from './verb-hub.ts'

const START = Date.parse('2026-11-29T12:00:00Z')
const NOW = START + 3_600_000

/** Reached from inside the hub alone: --probe contacts none of them. */
const cluster = (name: string, token = name): readonly object[] => [
  namespace(`team-${name}`, name),
  source(`team-${name}`, `https://api.team-${name}.svc:6443`, token),
]

/** Something to register, to update, to hide and to delete. */
const busyHub = async (): Promise<MemoryHub> => {
  const hub = memoryHub(() => NOW, ...['alive', 'renewed', 'former', 'gone'].flatMap((name) => cluster(name)))
  const { code, stderr } = await runCli(['sync'], { hub: hub.again(), now: START })
  assert.equal(code, 0, stderr)
  hub.drop('team-gone')
  hub.drop('team-renewed')
  hub.drop('team-former')
  hub.put(...cluster('renewed', 'another'), namespace('team-former', 'latter'), ...cluster('new'))
  return hub
}

/** What may be written behind each flag; a switch is written with and without `no-`. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  check: ['provider-order', 'removal-held'],
  skip: ['source-missing'],
  'fail-on': ['error', 'warning', 'info'],
  'min-validity': ['90d'],
  wait: ['1s'],
  probe: ['here', 'pod'],
  namespace: ['team-alive', 'team-gone', 'nowhere'],
  filename: ['examples/hub'],
  'target-namespace': ['elsewhere'],
  'label-prefix': ['other.example.com/'],
  'managed-by': ['somebody'],
  provider: ['capi', 'capa-eks'],
  'demoted-ttl': ['1m'],
  'max-removals': ['100%'],
  config: ['examples/settings.yaml'],
  'settings-from': ['kubectl-registrar'],
  output: ['json', 'wide', 'short'],
  color: ['always'],
  v: ['9'],
  selector: ['tier=gold'],
  'sort-by': ['age'],
}

interface FlagDefinition {
  readonly type: string
}

type FlagDefinitions = Readonly<Record<string, FlagDefinition>>

/** Every way to write each flag of a verb that does not only say which hub is meant, one list a flag. */
const waysOf = (flags: FlagDefinitions): readonly (readonly string[])[] =>
  Object.entries(flags)
    .filter(([name]) => !Object.hasOwn(connectionFlags, name))
    .map(([name, { type }]) => {
      if (type === 'boolean') return [`--${name}`, `--no-${name}`]
      const values = VALUES[name]
      assert.ok(values, `--${name} has no value in this test`)
      return values.map((value) => `--${name}=${value}`)
    })

/** Each alone, and each with every other. */
const combinations = (ways: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  [],
  ...ways.flat().map((word) => [word]),
  ...ways.flatMap((words, index) =>
    ways.slice(index + 1).flatMap((others) => words.flatMap((a) => others.map((b) => [a, b]))),
  ),
]

const VERBS: readonly (readonly [verb: string, subjects: readonly string[], flags: FlagDefinitions])[] = [
  ['doctor', [], Doctor.flags],
  ['explain', ['alive'], Explain.flags],
  ['list', [], List.flags],
]

describe('doctor, explain and list', function () {
  this.timeout(120_000)

  it('given a hub on which sync writes, then it does', async () => {
    const hub = (await busyHub()).again()
    await runCli(['sync'], { hub, now: NOW })
    assert.ok(hub.client.counters().writes >= 3, `${hub.client.counters().writes}`)
  })

  for (const [verb, subjects, flags] of VERBS)
    it(`given that hub, then ${verb} writes nothing with any two of its flags`, async () => {
      const hub = await busyHub()
      const before = everything(hub)
      const wrote: string[] = []
      const codes = new Set<number>()
      for (const words of combinations(waysOf(flags))) {
        const again = hub.again()
        const time = { now: NOW }
        const { code } = await runCli([verb, ...subjects, ...words], {
          hub: again,
          clock: () => time.now,
          pause: (milliseconds) => {
            time.now += milliseconds
          },
          terminal: true,
          stopped: Promise.resolve(),
        })
        codes.add(code)
        if (again.client.counters().writes > 0) wrote.push(words.join(' '))
      }
      assert.deepEqual(wrote, [])
      assert.equal(everything(hub), before)
      assert.ok(codes.has(0), 'some of them are understood')
    })

  for (const word of [
    'team-alive',
    'secret/cluster-former',
    'gone',
    'https://api.team-new.svc:6443',
    'nobody',
  ])
    it(`given that hub, then explain ${word} writes nothing`, async () => {
      const hub = await busyHub()
      const again = hub.again()
      const { stdout, stderr } = await runCli(['explain', word], { hub: again, now: NOW })
      assert.notEqual(stdout + stderr, '')
      assert.equal(again.client.counters().writes, 0)
    })
})
