import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { pause, systemClock } from '../../src/controller/clock.ts'
import { ManualClock } from './manual-clock.ts'

const run = (done: () => void): Promise<void> =>
  new Promise((resolve) => {
    systemClock.after(0, () => {
      done()
      resolve()
    })
  })

describe('the system clock', () => {
  it('calls later, in the order of the times, unless it is taken back', async () => {
    const called: string[] = []
    const cancel = systemClock.after(1, () => called.push('taken back'))
    const late = new Promise<void>((resolve) => {
      systemClock.after(20, () => {
        called.push('late')
        resolve()
      })
    })
    const soon = run(() => called.push('soon'))
    cancel()
    cancel()
    assert.deepEqual(called, [])
    await Promise.all([late, soon])
    assert.deepEqual(called, ['soon', 'late'])
  })

  it('does not take a wait of months for none, as timers of Node do', async () => {
    const called: string[] = []
    const cancel = systemClock.after(100 * 24 * 3_600_000, () => called.push('months'))
    await wait(20)
    cancel()
    assert.deepEqual(called, [])
  })

  it('tells the time of the day and one that only goes forward', () => {
    const [wall, first] = [systemClock.now(), systemClock.monotonic()]
    assert.ok(Math.abs(wall - Date.now()) < 60_000)
    assert.ok(systemClock.monotonic() >= first)
    const random = systemClock.random()
    assert.ok(random >= 0 && random < 1)
  })
})

describe('pause', () => {
  it('lasts its time, and no longer than its signal', async () => {
    const clock = new ManualClock()
    const stop = new AbortController()
    const ended: string[] = []
    void pause(clock, 1_000, stop.signal).then(() => ended.push('whole'))
    void pause(clock, 9_000, stop.signal).then(() => ended.push('cut'))
    await clock.advance(1_000)
    assert.deepEqual(ended, ['whole'])
    stop.abort()
    await clock.settle()
    assert.deepEqual([ended, clock.pending()], [['whole', 'cut'], 0])
    await pause(clock, 1_000, stop.signal)
    assert.equal(clock.pending(), 0)
  })
})

describe('the manual clock', () => {
  it('runs what is due in order, with all that it sets off on the way', async () => {
    const clock = new ManualClock({ now: 1_000 })
    const seen: string[] = []
    const note = (name: string): void => {
      seen.push(`${name} ${clock.monotonic()} ${clock.now()}`)
    }
    clock.after(30, () => {
      note('c')
    })
    clock.after(10, () => {
      note('a')
      void Promise.resolve().then(() =>
        clock.after(10, () => {
          note('b')
        }),
      )
    })
    const cancel = clock.after(15, () => {
      note('never')
    })
    cancel()
    await clock.advance(29)
    assert.deepEqual([seen, clock.pending()], [['a 10 1010', 'b 20 1020'], 1])
    clock.jump(-500)
    await clock.advance(1)
    assert.deepEqual(seen.at(-1), 'c 30 530')
  })
})
