import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { caDigest } from '../../src/controller/ca-digest.ts'
import { Pace } from '../../src/controller/pace.ts'
import { TestHub } from '../engine/test-hub.ts'
import { ManualClock } from './manual-clock.ts'
import { runController } from './running.ts'

const pem = (name: string): string =>
  readFileSync(new URL(`../fixtures/certificates/${name}.pem`, import.meta.url)).toString('base64')

/** Writes that may go at once. */
const BURST = 20

interface Child {
  readonly token?: string
  readonly ca?: string
  readonly port?: number
}

const childOf = (number: number, { token = 'first', ca = pem('ca'), port = 6443 }: Child) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'c',
        cluster: { server: `https://10.0.0.${number}:${port}`, 'certificate-authority-data': ca },
      },
    ],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })

/** Clusters that are registered, under a controller that lets a refresh a minute go after the first ones. */
const start = async (size: number) => {
  const hub = new TestHub()
  const source = (number: number, child: Child): void => {
    hub.source(`c${number}`, { text: childOf(number, child) })
  }
  for (let number = 1; number <= size; number += 1) {
    hub.namespace(`c${number}`)
    source(number, {})
  }
  await hub.sync()
  const updated: string[] = []
  const { idle, stop } = await runController(
    hub.client,
    { updatesPerMinute: { value: '1', origin: 'test' } },
    {
      decided: (namespace, outcomes) => {
        if (outcomes.some(({ result }) => result === 'done')) updated.push(namespace)
      },
      fault: (error) => {
        throw error
      },
    },
  )
  updated.length = 0
  return {
    source,
    stop,
    idle: async (): Promise<readonly string[]> => {
      await idle()
      return updated.splice(0).sort()
    },
  }
}

describe('the pace of refreshes', function () {
  this.timeout(10_000)

  it('given more renewed tokens than may go at once, then changed CAs and addresses go ahead of those that wait', async () => {
    const { idle, source, stop } = await start(BURST + 4)
    for (let number = 1; number <= BURST + 4; number += 1) source(number, { token: 'next' })
    const first = await idle()
    assert.equal(first.length, BURST)
    const waiting = Array.from({ length: BURST + 4 }, (_, index) => index + 1).filter(
      (number) => !first.includes(`c${number}`),
    )
    const [ca = 0, address = 0, token = 0] = waiting
    source(ca, { token: 'next', ca: pem('rsa') })
    source(address, { token: 'next', port: 6444 })
    source(token, { token: 'third' })
    assert.deepEqual(await idle(), [`c${ca}`, `c${address}`].sort())
    await stop()
  })

  it('given changed CAs, then they take from what renewed tokens may', async () => {
    const { idle, source, stop } = await start(BURST + 1)
    for (let number = 1; number <= BURST; number += 1) source(number, { ca: pem('rsa') })
    assert.equal((await idle()).length, BURST)
    source(BURST + 1, { token: 'next' })
    assert.deepEqual(await idle(), [])
    await stop()
  })

  it('given a minute, then as many go as are allowed in it, and those ahead never wait', async () => {
    const clock = new ManualClock()
    const pace = new Pace(clock, 60)
    for (let number = 0; number < BURST; number += 1) assert.equal(pace.take(), 0)
    assert.equal(pace.take(), 1000)
    await clock.advance(2500)
    pace.takeAhead()
    pace.takeAhead()
    assert.equal(pace.take(), 500)
    pace.takeAhead()
    assert.equal(pace.take(), 1000)
    await clock.advance(3_600_000)
    for (let number = 0; number < BURST; number += 1) assert.equal(pace.take(), 0)
    assert.equal(pace.take(), 1000)
  })

  it('given no limit, then nothing waits', () => {
    const pace = new Pace(new ManualClock(), 0)
    for (let number = 0; number < 1000; number += 1) {
      pace.takeAhead()
      assert.equal(pace.take(), 0)
    }
  })
})

describe('what is kept of a CA', () => {
  const config = (tlsClientConfig: object): string => JSON.stringify({ tlsClientConfig })

  it('given another CA, then it is another; given other credentials, the same', () => {
    const one = caDigest(config({ caData: pem('ca') }))
    assert.match(one, /^[\w-]{16}$/)
    assert.equal(caDigest(config({ caData: pem('ca'), certData: 'x' })), one)
    assert.notEqual(caDigest(config({ caData: pem('rsa') })), one)
  })

  it('given none, or nothing that can be read, then it is empty', () => {
    const texts = [undefined, '', 'no JSON', 'null', '[]', '{}', config({}), config({ caData: 1 })]
    assert.deepEqual(
      texts.map(caDigest),
      texts.map(() => ''),
    )
  })
})
