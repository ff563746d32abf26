import { ACTIONS, type Action } from '../../src/engine/decision.ts'
import type { Report, ReportDecision } from '../../src/engine/report.ts'

/** A decision about a cluster of this name, in a namespace `ns-NAME`. */
export const decision = (cluster: string, more: Partial<ReportDecision> = {}): ReportDecision => ({
  cluster,
  namespace: `ns-${cluster}`,
  secret: `cluster-${cluster}`,
  provider: 'k3k',
  action: 'unchanged',
  reason: 'up-to-date',
  message: 'nothing to do',
  ...more,
})

/** So many names: `c-00`, `c-01` … */
export const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `c-${String(index).padStart(2, '0')}`)

export const report = (decisions: readonly ReportDecision[], more: Partial<Report> = {}): Report => ({
  apiVersion: 'registrar/v1',
  kind: 'Report',
  hub: { source: 'cluster' },
  settings: {
    targetNamespace: 'argocd',
    labelPrefix: 'argocd-cluster-registrar/',
    managedBy: 'cluster-registrar',
    providers: ['k3k'],
    execCredentials: false,
    demotedTTL: '0s',
  },
  dryRun: 'none',
  decisions,
  summary: Object.fromEntries(ACTIONS.map((action) => [action, 0])) as Record<Action, number>,
  complete: true,
  cost: { requests: 1 },
  ...more,
})
