import fc from 'fast-check'
import { histories } from './arbitraries.ts'
import { Run } from './history.ts'
import type { ModelHub } from './hub.ts'
import type { History } from './steps.ts'
import { tell } from './tell.ts'

/** One history on a hub of its own. @throws Breach */
export const runHistory = async (history: History, makeHub: () => Promise<ModelHub>): Promise<void> => {
  const hub = await makeHub()
  await new Run(hub, history.setup).history(history)
}

interface Seeding {
  readonly numRuns: number
  readonly seed?: number
  readonly path?: string
}

/**
 * `MODEL_REPLAY=SEED:PATH`, as a failure prints it, tries that one history again; `MODEL_REPLAY=SEED` all that were drawn
 * with that seed.
 */
const replay = (): Pick<Seeding, 'seed' | 'path'> => {
  const [seed, ...path] = (process.env['MODEL_REPLAY'] ?? '').split(':')
  return {
    ...(seed ? { seed: Number(seed) } : {}),
    ...(path.length > 0 ? { path: path.join(':') } : {}),
  }
}

/** Tries histories until one breaks something; then tells the shortest that does, and how to run it again. */
export const tryHistories = async (
  seeding: Seeding,
  longest: number,
  makeHub: () => Promise<ModelHub>,
  file: string,
): Promise<void> => {
  const property = fc.asyncProperty(histories(longest), (history) => runHistory(history, makeHub))
  const { counterexample, counterexamplePath, errorInstance, failed, numRuns, seed } = await fc.check(
    property,
    { ...seeding, ...replay() },
  )
  if (!failed) {
    console.log(`${file}: ${numRuns} histories with seed ${seed}, nothing lost`)
    return
  }
  const [history] = counterexample ?? []
  throw new Error(
    [
      errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance),
      '',
      ...(history ? [tell(history), '', `as JSON: ${JSON.stringify(history)}`] : []),
      `again: MODEL_REPLAY=${seed}:${counterexamplePath ?? ''} npx mocha --spec ${file}`,
    ].join('\n'),
  )
}
