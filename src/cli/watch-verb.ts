import { setFlagsFromString } from 'node:v8'
import { parseAddress } from '../controller/address.ts'
import { systemClock } from '../controller/clock.ts'
import { leaseName } from '../controller/identity.ts'
import { createLog, type LogFormat } from '../controller/log.ts'
import { watchSettings } from '../controller/settings-change.ts'
import { runProcess } from '../controller/process.ts'
import { UsageError } from '../errors.ts'
import { isDnsSubdomain } from '../kube/names.ts'
import type { Settings } from '../settings/settings.ts'
import type { LiveTable } from '../output/live-table.ts'
import { hubName } from './hub.ts'
import { dryRunOf, outputOf } from './inputs.ts'
import type { Io } from './io.ts'
import { note, openSession, passOptions, type Flags, type Session } from './session.ts'
import { requireTarget } from './target.ts'
import { settingsSource } from './watch-settings.ts'
import { showsTable, withTable } from './watch-table.ts'

const WORKERS = 8
const PROBES = ':8081'

const text = (flags: Flags, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

const workersOf = (flags: Flags): number => {
  const typed = text(flags, 'workers')
  if (typed === undefined) return WORKERS
  const count = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  if (count < 1) throw new UsageError('--workers: not a number from 1 to 999', `write --workers=${WORKERS}`)
  return count
}

const formatOf = (flags: Flags): LogFormat => {
  const typed = text(flags, 'log-format') ?? 'text'
  if (typed === 'text' || typed === 'json') return typed
  throw new UsageError('--log-format: not one of text, json', 'write --log-format=json')
}

const dryRun = (flags: Flags): 'none' | 'client' => {
  const mode = dryRunOf(flags)
  if (mode !== 'server') return mode
  throw new UsageError('--dry-run=server: a controller has nothing to try', 'write --dry-run=client')
}

/** Undefined where no lease is taken. */
const leaseOf = (io: Io, flags: Flags, settings: Settings, mode: 'none' | 'client'): string | undefined => {
  const typed = text(flags, 'leader-election-id')
  if (typed !== undefined && !isDnsSubdomain(typed))
    throw new UsageError(
      '--leader-election-id: not the name of a lease',
      'use lower-case letters, digits, - and ., or leave it out',
    )
  if (flags['leader-elect'] !== true) return undefined
  if (mode === 'none') return typed ?? leaseName(settings.labelPrefix, settings.managedBy)
  note(io, '--leader-elect has no effect on a dry run: nothing is written, not even a lease')
  return undefined
}

const run = async (
  io: Io,
  flags: Flags,
  session: Session,
  mode: 'none' | 'client',
  table?: LiveTable,
): Promise<0 | 1> => {
  const { hub, settings } = session
  const verbosity = outputOf({ v: flags['v'] }).verbosity
  const { policy } = passOptions(session, io)
  const log =
    table?.log ??
    createLog({
      format: formatOf(flags),
      level: verbosity > 0 ? 'debug' : 'info',
      now: io.now,
      write: io.stdout,
    })
  const ended = new AbortController()
  const watching = watchSettings(
    {
      settings,
      clock: systemClock,
      log,
      changed: (changed) => table?.tell({ kind: 'settings', changed }),
      ...settingsSource(io, flags, hub.client),
    },
    ended.signal,
  )
  try {
    return await runProcess({
      client: hub.client,
      leaseClient: hub.apart ?? hub.client,
      settings,
      translator: (now) => ({ now, policy }),
      clock: systemClock,
      log,
      ...(table ? { clusterLog: table.clusters, tell: table.tell } : {}),
      workers: workersOf(flags),
      dryRun: mode,
      prune: flags['prune'] !== false,
      lease: leaseOf(io, flags, settings, mode),
      probes: parseAddress(text(flags, 'health-probe-bind-address') ?? PROBES, '--health-probe-bind-address'),
      metrics: parseAddress(text(flags, 'metrics-bind-address') ?? '0', '--metrics-bind-address'),
      stopped: io.untilStopped(),
    })
  } finally {
    ended.abort()
    await watching
  }
}

/**
 * A controller runs for months beside others: what it holds in memory counts for more than the time of a collection. By
 * itself V8 lets garbage pile up to several times what is in use. Both flags are read whenever a heap is about to grow.
 * Optimised code would cost it 13 MB more, and it waits for the hub nearly all the time (docs/performance.md).
 */
const keepSmall = (): void => {
  setFlagsFromString('--optimize-for-size')
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-opt')
}

/** Runs the controller on the hub the flags name, until the process is told to stop. */
export const runWatch = async (io: Io, flags: Flags): Promise<number> => {
  const mode = dryRun(flags)
  workersOf(flags)
  formatOf(flags)
  const { verbosity } = outputOf({ v: flags['v'] })
  keepSmall()
  const session = await openSession(io, flags, verbosity, 'hub')
  const live = showsTable(io, flags, verbosity)
  const tellHub = (): void => {
    io.stderr(`hub: ${hubName(session.hub.about)}\n`)
  }
  try {
    // The table says it in its first line.
    if (!live) tellHub()
    await requireTarget(session, mode, io).catch((error: unknown) => {
      if (live) tellHub()
      throw error
    })
    if (!live) return await run(io, flags, session, mode)
    return await withTable(io, session, mode, (table) => run(io, flags, session, mode, table))
  } catch (error) {
    throw session.hub.explain(error)
  } finally {
    session.hub.close()
  }
}
