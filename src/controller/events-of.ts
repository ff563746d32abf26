import type { Decision, Outcome } from '../engine/decision.ts'
import type { News } from './decision-log.ts'
import type { EventRequest, EventSubject } from './events-object.ts'

const pascal = (kebab: string): string =>
  kebab.replaceAll(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase())

const namespaceOf = (name: string): EventSubject => ({ apiVersion: 'v1', kind: 'Namespace', name })

/** The registration, wanted or there; the namespace where the registration could not even be given a name. */
const regardingOf = (decision: Decision): EventSubject | undefined => {
  const { secret, namespace } = decision
  if (secret === '') return namespace === undefined ? undefined : namespaceOf(namespace)
  const precondition = 'precondition' in decision ? decision.precondition : undefined
  const uid = precondition && 'base' in precondition ? precondition.base.uid : undefined
  return { apiVersion: 'v1', kind: 'Secret', name: secret, ...(uid === undefined ? {} : { uid }) }
}

const reasonOf = ({ decision, result }: Outcome): string => {
  if (result === 'failed') return 'write-failed'
  return result === 'held' && 'held' in decision ? decision.held : decision.reason
}

/**
 * The Event of a decision that changed; undefined for what is of no interest to anybody but a debugger, for dry runs, and for
 * what was overtaken and is decided anew.
 */
export const decisionEvent = (
  outcome: Outcome,
  { level, reason, remedy }: News,
): EventRequest | undefined => {
  const { decision, result } = outcome
  const regarding = regardingOf(decision)
  const isPassing = result === 'planned' || result === 'stood-down'
  if (regarding === undefined || isPassing || level === 'debug') return undefined
  const { namespace } = decision
  return {
    type: level === 'info' ? 'Normal' : 'Warning',
    reason: pascal(reasonOf(outcome)),
    action: pascal(decision.action),
    note: remedy === undefined ? reason : `${reason}; ${remedy}`,
    regarding,
    ...(namespace === undefined || regarding.kind === 'Namespace' ? {} : { related: namespaceOf(namespace) }),
  }
}

/** That a process leads now, or does no more (C7.48). @param lease name of the Lease */
export const leadershipEvent = (lease: string, identity: string, leads: boolean): EventRequest => ({
  type: 'Normal',
  reason: 'LeaderElection',
  action: leads ? 'Lead' : 'StandDown',
  note: `${identity} ${leads ? 'leads' : 'leads no more'}`,
  regarding: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', name: lease },
})
