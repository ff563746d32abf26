import { Config, Help } from '@oclif/core'
import { readCommandLine, type FlagShape, type Verb } from './cli/argv.ts'
import type { RegistrarCommand } from './cli/command.ts'
import { formatError } from './cli/errors.ts'
import type { Io } from './cli/io.ts'
import { outputTo } from './cli/output-stream.ts'
import { askOn } from './cli/terminal.ts'
import { UsageError } from './errors.ts'
import Demote from './commands/demote.ts'
import Prune from './commands/prune.ts'
import Register from './commands/register.ts'
import Revert from './commands/revert.ts'
import Sync from './commands/sync.ts'
import Version from './commands/version.ts'
import Watch from './commands/watch.ts'
import { untilSignal } from './cli/signals.ts'

/** The verbs, for oclif's explicit strategy: the bundle has no folder of commands to look into. */
export const COMMANDS = {
  demote: Demote,
  prune: Prune,
  register: Register,
  revert: Revert,
  sync: Sync,
  version: Version,
  watch: Watch,
} as const

/** Values of flags that may stand without one, and what a word after one has to look like to be its value, or meant as it. */
const BARE: Readonly<Record<string, Pick<FlagShape, 'bare' | 'bareTakes' | 'bareMisses'>>> = {
  'dry-run': { bare: 'client', bareMisses: /^(?:none|client|server|true|false)$/ },
  wait: { bare: '90s', bareTakes: /^(?:0|(?:[\d.]+(?:ns|us|µs|μs|ms|s|m|h|d))+)$/ },
}

interface FlagDefinition {
  readonly type: string
  readonly char?: string
  readonly multiple?: boolean
}

const shapeOf = ([name, flag]: readonly [string, FlagDefinition]): FlagShape => ({
  name,
  repeated: flag.multiple ?? false,
  type: flag.type === 'boolean' ? 'boolean' : 'option',
  ...(flag.char === undefined ? {} : { char: flag.char }),
  ...BARE[name],
})

const verbsOf = (): Map<string, Verb> =>
  new Map(
    Object.entries(COMMANDS).map(([name, command]) => [
      name,
      // oclif's word for a command that takes any number of words.
      { flags: Object.entries(command.flags).map(shapeOf), takesWords: !command.strict },
    ]),
  )

/** `help VERB` and `--version` are other spellings of `VERB --help` and `version`. */
const respell = (words: readonly string[]): readonly string[] => {
  if (words[0] === 'help') return [...words.slice(1), '--help']
  return words[0] === '--version' ? ['version', ...words.slice(1)] : words
}

/** As wide as the terminal, within what can be read. */
const helpWidth = ({ columns = 80 }: Io): number => Math.min(Math.max(columns, 60), 100)

const showHelp = async (config: Config, verb: string | undefined, io: Io): Promise<number> => {
  const lines: string[] = []
  const help = new (class extends Help {
    protected override log(...parts: string[]): void {
      lines.push(parts.join(' '))
    }
  })(config, { maxWidth: helpWidth(io), stripAnsi: !io.stdoutIsTerminal })
  await help.showHelp(verb === undefined ? [] : [verb])
  io.stdout(`${lines.join('\n').trimEnd()}\n`)
  return 0
}

const dispatch = async (words: readonly string[], root: string, io: Io): Promise<number> => {
  const { verb, argv, help } = readCommandLine(respell(words), verbsOf(), io.program)
  const config = await Config.load({ root })
  config.bin = io.program
  if (help || verb === undefined) return showHelp(config, verb, io)
  const command: new (argv: string[], config: Config, io: Io) => RegistrarCommand =
    COMMANDS[verb as keyof typeof COMMANDS]
  return new command([...argv], config, io).run()
}

/**
 * Runs one command line.
 * @param root folder of package.json
 * @returns the exit code; every error has been printed
 */
export const main = async (words: readonly string[], root: string, io: Io): Promise<number> => {
  try {
    return await dispatch(words, root, io)
  } catch (error) {
    io.stderr(formatError(error))
    return error instanceof UsageError ? error.exitCode : 2
  }
}

const readAll = async (
  stream: AsyncIterable<Buffer | string>,
  limit = Number.POSITIVE_INFINITY,
): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > limit)
      throw new UsageError(
        `standard input holds more than ${limit} bytes`,
        'pipe in one kubeconfig: kubectl config view --flatten --minify',
      )
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The world as the process has it. */
export const processIo = (program: string, version: string): Io => {
  const stdout = outputTo(process.stdout, 'standard output')
  const { env, stdin } = process
  const stderr = outputTo(process.stderr)
  const now = (): number => Date.now()
  // Questions go where notes go: results may be piped on.
  const isAsked = stdin.isTTY && process.stderr.isTTY
  return {
    env,
    stdout,
    stderr,
    stdoutIsTerminal: process.stdout.isTTY,
    // A terminal that does not tell its width says 0.
    ...(process.stdout.isTTY && process.stdout.columns > 0 ? { columns: process.stdout.columns } : {}),
    stderrIsTerminal: process.stderr.isTTY,
    readStdin: (limit) => readAll(stdin, limit),
    ...(isAsked ? { ask: askOn(stdin, process.stderr) } : {}),
    now,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    untilStopped: () => untilSignal(process),
    connect: async (flags, options) =>
      (await import('./cli/hub.ts')).openCluster({ env, stderr, now, version }, flags, options),
    program,
    version,
  }
}
