import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../errors.ts'
import { KubeError } from '../kube/errors.ts'
import type { Settings } from '../settings/settings.ts'
import { pause, type Clock } from './clock.ts'
import type { Log } from './log.ts'

export interface SettingsChangeOptions {
  /** Those in force. */
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** Told the keys that differ, when they are others than before. */
  readonly changed: (keys: readonly string[]) => void
  /** Whether the file of settings is another than when this was asked last. */
  readonly fileChanged: () => Promise<boolean>
  /** Whether they may come from the hub: then a look takes a request. */
  readonly onHub: boolean
  /** The settings a restart would have. @throws UsageError where they can't be used */
  readonly read: () => Promise<Settings>
}

/** The hub is asked once in so many intervals: settings hardly ever change, and each look takes a request. */
const HUB_TURN = 10

/** Keys as they are written, where a setting in force is called otherwise. */
const WRITTEN: Readonly<Record<string, string>> = { demotedTtl: 'demotedTTL' }
/** Say where a value comes from, and are no settings. */
const NO_KEYS: ReadonlySet<string> = new Set(['targetNamespaceChosen', 'providersChosen', 'namespaces'])

const differingKeys = (a: Settings, b: Settings): readonly string[] =>
  (Object.keys(a) as (keyof Settings)[])
    .filter((key) => !NO_KEYS.has(key) && !isDeepStrictEqual(a[key], b[key]))
    .map((key) => WRITTEN[key] ?? key)

/** What a restart would bring that is not in force, said in a line; and for a table. */
interface Sight {
  readonly keys: readonly string[]
  readonly error?: string
}

const look = async ({ read, settings }: SettingsChangeOptions): Promise<Sight | undefined> => {
  try {
    return { keys: differingKeys(settings, await read()) }
  } catch (error) {
    // The hub is asked again at its next turn.
    if (error instanceof KubeError) return undefined
    return { keys: [], error: error instanceof UsageError ? error.message : 'they cannot be read' }
  }
}

/** Says, once for each change, that settings have changed since the start and need a restart. Resolves when aborted. */
export const watchSettings = async (options: SettingsChangeOptions, signal: AbortSignal): Promise<void> => {
  const { changed, clock, fileChanged, log, onHub, settings } = options
  let said: Sight = { keys: [] }
  for (let turn = 1; ; turn += 1) {
    await pause(clock, settings.interval, signal)
    if (signal.aborted) return
    const isTurn = onHub && turn % HUB_TURN === 0
    if (!(await fileChanged()) && !isTurn) continue
    const sight = await look(options)
    if (sight === undefined || isDeepStrictEqual(sight, said)) continue
    said = sight
    if (sight.error !== undefined)
      log('warn', 'settings have changed and cannot be used', { error: sight.error })
    else if (sight.keys.length > 0)
      log('warn', 'settings have changed, restart to use them', { keys: sight.keys })
    changed(sight.error === undefined ? sight.keys : [sight.error])
  }
}
