import type { ReportDecision } from '../engine/report.ts'
import { printable } from './printable.ts'

const line = (what: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [printable(`    ${what}: ${names.join(', ')}`)]

/** What of Argo CD's a removal touches, one line a kind; none where it touches nothing, or that is not known. */
export const affectsLines = ({ affects }: ReportDecision): string[] =>
  affects
    ? [...line('Applications', affects.applications), ...line('ApplicationSets', affects.applicationSets)]
    : []
