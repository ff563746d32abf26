import assert from 'node:assert/strict'
import type { Decision, Outcome, Rest } from '../../src/engine/decision.ts'
import { waitForSources, type Waited } from '../../src/registering/waiting.ts'

const rest = (namespace: string, action: Rest['action'], reason: Rest['reason']): Outcome => ({
  decision: {
    id: namespace,
    namespace,
    secret: `cluster-${namespace}`,
    action,
    reason,
    params: {},
    warnings: [],
    trail: [],
  },
  notes: [],
})

const missing = (namespace: string): Outcome => rest(namespace, 'wait', 'source-missing')
const settled = (namespace: string): Outcome => rest(namespace, 'unchanged', 'up-to-date')
const registered = (namespace: string): Outcome => {
  const { decision } = rest(namespace, 'unchanged', 'first-registration')
  return { decision: { ...decision, action: 'register' } as unknown as Decision, result: 'done', notes: [] }
}

interface Watched {
  readonly waited: Waited
  readonly pauses: readonly number[]
  readonly told: readonly (readonly string[])[]
}

/** Each look gives the next outcomes; the last ones stay. @param drift milliseconds the clock goes for each one paused */
const wait = async (timeout: number, looks: readonly (readonly Outcome[])[], drift = 1): Promise<Watched> => {
  const pauses: number[] = []
  const told: string[][] = []
  const state = { look: 0, now: 0 }
  const waited = await waitForSources(
    () => {
      const outcomes = looks[Math.min(state.look, looks.length - 1)]!
      state.look += 1
      return Promise.resolve({ outcomes, incomplete: [] })
    },
    {
      timeout,
      now: () => state.now,
      pause: (milliseconds) => {
        pauses.push(milliseconds)
        state.now += milliseconds * drift
        return Promise.resolve()
      },
      onMissing: (decisions) =>
        told.push(decisions.map(({ namespace = '', reason }) => `${namespace} ${reason}`)),
    },
  )
  return { waited, pauses, told }
}

const reasons = ({ outcomes }: Waited): readonly string[] => outcomes.map(({ decision }) => decision.reason)

describe('waiting for kubeconfigs', () => {
  it('given all are there, then there is one look and no pause', async () => {
    const { waited, pauses, told } = await wait(90_000, [[registered('a')]])

    assert.deepEqual([reasons(waited), waited.missing, pauses, told], [['first-registration'], [], [], []])
  })

  it('given no time, then there is one look, and what is missing is said', async () => {
    const { waited, pauses, told } = await wait(0, [[missing('a')]])

    assert.deepEqual([waited.missing.length, pauses, told], [1, [], []])
  })

  it('given one comes late, then what was done before stays told as done', async () => {
    const { waited, pauses, told } = await wait(90_000, [
      [registered('a'), missing('b')],
      [settled('a'), missing('b')],
      [settled('a'), rest('b', 'wait', 'source-empty')],
      [settled('a'), registered('b')],
    ])

    assert.deepEqual(reasons(waited), ['first-registration', 'first-registration'])
    assert.deepEqual(waited.missing, [])
    assert.deepEqual(pauses, [1000, 2000, 3000])
    assert.deepEqual(told, [['b source-missing'], ['b source-empty']])
  })

  it('given one never comes, then the pauses grow, and the last ends with the time', async () => {
    const { waited, pauses } = await wait(40_000, [[missing('a')]])

    assert.deepEqual(pauses, [1000, 2000, 3000, 5000, 10_000, 10_000, 9000])
    assert.deepEqual(
      waited.missing.map(({ reason }) => reason),
      ['source-missing'],
    )
  })

  it('given what no wait can mend, then it ends at once', async () => {
    const { waited, pauses } = await wait(90_000, [[rest('a', 'refuse', 'source-unusable')]])

    assert.deepEqual([reasons(waited), pauses], [['source-unusable'], []])
  })

  it('given a registration whose kubeconfig is gone, then it is waited for too', async () => {
    const { waited, pauses } = await wait(90_000, [[rest('a', 'keep', 'source-missing')], [settled('a')]])

    assert.deepEqual([reasons(waited), pauses], [['up-to-date'], [1000]])
  })

  it('given a clock that stands still, goes back or leaps, then it ends all the same', async () => {
    assert.equal(
      (await wait(20_000, [[missing('a')]], 0)).pauses.reduce((sum, next) => sum + next),
      20_000,
    )
    assert.equal(
      (await wait(20_000, [[missing('a')]], -1)).pauses.reduce((sum, next) => sum + next),
      20_000,
    )
    assert.deepEqual((await wait(20_000, [[missing('a')]], 100)).pauses, [1000])
  })
})
