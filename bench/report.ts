/** What of the product's report (`sync -o json`) is looked at. */
export interface Report {
  readonly complete: boolean
  readonly summary: Readonly<Record<string, number>>
  readonly cost: { readonly requests: number }
}

/** @throws unless the pass saw everything and did `action` to `clusters` clusters: a pass that did less is no measure. */
export const readReport = (stdout: string, action: string, clusters: number): Report => {
  const report = JSON.parse(stdout) as Report
  if (!report.complete || report.summary[action] !== clusters)
    throw new Error(`sync was to ${action} ${clusters} clusters and did ${JSON.stringify(report.summary)}`)
  return report
}
