import { microTime } from '../kube/micro-time.ts'
import type { Lease } from '../kube/objects.ts'

/** Who leads, as client-go's leader election keeps it in a Lease. */
export interface LeaseRecord {
  /** Empty: nobody. */
  readonly holder: string
  /** Milliseconds for which others leave it to the holder, from when they saw the record change. */
  readonly duration: number
  readonly acquireTime: string
  readonly renewTime: string
  /** Times it went to another holder. */
  readonly transitions: number
}

/** What a missing field reads as is client-go's: no holder, no time to wait for. */
export const readRecord = ({ spec = {} }: Lease): LeaseRecord => ({
  holder: spec.holderIdentity ?? '',
  duration: 1000 * (spec.leaseDurationSeconds ?? 0),
  acquireTime: spec.acquireTime ?? '',
  renewTime: spec.renewTime ?? '',
  transitions: spec.leaseTransitions ?? 0,
})

/** The Lease with this record in it; its labels and what else others keep there stay. */
export const withRecord = (lease: Lease, record: LeaseRecord): Lease => ({
  ...lease,
  spec: {
    ...lease.spec,
    holderIdentity: record.holder,
    leaseDurationSeconds: record.duration / 1000,
    acquireTime: record.acquireTime,
    renewTime: record.renewTime,
    leaseTransitions: record.transitions,
  },
})

/** The record by which `holder` takes or keeps a Lease that says `former`, at `now` milliseconds since the epoch. */
export const heldBy = (
  holder: string,
  duration: number,
  now: number,
  former: LeaseRecord | undefined,
): LeaseRecord => {
  const renewTime = microTime(now)
  const isOurs = former?.holder === holder
  return {
    holder,
    duration,
    renewTime,
    acquireTime: isOurs && former.acquireTime !== '' ? former.acquireTime : renewTime,
    transitions: (former?.transitions ?? 0) + (former === undefined || isOurs ? 0 : 1),
  }
}

/** What a holder leaves behind that stops: the next one need not wait. */
export const released = (former: LeaseRecord, now: number): LeaseRecord => ({
  holder: '',
  duration: 1000,
  renewTime: microTime(now),
  acquireTime: microTime(now),
  transitions: former.transitions,
})
