import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Section } from '../../src/doctor/finding.ts'
import type { DoctorReport } from '../../src/doctor/report.ts'
import { needsPerson, type Report, type ReportDecision } from '../../src/engine/report.ts'
import type { Explanation } from '../../src/explaining/explanation.ts'
import { NOW, type TestHub } from '../engine/test-hub.ts'
import { build, SEEN, settingsOf, world, type World } from '../engine/worlds.ts'
import { reached } from '../explaining/support.ts'
import { runCli, type CliResult } from '../support/cli.ts'
import { FUZZ } from '../support/fuzz.ts'

const NAMESPACES = ['ns-a', 'ns-b', 'ns-c', 'ns-gone']
const SECRETS = ['cluster-a', 'cluster-b', 'cluster-c', 'by-hand']

interface Synced {
  readonly code: number
  readonly report: Report
}

interface Listed {
  readonly secret: string
  readonly state: string
}

/** Runs verbs on one hub, with the settings that `settingsOf` gives a pass. */
const verbsOn = (hub: TestHub, { named }: World) => {
  const flags = [...(named ? ['--provider', 'k3k'] : []), '--demoted-ttl', '24h']
  const run = (line: string): Promise<CliResult> =>
    runCli([...line.split(' '), ...flags], { now: NOW, hub: reached(hub) })
  const read = async (line: string): Promise<{ readonly code: number; readonly report: unknown }> => {
    const { code, stdout, stderr } = await run(`${line} -o json`)
    assert.notEqual(code, 2, `${line}: ${stderr}`)
    return { code, report: JSON.parse(stdout) }
  }
  return { run, read }
}

const keyOf = ({ candidates: _told, ...decision }: ReportDecision): string => JSON.stringify(decision)

const toldIn = ({ decision, related }: Explanation): readonly string[] =>
  [...(decision ? [decision] : []), ...related].map(keyOf)

const isOfHiding = (state: string): boolean => ['demoted', 'held', 'hidden'].includes(state)

/** Every decision is explained as it was made, by each of the names that lead to it, and ends as it does. */
const assertExplained = async (hub: TestHub, spec: World, sync: Synced): Promise<void> => {
  const { run } = verbsOn(hub, spec)
  const { decisions } = sync.report
  for (const name of NAMESPACES) {
    const own = decisions.filter(({ namespace }) => namespace === name)
    const { code, stdout, stderr } = await run(`explain namespace/${name} -o json`)
    if (code === 2) {
      assert.deepEqual(own, [], `${name} ${stderr}`)
      continue
    }
    const explanation = JSON.parse(stdout) as Explanation
    const { complete, decision } = explanation
    assert.deepEqual(toldIn(explanation).toSorted(), own.map(keyOf).toSorted(), name)
    const isForPerson = !complete || (decision !== null && needsPerson(decision))
    assert.equal(code, isForPerson ? 1 : 0, `${name} ${stdout}`)
    assert.ok(sync.code >= code, `${name} ends in ${code}, and the pass in ${sync.code}`)
  }
  for (const decision of decisions.filter(({ namespace = '' }) => !NAMESPACES.includes(namespace))) {
    const { code, stdout, stderr } = await run(`explain secret/${decision.secret ?? ''} -o json`)
    assert.notEqual(code, 2, stderr)
    assert.ok(toldIn(JSON.parse(stdout) as Explanation).includes(keyOf(decision)), stdout)
  }
}

/** What is listed is what is explained and what the pass works on. */
const assertListed = async (hub: TestHub, spec: World, sync: Report): Promise<void> => {
  const { run, read } = verbsOn(hub, spec)
  const list = (await read('list --all')).report as { readonly items: readonly Listed[] }
  for (const secret of SECRETS) {
    const row = list.items.find((each) => each.secret === secret)
    const { code, stdout, stderr } = await run(`explain secret/${secret} -o json`)
    if (code === 2) {
      assert.deepEqual([row, hub.read(secret)], [undefined, undefined], stderr)
      continue
    }
    const { registration } = JSON.parse(stdout) as Explanation
    const { ours = false, state = 'other', pinned = false } = registration ?? {}
    const isListed = ours || state === 'active'
    assert.equal(row !== undefined, isListed, `${secret} is listed: ${stdout}`)
    if (row === undefined) continue
    assert.equal(row.state === 'foreign', !ours, secret)
    if (ours) assert.equal(isOfHiding(row.state), state !== 'active', `${secret} ${row.state} ${state}`)
    assert.ok(row.state !== 'pinned' || pinned, secret)
  }
  for (const { action, secret } of sync.decisions) {
    const row = list.items.find((each) => each.secret === secret)
    if (action === 'unchanged') assert.ok(row && !isOfHiding(row.state), secret)
    if (action === 'restore') assert.ok(row && isOfHiding(row.state), secret)
    if (action === 'demote' || action === 'prune') assert.ok(row && row.state !== 'foreign', secret)
  }
}

const PLANNED: readonly Section[] = ['sources', 'claims', 'registrations', 'removal']

/** A pass that needs a person is one of which doctor has more than a note to say: of the pass, not of Argo CD, which is not there. */
const assertDiagnosed = async (hub: TestHub, spec: World, code: number): Promise<void> => {
  const { checks } = (await verbsOn(hub, spec).read('doctor')).report as DoctorReport
  const told = checks.filter(
    ({ section, result }) => PLANNED.includes(section) && ['error', 'warning'].includes(result),
  )
  if (code === 1) assert.notDeepEqual(told, [])
}

const assertOneStory = async (hub: TestHub, spec: World): Promise<void> => {
  const { code, report } = await verbsOn(hub, spec).read('sync --dry-run')
  await assertExplained(hub, spec, { code, report: report as Report })
  await assertListed(hub, spec, report as Report)
  await assertDiagnosed(hub, spec, code)
}

describe('sync, explain, list and doctor', function () {
  this.timeout(0)

  it('tell one story of a hub, before a pass and after it', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (spec) => {
        const hub = build(spec)
        await assertOneStory(hub, spec)
        await hub.sync({ ...settingsOf(spec), pass: { pause: () => Promise.resolve() } })
        await assertOneStory(hub, spec)
      }),
      { ...FUZZ, numRuns: Math.ceil(FUZZ.numRuns / 5), examples: [...SEEN] },
    )
  })
})
