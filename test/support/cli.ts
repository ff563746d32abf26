import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { main } from '../../src/main.ts'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Milliseconds since the epoch; default: the real time. */
  readonly now?: number
  readonly program?: string
  readonly terminal?: boolean
}

/** Runs a command line in this process, as the executable would. The environment is empty but for what is given. */
export const runCli = async (words: readonly string[], options: CliOptions = {}): Promise<CliResult> => {
  const output = { stdout: '', stderr: '' }
  const code = await main(words, ROOT, {
    env: { ...options.env },
    stdout: (text) => {
      output.stdout += text
    },
    stderr: (text) => {
      output.stderr += text
    },
    stdoutIsTerminal: options.terminal ?? false,
    stderrIsTerminal: false,
    readStdin: () => Promise.resolve(options.stdin ?? ''),
    now: () => options.now ?? Date.now(),
    program: options.program ?? 'kubectl registrar',
    version: '0.0.0-test',
  })
  return { code, ...output }
}

/** Runs a program of the machine with this environment alone. */
export const run = (
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  stdin = '',
): Promise<CliResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, { env, cwd: ROOT })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      output.stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output.stderr += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => {
      resolve({ code: code ?? -1, ...output })
    })
    child.stdin.end(stdin)
  })

/** Runs what `npm run build` wrote. */
export const runBin = (
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> =>
  run(process.execPath, [`${ROOT}bin/run.js`, ...words], {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    ...env,
  })
