import { isDeepStrictEqual } from 'node:util'
import { isRemoval, isWrite, type Decision } from '../engine/decision.ts'

const effectOf = (decision: Decision): readonly unknown[] => {
  if (isWrite(decision)) {
    const { credential: _where, ...desired } = decision.desired
    return [decision.precondition.kind, decision.held, desired]
  }
  if (!isRemoval(decision)) return []
  const { affects, held, precondition } = decision
  const touched = affects && [affects.applications, affects.applicationSets, affects.known]
  return [precondition.kind, held, touched]
}

const objectOf = (decision: Decision): string | undefined =>
  'precondition' in decision && decision.precondition.kind !== 'absent'
    ? decision.precondition.base.uid
    : undefined

/** What a person agrees to: what is done to which object, and what it does to Applications. No stamps, no versions. */
const agreedOn = (decision: Decision): readonly unknown[] => {
  const { action, cluster, id, namespace, reason, server } = decision
  return [id, action, reason, cluster, namespace, server, objectOf(decision), ...effectOf(decision)]
}

/** Whether two plans come to the same for somebody who was shown the first. */
export const isSamePlan = (shown: readonly Decision[], now: readonly Decision[]): boolean =>
  isDeepStrictEqual(shown.map(agreedOn), now.map(agreedOn))
