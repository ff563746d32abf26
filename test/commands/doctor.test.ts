import assert from 'node:assert/strict'
import type { ClusterHub } from '../../src/cli/hub.ts'
import type { DoctorReport } from '../../src/doctor/report.ts'
import { CHECKS } from '../../src/doctor/checks/index.ts'
import { SECTIONS } from '../../src/doctor/finding.ts'
import { runCli, type CliOptions, type CliResult } from '../support/cli.ts'
import {
  bareHub,
  EKS_FLAGS,
  expiredHub,
  RIGHT_ORDER,
  WRONG_ORDER,
  forbiddenHub,
  healthyHub,
  misorderedHub,
  NOW,
  twinHub,
} from './doctor-hubs.ts'
import { assertGolden } from './golden.ts'
import { namespace, source } from './manifests.ts'
import { everything } from './verb-hub.ts'

const doctor = (
  hub: ClusterHub,
  words: readonly string[] = [],
  options: CliOptions = {},
): Promise<CliResult> => runCli(['doctor', ...words], { hub, now: NOW, ...options })

const reportOf = async (hub: ClusterHub, words: readonly string[] = []): Promise<DoctorReport> =>
  JSON.parse((await doctor(hub, [...words, '-o', 'json'])).stdout) as DoctorReport

const HUBS: readonly (readonly [
  name: string,
  make: () => Promise<ClusterHub> | ClusterHub,
  flags: readonly string[],
])[] = [
  ['healthy', healthyHub, []],
  ['eks-misordered', misorderedHub, EKS_FLAGS],
  ['twin-server', twinHub, []],
  ['expired', expiredHub, []],
  ['forbidden', forbiddenHub, []],
  ['no-argo-cd', bareHub, []],
]

describe('doctor, as it is printed', () => {
  for (const [name, make, flags] of HUBS)
    for (const format of ['table', 'json', 'short', 'wide']) {
      const words = format === 'table' ? flags : [...flags, '-o', format]
      it(`${name}: ${format}`, async () => {
        const result = await doctor(await make(), words)
        assertGolden(`doctor-${name}-${format}`, ['doctor', ...words].join(' '), result)
      })
    }

  it('a terminal of 80 columns, in colour', async () => {
    const result = await doctor(await misorderedHub(), EKS_FLAGS, { terminal: true, columns: 80 })
    assertGolden('doctor-terminal', `doctor ${EKS_FLAGS.join(' ')}`, result)
  })

  it('a terminal sees each section as it is done, and the same in the end', async () => {
    const hub = await twinHub()
    const plain = await doctor(hub.again())
    const streamed = await doctor(hub.again(), ['--color', 'never'], { terminal: true })
    assert.equal(streamed.stdout, plain.stdout)
  })
})

