import { UsageError } from '../errors.ts'

/** Does `work`; a UsageError it throws says where the value was given. */
export const at = <T>(origin: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${origin}: ${error.message}`, error.remedy)
    throw error
  }
}
