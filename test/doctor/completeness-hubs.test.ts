import assert from 'node:assert/strict'
import type { DoctorFinding, DoctorReport } from '../../src/doctor/report.ts'
import { PLAN_CHECKS } from '../../src/doctor/checks/claims-all.ts'
import { TOLD_BY_REASON } from '../../src/doctor/checks/claims-reasons.ts'
import { DECISION_REASONS, type ReasonId } from '../../src/engine/reasons/decisions.ts'
import type { Explanation } from '../../src/explaining/explanation.ts'
import { NOW, type TestHub } from '../engine/test-hub.ts'
import { REASON_HUBS, registered, type ReasonHub } from '../explaining/reason-hubs.ts'
import { REASON_PASSES, stoodDownHub } from '../explaining/reason-passes.ts'
import { explainOn, reached } from '../explaining/support.ts'
import { runCli } from '../support/cli.ts'

const HUBS = Object.entries(REASON_HUBS) as readonly (readonly [ReasonId, ReasonHub])[]
const PLANNED: ReadonlySet<string> = new Set(PLAN_CHECKS.map(({ id }) => id))

/** What the checks of the plan find on the hub. */
const found = async (hub: TestHub, flags: readonly string[] = []): Promise<readonly DoctorFinding[]> => {
  const { stdout, stderr } = await runCli(['doctor', ...flags, '-o', 'json'], { hub: reached(hub), now: NOW })
  assert.notEqual(stdout, '', stderr)
  const { checks } = JSON.parse(stdout) as DoctorReport
  return checks.flatMap(({ findings }) => findings).filter(({ id }) => PLANNED.has(id))
}

type Decided = NonNullable<Explanation['decision']>

/** What explain says that a pass decides. */
const decided = async (hub: TestHub, line: string): Promise<Decided> => {
  const { stdout, stderr } = await explainOn(hub, `${line} -o json`)
  assert.notEqual(stdout, '', stderr)
  const { decision } = JSON.parse(stdout) as Explanation
  assert.ok(decision)
  return decision
}

const isAbout =
  ({ cluster, namespace, secret }: Decided) =>
  ({ object, related = [] }: DoctorFinding): boolean =>
    [object, ...related].some((name) => [cluster, namespace, secret].includes(name))

describe('what explain gives a reason for, and doctor has a finding for', () => {
  it('given the table of reasons, then each has a hub', () => {
    const known = new Set([...Object.keys(REASON_HUBS), ...Object.keys(REASON_PASSES)])
    assert.deepEqual(
      Object.keys(DECISION_REASONS).filter((reason) => !known.has(reason)),
      [],
    )
  })

  for (const [reason, given] of HUBS.filter(([id]) => TOLD_BY_REASON[id]))
    it(`given a hub with ${reason}, then it is found by one check`, async () => {
      const hub = await given.hub()
      const [, ...flags] = given.line.split(' ')
      const decision = await decided(hub, given.line)

      const ids = (await found(hub, flags)).filter(isAbout(decision)).map(({ id }) => id)

      assert.equal(decision.reason, reason)
      assert.equal(ids.length, 1, ids.join(' '))
    })

  for (const [reason, given] of HUBS.filter(([id]) => !TOLD_BY_REASON[id]))
    it(`given a hub with ${reason}, which no check tells of, then it is acted on`, async () => {
      const decision = await decided(await given.hub(), given.line)

      assert.equal(decision.reason, reason)
      assert.ok(!['refuse', 'wait', 'keep'].includes(decision.action), decision.action)
    })

  it('given a write that stood down, then what it was to put right is found afterwards', async () => {
    const hub = await stoodDownHub()

    const ids = (await found(hub)).map(({ id, object }) => `${id} ${object}`)

    assert.deepEqual(ids, ['source-drift dev'])
    assert.deepEqual(await found(await registered()), [])
  })
})
