import type { Namespace, Secret } from '../../src/kube/objects.ts'
import { P } from '../engine/test-hub.ts'
import type { Removed } from './passes.ts'
import { stampTime } from './removal-rules.ts'
import { isGoing, isManaged, isOurs, isVisible } from './sight.ts'

const WINDOW = 10 * 60_000

export interface BrakeSetting {
  readonly count?: number
  readonly percent?: number
}

/** How many may go in 10 minutes, of so many. */
export const allowed = ({ count, percent }: BrakeSetting, of: number): number =>
  count ?? (percent === undefined ? Math.max(3, of / 2) : (of * percent) / 100)

/** The fleet as the brake counts it. */
export interface Fleet {
  /** Hidden or deleted in the window, as far as the process or the stamps show. */
  readonly recent: ReadonlySet<string>
  /** Registrations at the window's start, without what is to be deleted out of sight. */
  readonly size: number
}

/** Visible ones as old as the window. */
const longStanding = (ours: readonly Secret[], now: number): readonly Secret[] =>
  ours.filter(
    (secret) => isVisible(secret) && Date.parse(secret.metadata.creationTimestamp ?? '') <= now - WINDOW,
  )

/** Where none is as old as the window, all that are there count. */
const standingSince = (ours: readonly Secret[], now: number): readonly Secret[] => {
  const old = longStanding(ours, now)
  return old.length > 0 ? old : ours.filter(isVisible)
}

/** No registration is as old as the window. */
export const isNewHub = (secrets: ReadonlyMap<string, Secret>, owner: string, now: number): boolean =>
  longStanding(
    [...secrets.values()].filter((secret) => isOurs(secret, owner)),
    now,
  ).length === 0

/** @param log what this process hid or deleted before */
export const fleetOf = (
  secrets: ReadonlyMap<string, Secret>,
  owner: string,
  now: number,
  log: readonly Removed[],
): Fleet => {
  const ours = [...secrets.values()].filter((secret) => isOurs(secret, owner))
  const isInWindow = (at: number | undefined): boolean => at !== undefined && at > now - WINDOW && at <= now
  const stamped = ours.filter(
    (secret) => !isVisible(secret) && isInWindow(stampTime(secret.metadata.labels?.[`${P}stale-since`])),
  )
  const recent = new Set([
    ...log.filter(({ at }) => isInWindow(at)).map(({ secret }) => secret),
    ...stamped.map(({ metadata }) => metadata.name),
  ])
  const standing = new Set(standingSince(ours, now).map(({ metadata }) => metadata.name))
  const lost = [...recent].filter((name) => {
    const secret = secrets.get(name)
    if (secret && isVisible(secret)) return false
    return !standing.has(secret?.metadata.labels?.[`${P}superseded-by`] ?? '')
  })
  return { recent, size: standing.size + lost.length }
}

export const isSourceLeft = (
  { namespaces }: { readonly namespaces: ReadonlyMap<string, Namespace> },
  owner: string,
): boolean => [...namespaces.values()].some((namespace) => isManaged(namespace, owner) && !isGoing(namespace))
