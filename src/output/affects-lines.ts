import type { ReportAffects } from '../engine/report.ts'
import { printable } from './printable.ts'

const everyName = (names: readonly string[]): string => names.join(', ')

/**
 * What of Argo CD's is touched, one line a kind; none where nothing is.
 * @param listed how names are put into a line; default: all of them
 */
export const affectsLines = (
  { applications, applicationSets }: ReportAffects,
  listed: (names: readonly string[]) => string = everyName,
): string[] => {
  const line = (what: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [printable(`    ${what}: ${listed(names)}`)]
  return [...line('Applications', applications), ...line('ApplicationSets', applicationSets)]
}
