import { UsageError } from '../errors.ts'
import type { Io } from './io.ts'
import { completeRemedy, type Completed } from './remedy.ts'
import { openSession, type Flags, type Scope, type Session } from './session.ts'

/** Where a verb works, and how much it tells of the requests. */
export interface SessionOptions {
  readonly verbosity: number
  readonly scope: Scope
}

/**
 * Opens what the flags name, has it worked with, and closes it whatever comes of that. What the work throws ends the command
 * with a remedy that reaches the same hub.
 */
export const withSession = async <T>(
  io: Io,
  flags: Flags,
  { verbosity, scope }: SessionOptions,
  work: (session: Session, completed: Completed) => Promise<T>,
): Promise<T> => {
  const completed = completeRemedy(flags, io.program)
  const session = await openSession(io, flags, verbosity, scope)
  try {
    return await work(session, completed)
  } catch (error) {
    const explained = session.hub.explain(error)
    if (!(explained instanceof UsageError)) throw explained
    throw new UsageError(explained.message, completed(explained.remedy), { cause: explained.cause })
  } finally {
    session.hub.close()
  }
}
