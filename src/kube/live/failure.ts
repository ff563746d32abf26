import { UsageError } from '../../errors.ts'
import { KubeError, type KubeErrorKind } from '../errors.ts'
import type { HubConnection } from './connection.ts'
import { Fault } from './fault.ts'
import { faultText } from './fault-text.ts'

/** The KubeError for whatever ended a call. An unknown error is named, not kept: it may quote what it was reading. */
export const failureOf = (
  error: unknown,
  call: string,
  ended: 'timeout' | 'aborted' | undefined,
  connection: HubConnection,
): KubeError => {
  if (error instanceof KubeError) return error
  const make = (kind: KubeErrorKind, message: string, cause?: Error): KubeError =>
    new KubeError({ kind, code: 0, reason: '', call, message, ...(cause && { cause }) })
  if (ended === 'aborted') return make('aborted', `${call}: stopped`)
  if (ended === 'timeout') return make('timeout', `${call}: no answer within the time allowed`)
  if (error instanceof UsageError) return make('network', error.message, error)
  if (!(error instanceof Fault)) return make('network', `${call}: could not be sent`)
  if (error.where === 'body') {
    const what = error.code === 'TOO_LARGE' ? 'is larger than allowed' : 'was cut off or damaged'
    return make('body', `${call}: the answer ${what}`, error)
  }
  return make('network', faultText(error, connection).message, error)
}
