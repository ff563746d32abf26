import assert from 'node:assert/strict'
import { LiveFleet } from '../../src/output/live-fleet.ts'
import { TestHub, type SyncOptions } from '../engine/test-hub.ts'
import { REASON_HUBS } from '../explaining/reason-hubs.ts'
import { passOver, takeAll } from './live-outcomes.ts'

/** The whole table after a pass: cluster, namespace, state, reason, and when it came to that. */
const rowsOf = (fleet: LiveFleet, limit = 100): readonly string[] =>
  fleet
    .first(limit)
    .map(({ cluster, namespace, standing: { state, reason }, since }) =>
      [cluster, namespace, state, reason, since].join(' '),
    )

const setUp = () => {
  const fleet = new LiveFleet()
  return {
    fleet,
    pass: async (hub: TestHub, now: number, options: SyncOptions = {}): Promise<readonly string[]> => {
      takeAll(fleet, (await passOver(hub, options)).outcomes, now)
      return rowsOf(fleet)
    },
  }
}

const server = (number: number): { readonly server: string } => ({ server: `https://10.0.0.${number}` })

describe('the fleet of the live table', () => {
  it('given clusters that stand otherwise, then those that need a person are first, and those that changed last', async () => {
    const { fleet, pass } = setUp()
    const hub = new TestHub().namespace('a').source('a', server(1)).namespace('b').source('b', server(2))
    await pass(hub, 10)
    hub.namespace('late').namespace('bad', { cluster: 'Bad_Name' })
    await pass(hub, 20)
    hub.source('a', { ...server(1), token: 'next' })
    assert.deepEqual(await pass(hub, 30), [
      'Bad_Name bad refused cluster-name-illegal 20',
      'a a active source-changed 30',
      'late late waiting source-missing 20',
      'b b active first-registration 10',
    ])
    assert.deepEqual([...fleet.counts()].sort(), [
      ['active', 2],
      ['refused', 1],
      ['waiting', 1],
    ])
    assert.equal(fleet.size(), 4)
    assert.deepEqual(
      fleet.first(2).map(({ cluster }) => cluster),
      ['Bad_Name', 'a'],
    )
  })

  it('given nothing to do since, then what was done last stays, with its time', async () => {
    const { pass } = setUp()
    const hub = new TestHub().namespace('a').source('a')
    await pass(hub, 10)
    assert.deepEqual(await pass(hub, 20), ['a a active first-registration 10'])
  })

  it('given a start at which all is registered, then that is what it says, since then', async () => {
    const hub = new TestHub().namespace('a').source('a')
    await hub.sync()
    const { pass } = setUp()
    assert.deepEqual(await pass(hub, 20), ['a a active up-to-date 20'])
  })

  it('given a namespace that is forgotten, then it is in no row and no count', async () => {
    const { fleet, pass } = setUp()
    await pass(new TestHub().namespace('a').source('a'), 10)
    fleet.take('a', [], 20)
    assert.deepEqual([rowsOf(fleet), [...fleet.counts()], fleet.size()], [[], [], 0])
  })

  it('given more removals than the brake lets go, then those are braked, and the rest stays as it was', async () => {
    const { pass } = setUp()
    const hub = new TestHub()
    for (const number of [1, 2, 3, 4, 5]) hub.namespace(`c${number}`).source(`c${number}`, server(number))
    await pass(hub, 10)
    for (const number of [1, 2, 3, 4]) hub.gone(`c${number}`)
    assert.deepEqual(await pass(hub, 20), [
      'c1 c1 braked namespace-gone 20',
      'c2 c2 braked namespace-gone 20',
      'c3 c3 braked namespace-gone 20',
      'c4 c4 braked namespace-gone 20',
      'c5 c5 active first-registration 10',
    ])
  })

  it('given a dry run, then it says what is planned', async () => {
    const { pass } = setUp()
    assert.deepEqual(await pass(new TestHub().namespace('a').source('a'), 10, { dryRun: 'client' }), [
      'a a planned first-registration 10',
    ])
  })

  it('given names and reasons that would move the cursor, then nothing of that is in a row', async () => {
    const { fleet, pass } = setUp()
    await pass(new TestHub().namespace('a', { cluster: '\u001b[2Jx\u202e\u2028y' }).source('a'), 10)
    const [row] = fleet.first(1)
    assert.equal(row?.cluster, '·[2Jx··y')
    assert.equal(
      row.why,
      '"·[2Jx··y" can\'t be the name of a cluster: at most 63 lower-case letters, digits, - and ., beginning and ending with a letter or digit',
    )
  })

  describe('a person is needed where sync ends with exit code 1', () => {
    for (const [reason, { hub }] of Object.entries(REASON_HUBS))
      it(`given ${reason}`, async () => {
        const { outcomes, exit } = await passOver(await hub())
        const fleet = new LiveFleet()
        takeAll(fleet, outcomes, 0)
        const needed = fleet.first(100).some(({ standing }) => standing.needsPerson)
        assert.ok(outcomes.length > 0)
        assert.equal(Number(needed), exit)
      })
  })
})
