import { Help, type Config } from '@oclif/core'
import { readCommandLine, type FlagShape, type Verb } from './cli/argv.ts'
import type { RegistrarCommand } from './cli/command.ts'
import type { NamesRequest } from './cli/completion-names.ts'
import { formatError } from './cli/errors.ts'
import type { Io } from './cli/io.ts'
import { outputTo } from './cli/output-stream.ts'
import { loadConfig, unloadedConfig, type Installed } from './cli/packed-config.ts'
import { askOn, terminalOn } from './cli/terminal.ts'
import type { CompletionTable } from './completing/table.ts'
import { UsageError } from './errors.ts'
import Completion from './commands/completion.ts'
import Demote from './commands/demote.ts'
import Doctor from './commands/doctor.ts'
import Explain from './commands/explain.ts'
import List from './commands/list.ts'
import Manifests from './commands/manifests.ts'
import Prune from './commands/prune.ts'
import Register from './commands/register.ts'
import Revert from './commands/revert.ts'
import Sync from './commands/sync.ts'
import Version from './commands/version.ts'
import Watch from './commands/watch.ts'
import { untilSignal } from './cli/signals.ts'

/** The verbs, for oclif's explicit strategy: the bundle has no folder of commands to look into. */
export const COMMANDS = {
  completion: Completion,
  demote: Demote,
  doctor: Doctor,
  explain: Explain,
  list: List,
  manifests: Manifests,
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
  probe: { bare: 'here', bareTakes: /^(?:here|pod)$/ },
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

/** Other names of verbs: kubectl's for `list`. */
export const ALIASES: Readonly<Record<string, keyof typeof COMMANDS>> = { get: 'list' }

/** What completion asks of the bundle: the table where it is built (.ci/answers.js), names where a key is pressed. */
export const completing = {
  table: async (): Promise<CompletionTable> =>
    (await import('./completing/table.ts')).completionTable(COMMANDS, Object.keys(BARE), ALIASES),
  names: async (request: NamesRequest, io: Io): Promise<readonly string[]> =>
    (await import('./cli/completion-names.ts')).completionNames(request, io),
} as const

const verbsOf = (): Map<string, Verb> => {
  const verbs = new Map<string, Verb>(
    Object.entries(COMMANDS).map(([name, command]) => [
      name,
      // oclif's word for a command that takes any number of words.
      { flags: Object.entries(command.flags).map(shapeOf), takesWords: !command.strict },
    ]),
  )
  for (const [alias, name] of Object.entries(ALIASES)) {
    const verb = verbs.get(name)
    if (verb) verbs.set(alias, verb)
  }
  return verbs
}

/** `help VERB` and `--version` are other spellings of `VERB --help` and `version`. */
const respell = (words: readonly string[]): readonly string[] => {
  if (words[0] === 'help') return [...words.slice(1), '--help']
  return words[0] === '--version' ? ['version', ...words.slice(1)] : words
}

/** As wide as the terminal, within what can be read. Help without a verb is short, and rendered by the build (bin/answer.js). */
const helpWidth = ({ columns = 80 }: Io, verb: string | undefined): number =>
  Math.min(Math.max(columns, 60), verb === undefined ? 80 : 100)

const showHelp = async (config: Config, verb: string | undefined, io: Io): Promise<number> => {
  const lines: string[] = []
  const help = new (class extends Help {
    protected override log(...parts: string[]): void {
      lines.push(parts.join(' '))
    }
  })(config, { maxWidth: helpWidth(io, verb), stripAnsi: !io.stdoutIsTerminal })
  await help.showHelp(verb === undefined ? [] : [verb])
  io.stdout(`${lines.join('\n').trimEnd()}\n`)
  return 0
}

const dispatch = async (words: readonly string[], installed: Installed, io: Io): Promise<number> => {
  const { verb: typed, argv, help } = readCommandLine(respell(words), verbsOf(), io.program)
  const verb = typed === undefined ? undefined : (ALIASES[typed] ?? typed)
  const needsHelp = help || verb === undefined
  const config = needsHelp ? await loadConfig(installed) : unloadedConfig(installed)
  config.bin = io.program
  if (needsHelp) return showHelp(config, verb, io)
  const command: new (argv: string[], config: Config, io: Io) => RegistrarCommand =
    COMMANDS[verb as keyof typeof COMMANDS]
  return new command([...argv], config, io).run()
}

/**
 * Runs one command line.
 * @returns the exit code; every error has been printed
 */
export const main = async (words: readonly string[], installed: Installed, io: Io): Promise<number> => {
  try {
    return await dispatch(words, installed, io)
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
  const terminal = terminalOn(process.stdout, env)
  return {
    env,
    stdout,
    stderr,
    stdoutIsTerminal: process.stdout.isTTY,
    // A terminal that does not tell its width says 0.
    ...(process.stdout.isTTY && process.stdout.columns > 0 ? { columns: process.stdout.columns } : {}),
    ...(terminal ? { terminal } : {}),
    stderrIsTerminal: process.stderr.isTTY,
    readStdin: (limit) => readAll(stdin, limit),
    ...(isAsked ? { ask: askOn(stdin, process.stderr) } : {}),
    now,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    untilStopped: () => untilSignal(process),
    untilUnread: () =>
      new Promise((resolve) => {
        process.stdout.once('error', () => {
          resolve()
        })
      }),
    connect: async (flags, options) =>
      (await import('./cli/hub.ts')).openCluster({ env, stderr, now, version }, flags, options),
    program,
    version,
  }
}
