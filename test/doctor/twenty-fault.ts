import type { CheckId } from '../../src/doctor/catalogue.ts'
import type { Severity } from '../../src/doctor/finding.ts'
import type { Hub } from '../envtest/hub.ts'

/** `ID SEVERITY OBJECT`, as a report has it. */
type FoundLine = `${CheckId} ${Severity} ${string}`

/** Something that goes wrong on a hub, and what `doctor` is to say of it. */
export interface Fault {
  readonly what: string
  readonly found: FoundLine
  /** What else follows from it. */
  readonly companions?: readonly FoundLine[]
  readonly put: (hub: Hub) => Promise<unknown>
}
