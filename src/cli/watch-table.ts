import { systemClock } from '../controller/clock.ts'
import type { LiveTable } from '../output/live-table.ts'
import { hubName } from './hub.ts'
import type { Io } from './io.ts'
import type { Flags, Session } from './session.ts'

/** A table is for a person: whoever asks for a form of log, or for more of it, gets the log. */
export const showsTable = ({ terminal }: Io, flags: Flags, verbosity: number): boolean =>
  terminal !== undefined && flags['log-format'] === undefined && verbosity === 0

/** Has the table on the terminal while `work` runs; its last state stays there, and what became of it is said below. */
export const withTable = async (
  { env, stdout, terminal }: Io,
  { hub: { about } }: Session,
  mode: 'none' | 'client',
  work: (table?: LiveTable) => Promise<0 | 1>,
): Promise<0 | 1> => {
  if (!terminal) return work()
  const { LiveTable } = await import('../output/live-table.ts')
  const { listPaint } = await import('../output/list-paint.ts')
  const table = new LiveTable({
    terminal,
    clock: systemClock,
    hub: [hubName(about), about.context === undefined ? (about.server ?? '') : `context ${about.context}`],
    dryRun: mode !== 'none',
    ...(env['NO_COLOR'] ? {} : { paint: listPaint() }),
  })
  const code = await work(table).finally(() => {
    table.end()
  })
  stdout(code === 0 ? 'stopped: what is registered stays so\n' : 'stopped: the lease is lost\n')
  return code
}
