import assert from 'node:assert/strict'
import { listPaint } from '../../src/output/list-paint.ts'
import { LiveFleet } from '../../src/output/live-fleet.ts'
import { liveFrame, type FrameInput } from '../../src/output/live-frame.ts'
import { recordLine, type LiveLine } from '../../src/output/live-text.ts'
import { assertGolden } from '../commands/golden.ts'
import { NOW, TestHub } from '../engine/test-hub.ts'
import { passOver, takeAll } from './live-outcomes.ts'

const LONG = 'a-namespace-with-a-name-that-is-as-long-as-it-may-be-63-characters'.slice(0, 63)

const bigHub = (): TestHub => {
  const hub = new TestHub().namespace('bad', { cluster: 'Bad_Name' }).namespace('late').namespace(LONG)
  for (let number = 1; number <= 30; number += 1)
    hub.namespace(`team-${number}`).source(`team-${number}`, { server: `https://10.0.0.${number}` })
  return hub
}

const RECENT: readonly LiveLine[] = [
  recordLine(NOW, 'info', 'registered', { cluster: 'first', namespace: 'first' }),
  recordLine(NOW + 1000, 'warn', 'hidden from Argo CD', {
    secret: 'cluster-second',
    reason: 'the label says third',
  }),
  recordLine(NOW + 2000, 'info', 'updated', {
    cluster: 'third',
    server: 'https://a-long-name.of-a-server.example.org:6443',
    namespace: 'third',
  }),
  recordLine(NOW + 3000, 'error', 'cluster refused', {
    cluster: 'fourth',
    fix: 'kubectl label namespace x a=b',
  }),
]

const inputOf = async (hub: TestHub, more: Partial<FrameInput> = {}): Promise<FrameInput> => {
  const fleet = new LiveFleet()
  takeAll(fleet, (await passOver(hub)).outcomes, 0)
  return {
    hub: ['context kind-hub, https://127.0.0.1:6443', 'context kind-hub'],
    how: ['watching', 'leader'],
    fleet,
    idle: 'no cluster yet',
    recent: RECENT,
    troubles: [],
    now: 65_000,
    ...more,
  }
}

const COLOR = new RegExp(String.fromCharCode(27) + String.raw`\[\d+m`, 'g')

const asResult = (frame: readonly string[]) => ({ code: 0, stdout: `${frame.join('\n')}\n`, stderr: '' })

const TROUBLES = ['namespaces, secrets cannot be seen just now: the hub cannot be reached']

describe('a frame of the live table', () => {
  for (const [columns, rows] of [
    [80, 24],
    [120, 40],
  ] as const)
    it(`given ${columns} by ${rows}, then all of it fits, with a line to spare for the cursor`, async () => {
      const frame = liveFrame(await inputOf(bigHub(), { troubles: TROUBLES }), { columns, rows })
      assertGolden(
        `live-${columns}x${rows}`,
        `kubectl registrar watch # ${columns} by ${rows}`,
        asResult(frame),
      )
      assert.equal(frame.length, rows - 1)
    })

  it('given colour, then states, records and troubles have it, and nothing else is otherwise', async () => {
    const input = await inputOf(bigHub(), { troubles: TROUBLES })
    const size = { columns: 80, rows: 24 }
    const frame = liveFrame({ ...input, paint: listPaint() }, size)
    assertGolden('live-color', 'kubectl registrar watch # in colour', asResult(frame))
    assert.deepEqual(
      frame.map((line) => line.replaceAll(COLOR, '')),
      liveFrame(input, size),
    )
  })

  it('given any size, then it has a line less than the terminal, and none is wider', async () => {
    const input = await inputOf(bigHub(), { troubles: TROUBLES })
    for (let columns = 60; columns <= 180; columns += 7)
      for (let rows = 2; rows <= 50; rows += 1) {
        const frame = liveFrame(input, { columns, rows })
        assert.ok(frame.length < rows, `${frame.length} lines on ${rows}`)
        assert.deepEqual(
          frame.filter((line) => line.length > columns),
          [],
        )
      }
  })

  it('given room for all, then nothing is said of more', async () => {
    const input = await inputOf(new TestHub().namespace('a').source('a'), { recent: [] })
    assert.deepEqual(liveFrame(input, { columns: 80, rows: 24 }), [
      'context kind-hub, https://127.0.0.1:6443 · 1 active · watching · leader',
      '',
      'CLUSTER  NAMESPACE  STATE   REASON              SINCE',
      'a        a          active  first-registration  65s',
    ])
  })

  it('given no cluster, then it says why there is none', async () => {
    const input = await inputOf(new TestHub(), { recent: [], how: ['watching', 'standby'] })
    assert.deepEqual(liveFrame(input, { columns: 80, rows: 24 }), [
      'context kind-hub, https://127.0.0.1:6443 · watching · standby',
      '',
      'no cluster yet',
    ])
  })
})
