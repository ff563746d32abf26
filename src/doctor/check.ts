import type { CheckId } from './catalogue.ts'
import type { Finding, Section } from './finding.ts'
import type { Inspection } from './inspection.ts'

/** One question to a hub. No finding means that what it looks at was read, and is fine or not there. */
export interface Check {
  readonly id: CheckId
  readonly section: Section
  /** `hub`: manifests can't answer it. */
  readonly on: 'hub' | 'anywhere'
  /** `probe`: it connects to child clusters, and runs with `--probe` only. */
  readonly only?: 'probe'
  readonly run: (inspection: Inspection) => Promise<readonly Finding[]>
}

/** Thrown by a check that can't be answered here; its text says why. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}
