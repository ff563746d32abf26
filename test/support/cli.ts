import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openCluster, type ClusterHub } from '../../src/cli/hub.ts'
import type { Io } from '../../src/cli/io.ts'
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
  /** The same, for a clock that goes on. */
  readonly clock?: () => number
  readonly program?: string
  /** Standard output is a terminal. */
  readonly terminal?: boolean
  /** Width of that terminal. */
  readonly columns?: number
  /** There is a person to ask, who gives these answers, one a question. */
  readonly answers?: readonly string[]
  /** Called while that person thinks, before each answer. */
  readonly thinking?: () => void
  /** The hub that is reached whatever the flags say; default: they are followed. */
  readonly hub?: ClusterHub
  /** Called in place of every pause, with its milliseconds. */
  readonly pause?: (milliseconds: number) => unknown
}

/** Runs a command line in this process, as the executable would. The environment is empty but for what is given. */
export const runCli = async (words: readonly string[], options: CliOptions = {}): Promise<CliResult> => {
  const output = { stdout: '', stderr: '' }
  const answers = [...(options.answers ?? [])]
  const world = {
    env: { ...options.env },
    stderr: (text: string): void => {
      output.stderr += text
    },
    now: options.clock ?? ((): number => options.now ?? Date.now()),
    version: '0.0.0-test',
  }
  const io: Io = {
    ...world,
    stdout: (text) => {
      output.stdout += text
    },
    stdoutIsTerminal: options.terminal ?? false,
    ...(options.columns === undefined ? {} : { columns: options.columns }),
    stderrIsTerminal: false,
    readStdin: () => Promise.resolve(options.stdin ?? ''),
    ...(options.answers ? { ask: (question) => Promise.resolve(answered(question)) } : {}),
    untilStopped: () => new Promise(() => undefined),
    pause: (milliseconds) => {
      options.pause?.(milliseconds)
      return Promise.resolve()
    },
    connect: (flags, verbosity) =>
      options.hub ? Promise.resolve(options.hub) : openCluster(world, flags, verbosity),
    program: options.program ?? 'kubectl registrar',
  }
  /** A terminal shows the question and what is typed. */
  const answered = (question: string): string => {
    options.thinking?.()
    const answer = answers.shift()
    if (answer === undefined) throw new Error(`nobody expected the question ${question}`)
    output.stderr += `${question}${answer}\n`
    return answer
  }
  const code = await main(words, ROOT, io)
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
