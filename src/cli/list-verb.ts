import { UsageError } from '../errors.ts'
import { listAll } from '../kube/paging.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { entryReader, type Entry } from '../listing/entry.ts'
import { goneRow, rowOf, type Row } from '../listing/row.ts'
import { isShown, selectorsOf, unfound, type Asked } from '../listing/selection.ts'
import { sortRows } from '../listing/sort.ts'
import { listPrinter, type ListPrinter } from '../output/list-printer.ts'
import { exitCode } from './command.ts'
import { formatError } from './errors.ts'
import { outputOf, type OutputOptions } from './inputs.ts'
import type { Io } from './io.ts'
import type { Listed } from './list-follow.ts'
import { listInputs, type ListInputs } from './list-inputs.ts'
import { emptyText, sightText, unfoundFault } from './list-notes.ts'
import { note, type Flags, type Session } from './session.ts'
import { withSession } from './with-session.ts'

interface Running {
  readonly io: Io
  readonly session: Session
  readonly inputs: ListInputs
  readonly printer: ListPrinter
  readonly completed: (remedy: string) => string
}

const printerOf = async (io: Io, { color, format, headers }: OutputOptions): Promise<ListPrinter> => {
  const isColored = color === 'always' || (color === 'auto' && io.stdoutIsTerminal && !io.env['NO_COLOR'])
  const paint = isColored ? (await import('../output/list-paint.ts')).listPaint() : undefined
  return listPrinter({
    format,
    headers,
    ...(paint ? { paint } : {}),
    ...(io.columns === undefined ? {} : { columns: io.columns }),
  })
}

const listEntries = (
  { hub, settings }: Session,
  asked: Asked,
  read: ReturnType<typeof entryReader>,
): Promise<readonly Listed[]> =>
  Promise.all(
    selectorsOf(asked, settings).map(async (labelSelector) => ({
      labelSelector,
      listing: await listAll(
        hub.client,
        'secrets',
        { namespace: settings.targetNamespace, labelSelector },
        read,
      ),
    })),
  )

const rowsOf = ({ io, inputs }: Running, entries: readonly Entry[]): readonly Row[] => {
  const now = io.now()
  return sortRows(
    entries.map((entry) => rowOf(entry, now)),
    inputs.sortBy,
  )
}

const never = (): Promise<void> => new Promise(() => undefined)

/** Prints what changes until the process is told to stop. */
const followChanges = async (
  { io, session: { hub, settings }, inputs: { asked }, printer }: Running,
  lists: readonly Listed[],
  read: ReturnType<typeof entryReader>,
  stopped: Promise<void>,
): Promise<void> => {
  const { follow, POLL } = await import('./list-follow.ts')
  const { systemClock } = await import('../controller/clock.ts')
  const stopping = new AbortController()
  void stopped.then(() => {
    stopping.abort()
  })
  await follow(
    lists,
    {
      client: hub.client,
      namespace: settings.targetNamespace,
      read,
      clock: systemClock,
      changed: (entry, before) => {
        const wasShown = before !== undefined && isShown(before, asked)
        const isStill = entry !== undefined && entry.kind !== 'other'
        if (isStill && (wasShown || isShown(entry, asked))) io.stdout(printer.more([rowOf(entry, io.now())]))
        else if (!isStill && wasShown) io.stdout(printer.more([goneRow(before, io.now())]))
      },
      sight: (sight, why) => {
        note(io, sightText(sight, why, POLL))
      },
    },
    stopping.signal,
  )
}

const list = async (running: Running): Promise<0 | 1> => {
  const { io, session, inputs, printer, completed } = running
  const { asked, watch } = inputs
  const read = entryReader(session.settings)
  const lists = await listEntries(session, asked, read)
  const entries = lists.flatMap(({ listing }) => listing.items)
  const shown = entries.filter((entry) => isShown(entry, asked))
  const rows = rowsOf(running, shown)
  const missing = unfound(shown, asked)
  // From here on somebody may press Ctrl-C because they have seen enough.
  const stopped = watch ? Promise.race([io.untilStopped(), io.untilUnread?.() ?? never()]) : undefined
  io.stdout(watch ? printer.more(rows) : printer.list(rows))
  if (stopped) {
    for (const name of missing) note(io, `no registration is called "${printableName(name)}" so far`)
    await followChanges(running, lists, read, stopped)
    return 0
  }
  if (rows.length === 0 && missing.length === 0) io.stderr(emptyText(session, asked, entries))
  for (const name of missing) io.stderr(formatError(unfoundFault(name, entries, asked, completed)))
  return missing.length > 0 ? 1 : 0
}

/** Lists the registrations, and with `--watch` goes on with what changes. */
export const runList = async (io: Io, flags: Flags, argv: readonly unknown[]): Promise<number> => {
  const output = outputOf(flags)
  const inputs = listInputs(flags, argv)
  const { verbosity } = output
  return withSession(io, flags, { verbosity, scope: 'anywhere' }, async (session, completed) => {
    if (inputs.watch && session.files)
      throw new UsageError('--watch: manifests do not change while they are looked at', 'leave --watch out')
    const code = await list({ io, session, inputs, printer: await printerOf(io, output), completed })
    return exitCode(code, output.exitZero)
  })
}
