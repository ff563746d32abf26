import assert from 'node:assert/strict'
import { watchSettings } from '../../src/controller/settings-change.ts'
import { UsageError } from '../../src/errors.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { ManualClock } from './manual-clock.ts'

const MINUTE = 60_000

const given = (values: Readonly<Record<string, string>>): Settings =>
  resolveSettings(
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, origin: 'test' }])),
  )

/** Settings that come from a file, from the hub, or from both, and what is said of them. */
const setUp = (onHub: boolean) => {
  const clock = new ManualClock()
  const said: string[] = []
  const told: (readonly string[])[] = []
  const state = { file: false, reads: 0, now: (): Settings => given({}) }
  const stop = new AbortController()
  const ended = watchSettings(
    {
      settings: given({}),
      clock,
      log: (level, message, fields) => said.push(`${level} ${message} ${JSON.stringify(fields)}`),
      changed: (keys) => told.push(keys),
      fileChanged: () => {
        const isOther = state.file
        state.file = false
        return Promise.resolve(isOther)
      },
      onHub,
      read: () => {
        state.reads += 1
        return new Promise((resolve) => {
          resolve(state.now())
        })
      },
    },
    stop.signal,
  )
  return {
    clock,
    said,
    told,
    state,
    /** A file with these is written, and an interval passes. */
    write: async (now: () => Settings) => {
      state.now = now
      state.file = true
      await clock.advance(MINUTE)
    },
    end: async () => {
      stop.abort()
      await ended
      assert.equal(clock.pending(), 0)
    },
  }
}

describe('settings that change while a controller runs', () => {
  it('given a file with others, then it says so once, with their keys as they are written', async () => {
    const { clock, end, said, told, write } = setUp(false)
    await write(() => given({ demotedTTL: '24h', labelPrefix: 'example.com/' }))
    await write(() => given({ labelPrefix: 'example.com/', demotedTTL: '24h' }))
    await clock.advance(10 * MINUTE)
    assert.deepEqual(said, [
      'warn settings have changed, restart to use them {"keys":["labelPrefix","demotedTTL"]}',
    ])
    assert.deepEqual(told, [['labelPrefix', 'demotedTTL']])
    await end()
  })

  it('given a file that says the same in other words, then nothing is said', async () => {
    const { end, said, told, write } = setUp(false)
    await write(() => given({ interval: '1m', managedBy: 'cluster-registrar' }))
    assert.deepEqual([said, told], [[], []])
    await end()
  })

  it('given those in force come back, then that is not logged, and the next change is', async () => {
    const { end, said, told, write } = setUp(false)
    await write(() => given({ demotedTTL: '24h' }))
    await write(() => given({}))
    await write(() => given({ demotedTTL: '24h' }))
    assert.deepEqual(told, [['demotedTTL'], [], ['demotedTTL']])
    assert.equal(said.length, 2)
    await end()
  })

  it('given a file that cannot be used, then it says why', async () => {
    const { end, said, told, write } = setUp(false)
    await write(() => {
      throw new UsageError('c.yaml:3: unknown key "x"', 'fix the file')
    })
    assert.deepEqual(said, [
      'warn settings have changed and cannot be used {"error":"c.yaml:3: unknown key \\"x\\""}',
    ])
    assert.deepEqual(told, [['c.yaml:3: unknown key "x"']])
    await end()
  })

  it('given a file that stays, then it is not read; given none on the hub, then that is not asked', async () => {
    const { clock, end, state } = setUp(false)
    await clock.advance(100 * MINUTE)
    assert.equal(state.reads, 0)
    await end()
  })

  it('given settings of the hub, then it is asked once in ten intervals', async () => {
    const { clock, end, said, state } = setUp(true)
    state.now = () => given({ demotedTTL: '24h' })
    await clock.advance(9 * MINUTE)
    assert.deepEqual([state.reads, said.length], [0, 0])
    await clock.advance(MINUTE)
    assert.deepEqual([state.reads, said.length], [1, 1])
    await clock.advance(30 * MINUTE)
    assert.deepEqual([state.reads, said.length], [4, 1])
    await end()
  })

  it('given the hub does not answer, then nothing is said, and it is asked again', async () => {
    const { clock, end, said, state } = setUp(true)
    state.now = () => {
      throw new KubeError({ kind: 'network', code: 0, reason: '', message: 'refused', call: 'LIST' })
    }
    await clock.advance(10 * MINUTE)
    assert.deepEqual(said, [])
    state.now = () => given({ demotedTTL: '24h' })
    await clock.advance(10 * MINUTE)
    assert.equal(said.length, 1)
    await end()
  })
})
