import assert from 'node:assert/strict'
import { DECISION_REASONS, type ReasonId } from '../../src/engine/reasons/decisions.ts'
import type { Explanation } from '../../src/explaining/explanation.ts'
import { makeChalk } from '../../src/output/color.ts'
import { explainText } from '../../src/output/explain-text.ts'
import { NOW } from '../engine/test-hub.ts'
import { REASON_HUBS } from './reason-hubs.ts'
import { braked, REASON_PASSES, removalsOff, stoodDown } from './reason-passes.ts'
import { explainOn } from './support.ts'

const REASONS = Object.keys(DECISION_REASONS) as readonly ReasonId[]

const printed = (explanation: Explanation): string =>
  explainText(explanation, { chalk: makeChalk('never', false, true), isWide: false, now: NOW })

/** The reason and its sentence are there, and something that would change it. */
const assertExplained = (explanation: Explanation, text: string, reason: string): void => {
  const { decision, next } = explanation
  assert.ok(decision)
  assert.equal(decision.reason, reason)
  const line = text.split('\n').find((each) => each.startsWith('Decision'))
  assert.ok(line?.includes(`, ${reason}: ${decision.message}`), text)
  if (decision.remedy !== undefined) assert.ok(text.includes(`→ ${decision.remedy}`), text)
  assert.ok(decision.remedy !== undefined || next.length > 0, `nothing says what would change ${reason}`)
}

describe('the explanation of every reason', () => {
  it('given the table of reasons, then each has a hub here', () => {
    const without = REASONS.filter((reason) => !REASON_HUBS[reason] && !REASON_PASSES[reason])
    assert.deepEqual(without, [])
  })

  for (const [reason, given] of Object.entries(REASON_HUBS))
    it(`given ${reason}, then explain prints it, its sentence and what would change it`, async () => {
      const hub = await given.hub()
      const before = hub.client.counters().writes

      const text = await explainOn(hub, given.line)
      const json = await explainOn(hub, `${given.line} -o json`)

      assert.deepEqual([text.code, json.code], [given.exit, given.exit], text.stderr + text.stdout)
      assertExplained(JSON.parse(json.stdout) as Explanation, text.stdout, reason)
      assert.equal(hub.client.counters().writes, before)
    })

  for (const [reason, explained] of Object.entries(REASON_PASSES))
    it(`given ${reason}, which a pass alone comes to, then its explanation prints it`, async () => {
      const { explanation } = await explained()
      assertExplained(explanation, printed(explanation), reason)
    })

  for (const [warning, result, explained] of [
    ['stood-down', 'stood-down', stoodDown],
    ['removal-held', 'held', braked],
    ['removals-off', 'held', removalsOff],
  ] as const)
    it(`given what is not done for ${warning}, then the explanation says so`, async () => {
      const { explanation, exit } = await explained()

      assert.equal(explanation.decision?.result, result)
      assert.deepEqual(
        explanation.decision.warnings?.map(({ reason }) => reason),
        [warning],
      )
      assert.match(printed(explanation), new RegExp(`^ +‼ ${warning}: `, 'm'))
      assert.equal(exit, warning === 'removals-off' ? 0 : 1)
    })
})
