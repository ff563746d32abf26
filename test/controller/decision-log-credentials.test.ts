import assert from 'node:assert/strict'
import { CredentialLog, type CredentialEntry } from '../../src/controller/decision-log-credentials.ts'
import { createLog } from '../../src/controller/log.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-29T12:00:00Z')

const entry = (secret: string, credential: CredentialEntry['credential']): CredentialEntry => ({
  secret,
  cluster: secret.replace('cluster-', ''),
  state: 'active',
  credential,
})

describe('the log of credentials', () => {
  const setUp = () => {
    const lines: string[] = []
    const log = createLog({
      format: 'text',
      level: 'debug',
      now: () => NOW,
      write: (line) => lines.push(line.trimEnd().replace(/^time=\S+ level=/, '')),
    })
    const credentials = new CredentialLog(log)
    return (entries: readonly CredentialEntry[], now = NOW): readonly string[] => {
      credentials.take(entries, now)
      return lines.splice(0)
    }
  }

  it('warns of one that is about to end, and again when it has, but not on every audit (C7.74, C10.48)', () => {
    const take = setUp()
    const ending = [entry('cluster-a', { notAfter: NOW + 25 * HOUR })]

    assert.deepEqual(take(ending), [])
    assert.deepEqual(take(ending, NOW + 2 * HOUR), [
      'WARN msg="credential ends" secret=cluster-a cluster=a state=active expiry=lt_24h notAfter=2026-11-30T13:00:00.000Z',
    ])
    assert.deepEqual(take(ending, NOW + 3 * HOUR), [])
    assert.deepEqual(take(ending, NOW + 25 * HOUR), [
      'WARN msg="credential ends" secret=cluster-a cluster=a state=active expiry=expired notAfter=2026-11-30T13:00:00.000Z',
    ])
  })

  it('warns of one that can not be read, and says nothing of one that is not there (C7.75)', () => {
    const take = setUp()
    const all = [
      entry('cluster-a', { bucket: 'unreadable', anonymous: false }),
      entry('cluster-b', { bucket: 'absent', anonymous: false }),
      entry('cluster-c', { bucket: 'token', anonymous: true }),
      entry('cluster-d', { bucket: 'exec', anonymous: false }),
      entry('cluster-e', { notAfter: NOW + 1000 * HOUR }),
    ]

    assert.deepEqual(
      [take(all), take(all)],
      [['WARN msg="credential cannot be read" secret=cluster-a cluster=a'], []],
    )
  })

  it('warns anew of one that was renewed, or gone, in between', () => {
    const take = setUp()
    const expired = [entry('cluster-a', { notAfter: NOW })]

    assert.equal(take(expired).length, 1)
    assert.deepEqual(take([]), [])
    assert.equal(take(expired).length, 1)
  })
})
