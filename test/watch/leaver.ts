import { removeSources } from '../e2e/changes.ts'
import type { Scene } from './fault.ts'

/** A cluster that keeps its credential, for faults that it goes away in. */
export const LEAVER = 'z-00'

/** Its namespace is deleted, so its registration is to go. */
export const leave = async ({ site, expected }: Scene): Promise<void> => {
  await removeSources(site, [LEAVER])
  const { [LEAVER]: _gone, ...fleet } = expected.fleet
  expected.fleet = fleet
}
