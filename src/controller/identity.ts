import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/**
 * Name of the Lease that all instances of one prefix and owner share, the reference registrar's included (C7.40): it and
 * this project never lead at the same time.
 */
export const leaseName = (labelPrefix: string, managedBy: string): string =>
  `acr-${createHash('sha256').update(`${labelPrefix}|${managedBy}`).digest('hex').slice(0, 16)}`

/** Reporting instances of Events, which carry it too, have at most 128 characters. */
const LONGEST_HOST = 91

/** `<hostname>_<uuid>` (C7.43): another one each time the process starts. */
export const processIdentity = (host = hostname()): string => `${host.slice(0, LONGEST_HOST)}_${randomUUID()}`
