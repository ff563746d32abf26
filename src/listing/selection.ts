import { SECRET_TYPE_CLUSTER, SECRET_TYPE_LABEL } from '../argocd/cluster-secret.ts'
import { keysUnder } from '../engine/keys.ts'
import type { Settings } from '../settings/settings.ts'
import type { Entry } from './entry.ts'

/** What somebody asked to see. */
export interface Asked {
  /** As somebody may call a registration; empty = all there are. */
  readonly names: readonly string[]
  /** Hidden ones and cluster Secrets of others too. */
  readonly all: boolean
  /** A label selector; absent or empty = any. */
  readonly selector?: string
}

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(',')

/**
 * Label selectors that together select what is asked for, none of it twice: one list of the hub each. Hidden ones are always
 * among it, so that a watch sees one go into hiding for what it is.
 */
export const selectorsOf = ({ all, selector }: Asked, settings: Settings): readonly string[] => {
  const { managedBy, sourceNamespace } = keysUnder(settings.labelPrefix)
  const { namespaces } = settings
  const sources = namespaces.length === 0 ? undefined : `${sourceNamespace} in (${namespaces.join(',')})`
  const ours = joined(`${managedBy}=${settings.managedBy}`, sources, selector)
  // What is not ours has no source namespace that counts.
  if (!all || sources !== undefined) return [ours]
  const foreign = `${SECRET_TYPE_LABEL}=${SECRET_TYPE_CLUSTER},${managedBy}!=${settings.managedBy}`
  return [ours, joined(foreign, selector)]
}

const isNamed = ({ names: own }: Entry, names: readonly string[]): boolean =>
  names.some((name) => own.has(name))

/** Whoever asks by name, or for all, gets hidden ones too. */
export const isShown = (entry: Entry, { all, names }: Asked): boolean => {
  if (entry.kind === 'other' || (entry.kind === 'foreign' && !all)) return false
  if (names.length > 0) return isNamed(entry, names)
  return all || entry.hiding === undefined
}

/** Names that nothing shown is called by. */
export const unfound = (shown: readonly Entry[], { names }: Asked): readonly string[] =>
  names.filter((name) => !shown.some((entry) => isNamed(entry, [name])))