describe('doctor where a sync in this order of providers would take the worse credential', () => {
  /** Registered with the AWS identity of Argo CD. */
  const wellOrdered = () => misorderedHub([...RIGHT_ORDER.split(' '), '--exec-credentials'])

  it('names the order, and says nothing of drift that a sync in that order would only make worse', async () => {
    const { checks } = await reportOf(await wellOrdered(), WRONG_ORDER)
    const found = checks.flatMap(({ findings }) => findings.filter(({ severity }) => severity !== 'info'))
    assert.deepEqual(
      found.map(({ id, remedy }) => [id, remedy]),
      [
        ['provider-order', 'put capa-eks first: --provider capa-eks --provider capi --provider k3k'],
        [
          'provider-unmatched',
          'leave it out, or see what the Secrets are called: kubectl get secrets -n eks-web',
        ],
      ],
    )
  })

  it('proposes any other sync in the order that takes the better one', async () => {
    const hub = await wellOrdered()
    hub.put(source('team-moved', 'https://10.0.0.1:6443', 'token'))
    hub.put(namespace('team-moved', 'moved'))
    assert.equal((await runCli(['sync', ...WRONG_ORDER, '-n', 'team-moved'], { hub, now: NOW })).code, 0)
    hub.put(source('team-moved', 'https://10.0.0.2:6443', 'token'))
    const { checks } = await reportOf(hub.again(), [...WRONG_ORDER, '--check', 'source-drift'])
    assert.deepEqual(
      checks.flatMap(({ findings }) => findings.map(({ object, remedy }) => [object, remedy])),
      [['moved', `kubectl registrar sync ${RIGHT_ORDER} --exec-credentials -n team-moved`]],
    )
  })

  it('and explain and sync --dry-run warn of it, with all the providers in the better order', async () => {
    const hub = await wellOrdered()
    const flags = '--provider capa-eks --provider capi --provider k3k'

    const explained = await runCli(['explain', 'web', ...WRONG_ORDER], { hub: hub.again(), now: NOW })
    const dry = await runCli(['sync', '--dry-run', ...WRONG_ORDER], { hub: hub.again(), now: NOW })

    assert.match(explained.stdout, new RegExp(`→ kubectl registrar sync --exec-credentials ${flags}$`, 'm'))
    assert.doesNotMatch(explained.stdout, /sync .*--provider.capi .*--provider.capa-eks/)
    assert.match(dry.stderr, new RegExp(`exec-shadowed\\)\n +→ put capa-eks first: ${flags}$`, 'm'))
    assert.match(dry.stdout, /update +planned/)
  })
})

describe('explain where a sync in this order of providers would take the worse credential of another', () => {
  it('proposes the sync that it waits for in the order that takes the better one', async () => {
    const hub = await misorderedHub([...RIGHT_ORDER.split(' '), '--exec-credentials'])
    hub.put(namespace('team-new', 'new'))

    const { stdout } = await runCli(['explain', 'new', ...WRONG_ORDER], { hub, now: NOW })

    assert.match(
      stdout,
      new RegExp(
        `once that is there, the next pass goes on\\n +→ kubectl registrar sync ${RIGHT_ORDER} --exec-credentials$`,
        'm',
      ),
    )
  })
})

describe('doctor, its exit code', () => {
  it('is 1 with an error, and 0 with --exit-zero', async () => {
    const hub = await misorderedHub()
    assert.equal((await doctor(hub, EKS_FLAGS)).code, 1)
    assert.equal((await doctor(hub, [...EKS_FLAGS, '--exit-zero'])).code, 0)
  })

  it('goes by --fail-on', async () => {
    const hub = await expiredHub()
    const words = ['--check', 'source-missing', '--check', 'provider-suggest']
    assert.equal((await doctor(hub, words)).code, 0)
    const worse = await healthyHub()
    worse.put({ kind: 'Namespace', metadata: { name: 'team-new', labels: labelled('new') } })
    assert.equal((await doctor(worse, ['--check', 'source-missing'])).code, 0)
    assert.equal((await doctor(worse, ['--check', 'source-missing', '--fail-on', 'warning'])).code, 1)
    assert.equal((await doctor(worse, ['--check', 'source-missing', '--fail-on=info'])).code, 1)
  })

  it('is 2 where not one check was answered', async () => {
    const { code, stdout, stderr } = await doctor(await forbiddenHub(), ['--check', 'provider-order'])
    assert.equal(code, 2)
    assert.match(stdout, /provider-order {2}skipped: /)
    assert.match(stderr, /^error: no check could be answered: .*forbidden/m)
  })
})

const labelled = (cluster: string): Readonly<Record<string, string>> => ({
  'argocd-cluster-registrar/managed-by': 'cluster-registrar',
  'argocd-cluster-registrar/cluster': cluster,
})

