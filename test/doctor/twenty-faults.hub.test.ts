import assert from 'node:assert/strict'
import type { DoctorReport } from '../../src/doctor/report.ts'
import { hubAvailable } from '../envtest/assets.ts'
import { startHub, type Hub } from '../envtest/hub.ts'
import { FAULTS } from './twenty-faults.ts'
import { CLUSTERS, makeHealthy, runOn } from './twenty-hub.ts'
import { USER } from './twenty-rights.ts'

/** All that the executable finds, `ID SEVERITY OBJECT` each, in the order of their bytes. Every check has its answer. */
const foundOn = async (hub: Hub): Promise<readonly string[]> => {
  const { stdout, stderr } = await runOn(hub, 'doctor', '-o', 'json')
  assert.notEqual(stdout, '', stderr)
  const { checks } = JSON.parse(stdout) as DoctorReport
  assert.deepEqual(
    checks.filter(({ result }) => result === 'skipped'),
    [],
  )
  return checks
    .flatMap(({ findings }) => findings)
    .map(({ id, severity, object }) => `${id} ${severity} ${object}`)
    .sort()
}

const isInfo = (line: string): boolean => line.split(' ')[1] === 'info'

/** Questions about rights are asked with a POST, and write nothing. */
const isWrite = ({ verb, uri }: { readonly verb: string; readonly uri: string }): boolean =>
  !['get', 'list', 'watch'].includes(verb) && !uri.includes('selfsubject')

describe('doctor on a hub with twenty faults and more', function () {
  this.timeout(120_000)
  const state: { hub?: Hub } = {}
  const hub = (): Hub => state.hub!

  // A hub of its own: what is asserted is that nothing else on it is found wanting.
  before('a healthy hub', async function () {
    if (!hubAvailable()) this.skip()
    state.hub = await startHub({ namespaceController: true, argoCdCrds: true })
    await makeHealthy(hub())
  })
  after(async function () {
    this.timeout(30_000)
    await state.hub?.stop()
  })

  it('has 25 clusters and no fault to begin with', async () => {
    assert.equal(CLUSTERS.length, 25)
    assert.deepEqual(
      (await foundOn(hub())).filter((line) => !isInfo(line)),
      [],
    )
  })

  it('finds every one of them, by its check, and beside them only what they bring with them', async () => {
    for (const { put } of FAULTS) await put(hub())
    const mark = await hub().audit.mark()

    const found = await foundOn(hub())

    const expected = FAULTS.flatMap((fault) => [fault.found, ...(fault.companions ?? [])])
    assert.deepEqual(
      found.filter((line) => !isInfo(line) || expected.some((each) => each === line)),
      expected.toSorted(),
    )
    assert.ok(new Set(FAULTS.map(({ found }) => found.split(' ')[0])).size >= 20)
    assert.deepEqual((await hub().audit.since(mark, USER)).filter(isWrite), [])
  })
})
