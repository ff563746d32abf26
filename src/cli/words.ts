import { UsageError } from '../errors.ts'
import type { Io } from './io.ts'

/**
 * The words of a verb that takes some, each once.
 * @throws UsageError for an empty one: a variable that is not set must not turn `prune "$CLUSTER"` into `prune`
 */
export const wordsOf = (argv: readonly unknown[]): readonly string[] => {
  const words = argv.map(String)
  if (words.some((word) => word.trim() === ''))
    throw new UsageError('an empty word names nothing', 'fill the variable in, or leave the word out')
  return [...new Set(words)]
}

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