describe('doctor, what it looks at', () => {
  it('counts what is looked after, with -n in those namespaces only', async () => {
    const hub = await healthyHub()
    const observed = async (...words: readonly string[]): Promise<unknown> =>
      (await reportOf(hub.again(), words)).observed
    assert.deepEqual(await observed(), { namespaces: 3, registrations: 3 })
    assert.deepEqual(await observed('-n', 'team-c001', '-n', 'team-c003'), {
      namespaces: 2,
      registrations: 2,
    })
    assert.deepEqual(await observed('-n', 'team-other'), { namespaces: 0, registrations: 0 })
  })

  it('every check once, by section, with the docs of each finding', async () => {
    const { checks } = await reportOf(await misorderedHub(), EKS_FLAGS)
    const expected = SECTIONS.flatMap((section) =>
      CHECKS.filter((check) => check.section === section && check.only === undefined).map(({ id }) => id),
    )
    assert.deepEqual(
      checks.map(({ id }) => id),
      expected,
    )
    for (const { id, findings } of checks)
      for (const finding of findings) {
        assert.equal(finding.id, id)
        assert.equal(finding.docs, `docs/reasons.md#doctor-${id}`)
      }
  })

  it('only what is named with --check, all but what is named with --skip', async () => {
    const hub = await misorderedHub()
    const ids = async (...words: readonly string[]): Promise<readonly string[]> =>
      (await reportOf(hub, [...EKS_FLAGS, ...words])).checks.map(({ id }) => id)
    assert.deepEqual(await ids('--check', 'source-missing', '--check=provider-order'), [
      'provider-order',
      'source-missing',
    ])
    assert.ok(!(await ids('--skip', 'provider-order')).includes('provider-order'))
    assert.deepEqual(
      await ids('--check', 'source-missing', '--check=provider-order', '--skip=source-missing'),
      ['provider-order'],
    )
  })

  it('manifests without what only a hub can tell, and says so where that was asked for', async () => {
    const { code, stdout } = await runCli(
      ['doctor', '-f', 'examples/hub', '-o', 'json', '--config', 'examples/settings.yaml'],
      {
        now: NOW,
      },
    )
    assert.equal(code, 1)
    const { checks, hub, cost } = JSON.parse(stdout) as DoctorReport
    assert.deepEqual(hub, { source: 'files' })
    assert.equal(cost.seconds, undefined)
    assert.deepEqual(
      checks.filter(({ result }) => result === 'skipped'),
      [],
    )
    const [first] = CHECKS.filter(({ on }) => on === 'hub')
    const asked = await runCli(
      ['doctor', '-f', 'examples/hub', '--check', first!.id, '--check', 'provider-order'],
      {
        now: NOW,
      },
    )
    assert.match(
      asked.stdout,
      new RegExp(`- ${first!.id} {2}skipped: manifests do not tell: run it on a hub`),
    )
  })

  it('nothing that it would have to write, whatever the flags', async () => {
    for (const words of [
      [],
      ['--min-validity', '90d'],
      ['--fail-on', 'info'],
      ['-o', 'yaml'],
      ['-n', 'eks-web'],
    ]) {
      const hub = await misorderedHub()
      const before = everything(hub)
      const again = hub.again()
      await doctor(again, [...EKS_FLAGS, ...words])
      assert.equal(again.client.counters().writes, 0)
      assert.equal(everything(hub), before)
    }
  })

  it('at no more than 1.2 requests a cluster and 60, and a fleet of any size fits a screen of 24 lines', async () => {
    for (const count of [40, 300]) {
      const hub = (await healthyHub(count)).again()
      const { code, stdout } = await doctor(hub, [], { terminal: true, columns: 80 })
      const { requests } = hub.client.counters()
      assert.ok(requests <= 1.2 * count + 60, `${requests} requests for ${count}`)
      assert.deepEqual([code, stdout.match(/ warning| error/)], [0, null])
      assert.ok(stdout.trimEnd().split('\n').length <= 24, stdout)
    }
  })

  it('what is named without a look at the whole hub', async () => {
    const hub = (await healthyHub(50)).again()
    await doctor(hub, ['--check', 'target-namespace-missing'])
    assert.ok(hub.client.counters().requests < 10, `${hub.client.counters().requests} requests`)
  })
})

