import { Command, type Config } from '@oclif/core'
import type { Io } from './io.ts'

/** A verb: parses its flags, calls the engine, prints. No decisions. Its run resolves to the exit code. */
export abstract class RegistrarCommand extends Command {
  protected readonly io: Io

  constructor(argv: string[], config: Config, io: Io) {
    super(argv, config)
    this.io = io
  }

  abstract override run(): Promise<number>
}

/** The exit code as the user wants it: `--exit-zero` maps 1 to 0, never 2. */
export const exitCode = (code: 0 | 1, exitZero: boolean): number => (exitZero ? 0 : code)
