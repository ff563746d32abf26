import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { tether } from '../envtest/processes.ts'
import { programUnderTest, ROOT } from '../support/cli.ts'
import type { Site } from '../e2e/site.ts'
import type { Sight } from './sights.ts'

/** One line of the controller's log. */
export interface LogRecord {
  readonly level: string
  readonly msg: string
  readonly [key: string]: unknown
}

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

/** A run of `watch`. */
export interface Watching {
  readonly pid: number
  readonly records: readonly LogRecord[]
  /** The first record with this message and these fields, from the `from`-th record on. @throws where none comes */
  until(msg: string, fields?: Readonly<Record<string, unknown>>, from?: number): Promise<LogRecord>
  signal(name: NodeJS.Signals): void
  /** From now on its wall clock is so many milliseconds ahead. */
  setAhead(ms: number): void
  readonly ended: Promise<Ended>
  /** SIGTERM, and waits. */
  stop(): Promise<Ended>
}

export interface WatchOptions {
  readonly sight: Sight
  /** Default: straight to the hub, as the sight's user. */
  readonly kubeconfig?: string
  readonly words?: readonly string[]
  /** Default: no probes. */
  readonly probes?: string
  /** Milliseconds after which a record that has not come will not. Default 40 s. */
  readonly limit?: number
}

const LIMIT = 40_000

const PROBE = fileURLToPath(new URL('handles-probe.cjs', import.meta.url))

const has = (record: LogRecord, msg: string, fields: Readonly<Record<string, unknown>>): boolean =>
  record.msg === msg && Object.entries(fields).every(([key, value]) => record[key] === value)

/** Starts the built executable on the site's share of the hub. */
export const startWatching = (site: Site, options: WatchOptions): Watching => {
  const {
    sight,
    kubeconfig = site.hub.kubeconfig(sight.user),
    words = [],
    probes = '0',
    limit = LIMIT,
  } = options
  const program = programUnderTest(['--expose-gc', `--require=${PROBE}`])
  const child = spawn(
    program.command,
    [
      ...program.words,
      'watch',
      ...['--kubeconfig', kubeconfig, '--managed-by', site.owner, '--target-namespace', site.target],
      ...['--log-format', 'json', '--health-probe-bind-address', probes],
      ...sight.words,
      ...words,
    ],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...program.env },
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  const pid = child.pid!
  const release = tether(pid)
  const records: LogRecord[] = []
  const state = { stderr: '', running: true }
  createInterface(child.stdout!).on('line', (line) => records.push(JSON.parse(line) as LogRecord))
  child.stderr!.on('data', (chunk: Buffer) => {
    state.stderr += chunk.toString()
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      state.running = false
      release()
      resolve({ code, signal, stderr: state.stderr })
    })
  })
  const until: Watching['until'] = async (msg, fields = {}, from = 0) => {
    const end = Date.now() + limit
    for (;;) {
      const found = records.slice(from).find((record) => has(record, msg, fields))
      if (found) return found
      if (!state.running || Date.now() > end)
        throw new Error(
          `no record "${msg}" ${JSON.stringify(fields)}${state.running ? '' : ', and it has ended'}\n` +
            [state.stderr, ...records.slice(from).map((record) => JSON.stringify(record))].join('\n'),
        )
      await sleep(5)
    }
  }
  const signal = (name: NodeJS.Signals): void => {
    child.kill(name)
  }
  return {
    pid,
    records,
    until,
    signal,
    setAhead: (ahead) => {
      child.send({ ahead })
    },
    ended,
    stop: () => {
      signal('SIGTERM')
      return ended
    },
  }
}