describe('doctor, its remedies', () => {
  it('reach the hub and mean the registrations that were looked at', async () => {
    const hub = await healthyHub()
    hub.put({ kind: 'Namespace', metadata: { name: 'team-one', labels: labelled('in-cluster') } })
    const words = ['--context', 'prod', '--managed-by', 'cluster-registrar', '--check', 'namespace-claim']
    const { checks } = await reportOf(hub, words)
    const remedies = checks.flatMap(({ findings }) => findings.map(({ remedy }) => remedy))
    for (const remedy of remedies) assert.match(remedy ?? '', /kubectl --context=prod label namespace/)
    assert.ok(remedies.length > 0)
  })
})

describe('doctor, until it is well', () => {
  it('looks again while something fails, and ends well when it does not', async () => {
    const hub = await healthyHub()
    const time = { now: NOW }
    hub.put({ kind: 'Namespace', metadata: { name: 'team-new', labels: labelled('in-cluster') } })
    const paused: number[] = []
    const { code, stderr, stdout } = await doctor(hub, ['--wait', '30s', '--check', 'namespace-claim'], {
      clock: () => time.now,
      pause: (milliseconds) => {
        paused.push(milliseconds)
        time.now += milliseconds
        if (paused.length === 2) hub.drop('team-new')
      },
    })
    assert.deepEqual([code, paused], [0, [5000, 5000]])
    assert.equal(
      stderr,
      'note: namespace-claim: looking again, for 30s at most\nnote: namespace-claim: looking again, for 25s at most\n',
    )
    assert.match(stdout, /^√ claims {2}1 check passed$/m)
  })

  it('gives up when the time is over, with the last report', async () => {
    const hub = await misorderedHub()
    const time = { now: NOW }
    const { code, stdout } = await doctor(hub, [...EKS_FLAGS, '--wait=12s', '--check', 'provider-order'], {
      clock: () => time.now,
      pause: (milliseconds) => {
        time.now += milliseconds
      },
    })
    assert.deepEqual([code, time.now - NOW], [1, 12_000])
    assert.equal(stdout.match(/provider-order/g)!.length, 1)
  })
})

describe('doctor, bad input', () => {
  const CASES: readonly (readonly [words: string, message: RegExp])[] = [
    [
      '--check provider-ordr',
      /^error: --check: there is no check "provider-ordr"\ndid you mean --check=provider-order\?\n$/,
    ],
    [
      '--skip nonsense',
      /^error: --skip: there is no check "nonsense"\nsee docs\/reasons\.md, or the ids of: kubectl registrar doctor -o wide\n$/,
    ],
    ['--check provider-order --skip provider-order', /^error: no check is left to run\n/],
    ['--fail-on never', /^error: --fail-on: "never" is not one of error, warning, info\n/],
    ['--wait soon', /^error: doctor takes no words beside flags, and was given "soon"\n/],
    ['--wait=soon', /^error: --wait: "soon" is not a duration\n/],
    ['--min-validity=-1h', /^error: --min-validity: "-1h" is not a duration\n/],
    ['--probe=there', /^error: --probe: "there" is not one of here, pod\n/],
    [
      '--probe -f examples/hub',
      /^error: --probe contacts child clusters, and with --filename nothing is contacted\n/,
    ],
    [
      '--wait=2m -f examples/hub',
      /^error: --wait: manifests do not change while they are looked at\nleave --wait out\n$/,
    ],
    ['-o name', /^error: --output: "name" is not one of table, wide, short, json, yaml\n/],
    ['--dry-run', /^error: unknown flag: --dry-run\n/],
  ]
  for (const [words, message] of CASES)
    it(`doctor ${words}`, async () => {
      const { code, stdout, stderr } = await runCli(['doctor', ...words.split(' ')], {
        hub: await healthyHub(0),
        now: NOW,
      })
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, message)
    })
})
