import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { WorkResult } from '../../src/controller/queue-visits.ts'
import { FUZZ } from '../support/fuzz.ts'
import { Desk } from './queue-desk.ts'

const keys = ['a', 'b', 'c'] as const
const key = fc.constantFrom(...keys)
const lane = fc.constantFrom('urgent', 'routine')
const result = fc.oneof(
  fc.constant<WorkResult>({ kind: 'done' }),
  fc.record({ kind: fc.constant('after'), ms: fc.integer({ min: 0, max: 50 }) }),
  fc.constant<WorkResult>({ kind: 'fault' }),
  fc.constant(new Error('boom')),
)
const step = fc.oneof(
  fc.record({ do: fc.constant('add'), key, lane }),
  fc.record({ do: fc.constant('later'), key, lane, ms: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ do: fc.constant('finish'), result }),
  fc.record({ do: fc.constant('wait'), ms: fc.integer({ min: 1, max: 40 }) }),
)

/** A key, and how many had been taken up when it came to be owed a visit. */
type Debt = readonly [key: string, since: number]

const comesBack = (result: WorkResult | Error): boolean => result instanceof Error || result.kind !== 'done'

describe('a keyed queue, whatever is done to it', () => {
  it('owes no key a visit at the end, works on none twice at a time, and keeps nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, workers) => {
          // The desk itself throws when a key is in work twice.
          const desk = new Desk({ workers })
          const debts: Debt[] = []
          const owe = (name: string): void => {
            debts.push([name, desk.taken.length])
          }
          desk.queue.start()
          for (const each of steps) {
            if (each.do === 'add') {
              owe(each.key)
              desk.queue.add(each.key, each.lane)
            } else if (each.do === 'later') {
              owe(each.key)
              desk.queue.addAfter(each.key, each.ms, each.lane)
            } else if (each.do === 'wait') {
              await desk.clock.advance(each.ms)
            } else if (desk.open[0] !== undefined) {
              if (comesBack(each.result)) owe(desk.open[0])
              await desk.finish(desk.open[0], each.result)
            }
            await desk.clock.settle()
            assert.ok(desk.queue.inWork() <= workers)
            assert.equal(desk.queue.inWork(), desk.open.length)
            assert.ok(
              desk.queue.depth() === 0 || desk.queue.inWork() === workers,
              'a worker idles beside a due key',
            )
          }
          for (let round = 0; round < 30; round += 1) {
            await desk.drain()
            await desk.clock.advance(10_000)
          }
          await desk.drain()

          const unpaid = debts.filter(
            ([name, since]) => !desk.taken.slice(since).some((entry) => entry.startsWith(name)),
          )
          assert.deepEqual(unpaid, [])
          assert.deepEqual([desk.queue.held(), desk.queue.depth(), desk.clock.pending()], [0, 0, 0])
          assert.ok(
            desk.thrown.every((entry) => entry.endsWith(' boom')),
            desk.thrown.join(),
          )
        },
      ),
      FUZZ,
    )
  })
})
