import { UsageError } from '../errors.ts'
import type { Io } from './io.ts'

/**
 * Has a person confirm what is about to be done. Only `y` and `yes` confirm, in any case; an empty answer does not.
 * @param question without its question mark, as `hide 2 registrations from Argo CD`
 * @param yes the flag that answers every prompt
 * @throws UsageError off a terminal without the flag: nobody is there to ask
 */
export const confirm = async (io: Io, question: string, yes: boolean): Promise<boolean> => {
  if (yes) return true
  if (!io.ask)
    throw new UsageError(
      `${question}: this has to be confirmed, and there is no terminal to ask on`,
      'look at it with --dry-run, then add --yes',
    )
  const answer = await io.ask(`${question}? [y/N] `)
  return /^\s*y(?:es)?\s*$/i.test(answer)
}
