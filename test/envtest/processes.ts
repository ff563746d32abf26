import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port nobody listens on now. Another process may take it before it is used: callers retry. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no TCP port')
  return address.port
}

export interface Daemon {
  readonly pid: number
  /** Rejects, quoting the end of the log, when the process has ended. */
  assertRunning(): void
  /** SIGTERM, after `grace` ms SIGKILL; resolves once the process is gone. */
  stop(grace?: number): Promise<void>
  /** The same program with the same words, once more: for one that was stopped. */
  start(): void
}

/**
 * Kills a process when this one ends. A shell holds the read end of a pipe to this process and acts when the pipe closes: so
 * nothing outlives the tests, not even when they are killed with SIGKILL.
 * @returns lets it go
 */
export const tether = (pid: number): (() => void) => {
  const guard = spawn('sh', ['-c', 'read _; kill -9 "$0" 2>/dev/null', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In its own process group: an interrupt from the terminal reaches the tests and must not end the guard first.
    detached: true,
  })
  guard.unref()
  return () => {
    guard.kill('SIGKILL')
  }
}

interface Launched {
  readonly child: ChildProcess
  readonly pid: number
  readonly ended: Promise<void>
}

const launch = (file: string, args: readonly string[], log: string): Launched => {
  const output = openSync(log, 'a')
  const child = spawn(file, args, { stdio: ['ignore', output, output] })
  closeSync(output)
  child.unref()
  const { pid } = child
  if (pid === undefined) throw new Error(`${file} could not be started`)
  const release = tether(pid)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      release()
      resolve()
    })
  })
  return { child, pid, ended }
}

/** Starts a server with its output in `log`. */
export const startDaemon = (file: string, args: readonly string[], log: string): Daemon => {
  let { child, pid, ended } = launch(file, args, log)
  const running = (): boolean => child.exitCode === null && child.signalCode === null
  return {
    get pid() {
      return pid
    },
    assertRunning: () => {
      if (!running()) throw new Error(`${file} ended:\n${readFileSync(log, 'utf8').slice(-2000)}`)
    },
    stop: async (grace = 3000) => {
      if (!running()) return
      child.ref()
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(grace, undefined, { ref: false })])
      if (running()) child.kill('SIGKILL')
      await ended
    },
    start: () => {
      ;({ child, pid, ended } = launch(file, args, log))
    },
  }
}

/** Asks `ready` every 25 ms until it says yes. @throws after `limit` ms, or when `daemon` has ended. */
export const waitUntil = async (
  ready: () => Promise<boolean>,
  daemon: Daemon,
  limit: number,
  what: string,
): Promise<void> => {
  const end = Date.now() + limit
  while (!(await ready().catch(() => false))) {
    daemon.assertRunning()
    if (Date.now() > end) throw new Error(`${what} was not ready after ${limit} ms`)
    await sleep(25)
  }
}
