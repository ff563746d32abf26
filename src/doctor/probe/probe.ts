import type { Clock } from '../../controller/clock.ts'
import { mapConcurrently } from '../../engine/concurrency.ts'
import type { Secret } from '../../kube/objects.ts'
import { printableHost } from '../../kubeconfig/printable.ts'
import { Contact } from './contact.ts'
import { fault, lateFault, type ProbeFault } from './judge.ts'
import { targetOf, type Target } from './target.ts'
import { totalOf, type Phase, type Timing, type Verdict } from './verdict.ts'
import type { Wire } from './wire.ts'

/** Clusters that are contacted at once. */
const CONCURRENCY = 16
/** Milliseconds that one cluster may take. */
const DEADLINE = 10_000
/** Milliseconds from which on an answer is slow. */
const SLOW = 3000

export interface ProbeOptions {
  readonly wire: Wire
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Milliseconds a certificate should still be valid. */
  readonly minValidity: number
  readonly userAgent: string
}

/** What a cluster that answered should be looked after for. */
const care = (
  { now, minValidity }: ProbeOptions,
  timings: readonly Timing[],
  end: number | undefined,
): ProbeFault | undefined => {
  if (end !== undefined && end - now < minValidity)
    return fault(
      'probe-tls-expired',
      { problem: 'expiring', date: new Date(end).toISOString().slice(0, 10) },
      'warning',
    )
  if (totalOf(timings) < SLOW) return undefined
  const { phase } = timings.reduce((slowest, timing) => (timing.ms > slowest.ms ? timing : slowest))
  return fault('probe-slow', { problem: 'slow', phase }, 'warning')
}

const about = ({ host, port, proxy }: Target): Readonly<Record<string, string>> => ({
  host: printableHost(host),
  server: `${printableHost(host)}:${port}`,
  ...(proxy ? { proxy: `${printableHost(proxy.host)}:${proxy.port}` } : {}),
})

const withParams = (found: ProbeFault | undefined, target: Target): Pick<Verdict, 'fault'> =>
  found ? { fault: { ...found, params: { ...about(target), ...found.params } } } : {}

/** Contacts one cluster, for as long as it may take. */
const probeTarget = async (target: Target, options: ProbeOptions): Promise<Verdict> => {
  const { clock, wire, userAgent } = options
  const contact = new Contact(target, { wire, userAgent, monotonic: () => clock.monotonic() })
  let cancel = (): void => undefined
  const late = new Promise<Phase>((resolve) => {
    cancel = clock.after(DEADLINE, () => {
      resolve(contact.phase)
    })
  })
  try {
    const found = await Promise.race([contact.run(), late])
    const { cluster } = target
    const timings = [...contact.timings]
    if (typeof found === 'string')
      return { cluster, timings, ...withParams(lateFault(found, DEADLINE), target) }
    return {
      cluster,
      timings,
      ...withParams(found.fault ?? care(options, timings, found.certificateEnd), target),
    }
  } finally {
    cancel()
    contact.end()
  }
}

/** Contacts every cluster of these Secrets, whoever registered it. Nothing is written. */
export const probeAll = (secrets: readonly Secret[], options: ProbeOptions): Promise<readonly Verdict[]> =>
  mapConcurrently(secrets, CONCURRENCY, async (secret) => {
    const read = targetOf(secret)
    if (read.ok) return probeTarget(read.target, options)
    const { cluster, why } = read
    return { cluster, timings: [], fault: fault('probe-auth', { problem: 'unreadable', why }, 'info') }
  })
