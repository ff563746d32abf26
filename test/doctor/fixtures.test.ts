import assert from 'node:assert/strict'
import { CHECKS } from '../../src/doctor/checks/index.ts'
import { findingText } from '../../src/doctor/catalogue.ts'
import type { CheckResult } from '../../src/doctor/run-checks.ts'
import { hasFixture, readFixture } from './fixture.ts'
import { briefly, resultsOf, wardOf } from './harness.ts'

const serious = (results: readonly CheckResult[]): readonly CheckResult[] =>
  results.filter(({ result }) => result === 'error' || result === 'warning')

const idsOf = (results: readonly CheckResult[]): readonly string[] => results.map(({ check }) => check.id)

/** What finds children wanting that are contacted has servers to contact in its own tests. */
const WALKED = CHECKS.filter(({ only }) => only === undefined)

describe('fixtures of the checks', () => {
  it('has no id twice', () => {
    const ids = CHECKS.map(({ id }) => id)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
  })

  for (const { id } of WALKED) {
    it(`${id} has a bad hub and a good one`, () => {
      assert.deepEqual(
        (['bad', 'good'] as const).filter((side) => !hasFixture(id, side)),
        [],
        `test/doctor/fixtures/${id}`,
      )
    })

    it(`${id} is found on its bad hub, and beside it only what its fixture names`, async () => {
      const fixture = readFixture(id, 'bad')
      const results = await resultsOf(fixture)
      const own = results.find(({ check }) => check.id === id)!
      assert.ok('findings' in own, `${id} is ${own.result}: ${JSON.stringify(briefly(results))}`)
      assert.deepEqual(
        idsOf(serious(results)).filter((other) => other !== id && !fixture.companions.includes(other)),
        [],
        briefly(results).join('\n'),
      )
      for (const { params, object } of own.findings) {
        const { message, remedy } = findingText(id, params)
        assert.doesNotMatch(`${object} ${message} ${remedy}`, /undefined|\[object|NaN|\$\{/)
        assert.notEqual(message, '')
      }
    })

    it(`${id} is passed on its good hub, where nothing else is found either`, async () => {
      const fixture = readFixture(id, 'good')
      const results = await resultsOf(fixture)
      assert.deepEqual(briefly(serious(results)), [])
      assert.equal(
        results.find(({ check }) => check.id === id)!.result,
        'passed',
        briefly(results).join('\n'),
      )
    })

    it(`${id} writes nothing`, async () => {
      const { client, inspection } = wardOf(readFixture(id, 'bad'))
      await WALKED.find((check) => check.id === id)!.run(inspection)
      assert.equal(client.counters().writes, 0)
    })
  }
})
