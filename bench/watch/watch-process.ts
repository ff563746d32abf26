import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hub } from '../../test/envtest/hub.ts'
import { programOf } from '../product.ts'
import type { BenchOptions } from '../section.ts'

/** Kernel ticks a second: fixed at 100 for what /proc tells. */
const TICKS = 100

/** A `watch` under way, looked at from outside. */
export interface WatchProcess {
  /** MiB resident now. */
  memory(): number
  /** The most MiB that were resident at once. */
  peak(): number
  /** Milliseconds of processor time used so far. */
  cpu(): number
  /** File descriptors open: sockets, pipes, timers of the loop. */
  handles(): number
  /** The same as what is waited for, as long as it runs. @throws when it has ended meanwhile */
  during<T>(waiting: Promise<T>): Promise<T>
  /** Resolves when it has used next to no processor time for some seconds. */
  idle(): Promise<void>
  /** @throws unless it ends with 0 */
  stop(): Promise<void>
}

const CONFIG = `apiVersion: registrar/v1
kind: Config
# The pace and the brake guard Argo CD and the fleet; neither is what is measured.
updatesPerMinute: 0
maxRemovals: 100%
`

const statusOf = (pid: number, key: string): number =>
  Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

const cpuOf = (pid: number): number => {
  // The name of the process stands in brackets and may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000
}

/** Under this many milliseconds of processor time in each of so many seconds it counts as idle. */
const IDLE = { seconds: 5, cpu: 60 }

/** Starts `watch` as the reference identity, with nothing of this machine in its environment. */
export const startWatch = (hub: Hub, options: BenchOptions): WatchProcess => {
  const config = join(hub.scratch, 'watch.yaml')
  writeFileSync(config, CONFIG)
  const log = join(hub.scratch, 'watch.log')
  const output = openSync(log, 'w')
  const flags = ['--kubeconfig', hub.kubeconfig('reference'), '--provider', 'k3k', '--config', config]
  const quiet = ['--health-probe-bind-address', '0', '--log-format', 'json']
  const { file, args } = programOf(options, ['watch', ...flags, ...quiet])
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], HOME: hub.scratch, LANG: 'C' },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  const pid = child.pid
  if (pid === undefined) throw new Error('watch could not be started')
  // Nothing else ends it where the bench itself is ended by a fault.
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const assertRunning = (): void => {
    if (child.exitCode === null && child.signalCode === null) return
    throw new Error(`watch has ended:\n${readFileSync(log, 'utf8').slice(-2000)}`)
  }
  return {
    memory: () => statusOf(pid, 'VmRSS') / 1024,
    peak: () => statusOf(pid, 'VmHWM') / 1024,
    cpu: () => cpuOf(pid),
    handles: () => readdirSync(`/proc/${pid}/fd`).length,
    during: (waiting) =>
      Promise.race([
        waiting,
        ended.then(() => {
          throw new Error(`watch has ended:\n${readFileSync(log, 'utf8').slice(-2000)}`)
        }),
      ]),
    idle: async () => {
      for (let quietFor = 0; quietFor < IDLE.seconds;) {
        assertRunning()
        const before = cpuOf(pid)
        await sleep(1000)
        assertRunning()
        quietFor = cpuOf(pid) - before <= IDLE.cpu ? quietFor + 1 : 0
      }
    },
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = await ended
      process.off('exit', kill)
      if (code !== 0) throw new Error(`watch: exit ${code}\n${readFileSync(log, 'utf8').slice(-2000)}`)
    },
  }
}
