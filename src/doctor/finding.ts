import type { Params } from '../kubeconfig/translation.ts'

/** What `--fail-on` goes by, the gravest first. */
export type Severity = 'error' | 'warning' | 'info'

/** In the order a report shows them (doctor.md). */
export const SECTIONS = [
  'access',
  'settings',
  'sources',
  'claims',
  'registrations',
  'credentials',
  'removal',
  'argocd',
  'controller',
] as const

export type Section = (typeof SECTIONS)[number]

/** One thing a check has to say; its words come from the check's text and `params`. */
export interface Finding {
  readonly severity: Severity
  /** As a person would look for it: `team-a/prod-user-kubeconfig`, a cluster's name, a setting. Never a credential. */
  readonly object: string
  readonly params: Params
  /** More objects it is about. */
  readonly related?: readonly string[]
}
