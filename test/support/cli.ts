import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openCluster, type ClusterHub } from '../../src/cli/hub.ts'
import type { Io } from '../../src/cli/io.ts'
import { main } from '../../src/main.ts'
import type { Terminal } from '../../src/output/live-screen.ts'

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
  /** That terminal, where it can be drawn on in place. */
  readonly screen?: Terminal
  /** There is a person to ask, who gives these answers, one a question. */
  readonly answers?: readonly string[]
  /** Called while that person thinks, before each answer. */
  readonly thinking?: () => void
  /** The hub that is reached whatever the flags say; default: they are followed. */
  readonly hub?: ClusterHub
  /** Called in place of every pause, with its milliseconds. */
  readonly pause?: (milliseconds: number) => unknown
  /** Resolves when the process is told to stop; default: never. */
  readonly stopped?: Promise<void>
  /** Called after every write to standard output, with all that was written. */
  readonly wrote?: (stdout: string) => void
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
      options.wrote?.(output.stdout)
    },
    stdoutIsTerminal: options.terminal ?? false,
    ...(options.columns === undefined ? {} : { columns: options.columns }),
    ...(options.screen ? { terminal: options.screen } : {}),
    stderrIsTerminal: false,
    readStdin: () => Promise.resolve(options.stdin ?? ''),
    ...(options.answers ? { ask: (question) => Promise.resolve(answered(question)) } : {}),
    untilStopped: () => options.stopped ?? new Promise(() => undefined),
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

/**
 * The program under test: what `npm run build` wrote, run by this node, or the executable that REGISTRAR_EXECUTABLE names.
 * A node's own flags go to either.
 */
export const programUnderTest = (
  nodeFlags: readonly string[] = [],
): {
  readonly command: string
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
} => {
  const executable = process.env['REGISTRAR_EXECUTABLE']
  return executable === undefined
    ? { command: process.execPath, words: [...nodeFlags, PLUGIN], env: {} }
    : { command: executable, words: [], env: { NODE_OPTIONS: nodeFlags.join(' ') } }
}

const PLUGIN = `${ROOT}bin/run.js`

/** The same, for kubectl to find on its PATH. */
export const pluginUnderTest = (): string => process.env['REGISTRAR_EXECUTABLE'] ?? PLUGIN

/** Runs the program under test. */
export const runBin = (
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> => {
  const program = programUnderTest()
  return run(program.command, [...program.words, ...words], {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    ...program.env,
    ...env,
  })
}
