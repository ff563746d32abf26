import assert from 'node:assert/strict'
import { coalesced } from '../../src/controller/coalesced.ts'

describe('work that several want', () => {
  const stage = () => {
    const ends: ((error?: Error) => void)[] = []
    const run = coalesced(
      () =>
        new Promise((resolve, reject) => {
          ends.push((error) => {
            if (error) reject(error)
            else resolve()
          })
        }),
    )
    return { ends, run }
  }

  it('given it is under way, then all who ask share the one after it', async () => {
    const { ends, run } = stage()
    const first = run()
    const second = run()
    const third = run()
    assert.equal(ends.length, 1)
    ends[0]!()
    await first
    await Promise.resolve()
    assert.deepEqual([ends.length, second === third], [2, true])
    ends[1]!()
    await Promise.all([second, third])
    const fourth = run()
    ends[2]!()
    await fourth
    assert.equal(ends.length, 3)
  })

  it('given it fails, then those who share it are told, and the next one starts all the same', async () => {
    const { ends, run } = stage()
    const first = assert.rejects(run(), /no answer/)
    const second = run()
    ends[0]!(new Error('no answer'))
    await first
    await Promise.resolve()
    ends[1]!()
    await second
    assert.equal(ends.length, 2)
  })
})
