import assert from 'node:assert/strict'
import type { Hub } from '../envtest/hub.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { startHub } from '../envtest/hub.ts'
import { hubAvailable } from '../envtest/assets.ts'
import { ahead, oneByOne } from './ahead.ts'
import { CONTEST, contest } from './contest.ts'
import { HEAP, type Endured } from './endured.ts'
import type { Fault } from './fault.ts'
import { elsewhere } from './faults-elsewhere.ts'
import { HUB_FAULTS } from './faults-hub.ts'
import { PROCESS_FAULTS } from './faults-process.ts'
import { CLUTTER_FAULTS, HERD_FAULTS } from './faults-size.ts'
import { TARGET_FAULTS } from './faults-target.ts'
import { TOKEN_FAULTS } from './faults-token.ts'
import { WAY_FAULTS } from './faults-way.ts'
import type { Form } from './form.ts'
import { goThrough } from './front.ts'

/** Enough to keep two cores busy, as faults mostly wait. */
const REACH = { width: 6, depth: 12 }

/** Everything that was made anew for the suite. */
const useOwnHub = (): (() => Hub) => {
  const state: { hub?: Hub } = {}
  before('start a hub that may be broken', async function () {
    if (!hubAvailable()) this.skip()
    this.timeout(90_000)
    state.hub = await startHub({ namespaceController: true, argoCdCrds: true })
  })
  after('stop it', async function () {
    this.timeout(30_000)
    await state.hub?.stop()
  })
  return () => state.hub!
}

/** A test: its title as it goes on after "given", and what it waits for. */
interface Row {
  readonly title: string
  readonly work: () => Promise<readonly Endured[]>
}

/** Takes turns between the two, as those of the second have to wait for one another. */
const interleaved = (many: readonly Row[], few: readonly Row[]): readonly Row[] => {
  const every = Math.ceil(many.length / few.length)
  return many.flatMap((one, index) => {
    const other = index % every === 0 ? few[index / every] : undefined
    return other === undefined ? [one] : [other, one]
  })
}

const rowsOf = (form: Form, shared: () => Hub, own: () => Hub): readonly Row[] => {
  const inTurn = oneByOne()
  const isOf = ({ only }: Fault): boolean => only === undefined || only === form.name
  const atOnce = (fault: Fault): Row => ({
    title: fault.title,
    work: () => goThrough(shared(), fault, form),
  })
  const onOwn = (fault: Fault): Row => ({
    title: fault.title,
    work: () => inTurn(() => goThrough(own(), fault, form)),
  })
  return interleaved(
    [
      ...[...PROCESS_FAULTS, ...TARGET_FAULTS, ...TOKEN_FAULTS, ...CLUTTER_FAULTS, ...WAY_FAULTS]
        .filter(isOf)
        .map(atOnce),
      { title: CONTEST, work: () => contest(shared(), form) },
    ],
    // The herd comes last, as it stays.
    [...HUB_FAULTS, elsewhere(shared), ...HERD_FAULTS].filter(isOf).map(onOwn),
  )
}

/** Registers the tests of all faults in a form. @param told gets the lines of the report at the end */
export const describeFaults = (form: Form, told: (endured: readonly Endured[]) => void): void => {
  describe('watch goes on by itself', function () {
    this.timeout(form.limit * 4)
    const all: Endured[] = []
    // Before the hook that stops the hub.
    after('nothing goes on', async () => {
      await runs.rest()
      told(all)
    })
    const rows = rowsOf(form, useHub(), useOwnHub())
    const runs = ahead(
      rows.map(({ work }) => work),
      REACH,
    )

    for (const [index, { title }] of rows.entries())
      it(`given ${title}`, async () => {
        const endured = await runs.take(index)
        all.push(...endured)
        assert.deepEqual(
          endured.filter(({ heap = 0 }) => heap > HEAP),
          [],
        )
      })
  })
}
