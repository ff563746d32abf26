import { leaseName } from '../../controller/identity.ts'
import { readRecord } from '../../controller/lease-record.ts'
import { isForbidden } from '../../kube/errors.ts'
import type { Inspection } from '../inspection.ts'
import type { Instance } from './controller-instances.ts'

/** Milliseconds that clocks of two machines may be apart: the times in a Lease are another's. */
const SKEW = 60_000

interface HeldLease {
  readonly name: string
  readonly holder: string
  readonly renewed: string
  readonly isStale: boolean
}

/** Those that somebody holds, of the instances that work on the same registrations. */
export const heldLeases = async (
  inspection: Inspection,
  instances: readonly Instance[],
): Promise<readonly HeldLease[]> => {
  const { labelPrefix, managedBy, targetNamespace: namespace } = inspection.settings
  const names = [leaseName(labelPrefix, managedBy), ...instances.flatMap(({ leaseId }) => leaseId ?? [])]
  const found = await Promise.all(
    [...new Set(names)].map(async (name) => {
      const lease = await inspection.find('leases', { namespace, name })
      const record = lease && readRecord(lease)
      if (!record?.holder) return []
      const { holder, renewTime, duration } = record
      const isStale = inspection.now - Date.parse(renewTime) > duration + SKEW
      return [{ name, holder, renewed: renewTime, isStale }]
    }),
  )
  return found.flat()
}

/** What may be read of two sources that each can answer: the refusal counts only where neither does. */
export const sighted = async <T>(
  reading: Promise<T>,
): Promise<{ readonly seen: T } | { readonly refusal: unknown }> => {
  try {
    return { seen: await reading }
  } catch (error) {
    if (isForbidden(error)) return { refusal: error }
    throw error
  }
}
