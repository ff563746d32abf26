import type { ReasonId } from '../engine/reasons/index.ts'

/** The reference's six (C5.48). */
export const CONFLICTS = [
  'not_managed',
  'orphan_cluster_mismatch',
  'incumbent',
  'contested_name',
  'create_race',
  'server_collision',
] as const
export type Conflict = (typeof CONFLICTS)[number]

const BY_REASON: ReadonlyMap<ReasonId, Conflict> = new Map([
  ['not-managed', 'not_managed'],
  // The reference knows no holder but a Secret of that name (decisions.md §2).
  ['name-held', 'not_managed'],
  ['orphan-cluster-mismatch', 'orphan_cluster_mismatch'],
  ['incumbent', 'incumbent'],
  ['contested-name', 'contested_name'],
  ['create-race', 'create_race'],
  ['server-collision', 'server_collision'],
])

/** As the reference's metric and logs call a refusal; undefined for what is no conflict to it. */
export const conflictOf = (reason: ReasonId): Conflict | undefined => BY_REASON.get(reason)
