import type { Decision } from '../../engine/decision.ts'
import { isInScope, sourceNamespaceOf } from '../../engine/plan/context.ts'
import { shownServer } from '../../engine/redact.ts'
import { classifyServer } from '../../kubeconfig/address.ts'
import type { WarningId } from '../../engine/reasons/index.ts'
import { TOLD_BY_WARNING } from './claims-reasons.ts'
import type { Look } from '../inspection.ts'

export interface ScopeNote {
  readonly reason: WarningId | 'server-loopback'
  readonly params: Readonly<Record<string, string>>
}

/** An address that is registered or would be, and what is odd about it by itself. */
export interface ScopedAddress {
  /** The cluster, as a person would look for it. */
  readonly object: string
  readonly server: string
  readonly notes: readonly ScopeNote[]
}

const NO_HUB = { hubServers: [], hubServices: [] } as const

/** Of what is registered by another hand, or not refreshed, the stored address counts. */
const storedNotes = (server: string): readonly ScopeNote[] => {
  const judged = classifyServer(server, NO_HUB)
  if (judged.ok) return judged.value.warnings.map(({ id, params }) => ({ reason: id, params }))
  const { cause, params } = judged.unusable
  return cause === 'server-loopback' ? [{ reason: cause, params }] : []
}

const sourceNotes = ({ warnings }: Decision): readonly ScopeNote[] =>
  warnings.filter(({ reason }) => TOLD_BY_WARNING[reason] === 'server-scope')

/** The address each visible or wanted cluster has once the plan is carried out. */
export const addressesOf = ({ context, decisions }: Look): readonly ScopedAddress[] => {
  const sourced = decisions.flatMap((decision) =>
    decision.source && decision.server !== undefined
      ? [
          {
            id: decision.id,
            object: decision.cluster ?? decision.secret,
            server: decision.server,
            notes: sourceNotes(decision),
          },
        ]
      : [],
  )
  const told = new Set(sourced.map(({ id }) => id))
  const stored = [...context.snapshot.registrations].flatMap(([id, registration]) =>
    registration.visible && !told.has(id) && isInScope(context, sourceNamespaceOf(context, registration))
      ? [
          {
            object: registration.clusterName || registration.name,
            server: shownServer(registration.server),
            notes: storedNotes(registration.server),
          },
        ]
      : [],
  )
  return [...sourced, ...stored]
}
