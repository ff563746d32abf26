import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'

/** GNU time: Node itself does not tell the memory of a child that has ended. */
const TIME = '/usr/bin/time'

export interface Measured {
  readonly stdout: string
  /** Milliseconds from start to end, as a caller waits for them. */
  readonly wall: number
  /** Milliseconds of processor time, user and system. */
  readonly cpu: number
  /** Most memory resident at once, in MiB. */
  readonly memory: number
}

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  /** Scratch folder: home of the measured process, and of what is noted about it. */
  readonly scratch: string
}

/**
 * Runs a command once in an environment of its own: in particular without NODE_EXTRA_CA_CERTS, which costs Node 38 ms at
 * start, and without proxies or kubeconfigs of the machine. @throws unless it exits with 0.
 */
export const measure = async ({ file, args, scratch }: Command): Promise<Measured> => {
  if (!existsSync(TIME)) throw new Error(`${TIME} is missing: install GNU time`)
  const noted = join(scratch, 'time')
  const env = { PATH: process.env['PATH'], HOME: scratch, LANG: 'C' }
  const start = performance.now()
  const child = spawn(TIME, ['-q', '-f', '%U %S %M', '-o', noted, file, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.err += chunk))
  const [exitCode] = (await once(child, 'close')) as [number]
  const wall = performance.now() - start
  if (exitCode !== 0) throw new Error(`${file} ${args.join(' ')}: exit ${exitCode}\n${text.err.slice(-2000)}`)
  const [user = 0, system = 0, kibibytes = 0] = readFileSync(noted, 'utf8').trim().split(' ').map(Number)
  return { stdout: text.out, wall, cpu: (user + system) * 1000, memory: kibibytes / 1024 }
}
