import type { ProbeFault } from './judge.ts'

/** Ends a contact with what it came to. */
export class Ended extends Error {
  readonly fault: ProbeFault

  constructor(fault: ProbeFault) {
    super(fault.id)
    this.fault = fault
  }
}
