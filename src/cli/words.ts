import { UsageError } from '../errors.ts'
import type { Io } from './io.ts'

/** The words of a verb that takes some, each once. */
export const wordsOf = (argv: readonly unknown[]): readonly string[] => [...new Set(argv.map(String))]

/** @throws UsageError where there is none */
export const requireWords = (
  argv: readonly unknown[],
  verb: string,
  what: string,
  { program }: Io,
): readonly string[] => {
  const words = wordsOf(argv)
  if (words.length === 0)
    throw new UsageError(`${verb} needs at least one ${what}`, `see ${program} ${verb} --help`)
  return words
}
