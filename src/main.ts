import { Config, Help } from '@oclif/core'
import { readCommandLine, type FlagShape, type Verb } from './cli/argv.ts'
import type { RegistrarCommand } from './cli/command.ts'
import { formatError } from './cli/errors.ts'
import type { Io } from './cli/io.ts'
import { outputTo } from './cli/output-stream.ts'
import { UsageError } from './errors.ts'
import Sync from './commands/sync.ts'
import Version from './commands/version.ts'

/** The verbs, for oclif's explicit strategy: the bundle has no folder of commands to look into. */
export const COMMANDS = { sync: Sync, version: Version } as const

/** Values of flags that may stand without one. */
const BARE: Readonly<Record<string, string>> = { 'dry-run': 'client' }

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
  ...(BARE[name] === undefined ? {} : { bare: BARE[name] }),
})

const verbsOf = (): Map<string, Verb> =>
  new Map(
    Object.entries(COMMANDS).map(([name, command]) => [
      name,
      { flags: Object.entries(command.flags).map(shapeOf), takesWords: false },
    ]),
  )

/** `help VERB` and `--version` are other spellings of `VERB --help` and `version`. */
const respell = (words: readonly string[]): readonly string[] => {
  if (words[0] === 'help') return [...words.slice(1), '--help']
  return words[0] === '--version' ? ['version', ...words.slice(1)] : words
}

const showHelp = async (config: Config, verb: string | undefined, io: Io): Promise<number> => {
  const lines: string[] = []
  const help = new (class extends Help {
    protected override log(...parts: string[]): void {
      lines.push(parts.join(' '))
    }
  })(config, { maxWidth: 100, stripAnsi: !io.stdoutIsTerminal })
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

const readAll = async (stream: AsyncIterable<Buffer | string>): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** The world as the process has it. */
export const processIo = (program: string, version: string): Io => {
  const stdout = outputTo(process.stdout, 'standard output')
  return {
    env: process.env,
    stdout,
    stderr: outputTo(process.stderr),
    stdoutIsTerminal: process.stdout.isTTY,
    stderrIsTerminal: process.stderr.isTTY,
    readStdin: () => readAll(process.stdin),
    now: () => Date.now(),
    program,
    version,
  }
}
