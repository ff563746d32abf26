import { UsageError } from '../errors.ts'
import { KubeError } from '../kube/errors.ts'

/** A failure as a record may tell it. Of what is no failure of the hub or the settings only the kind: its text could quote
 *  anything. */
export const errorText = (error: unknown): string => {
  if (error instanceof KubeError || error instanceof UsageError) return error.message
  return error instanceof Error ? `internal error (${error.name})` : 'internal error'
}
