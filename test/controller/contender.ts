import { LeaderElection } from '../../src/controller/lease.ts'
import type { LeaseClient } from '../../src/controller/lease-lock.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import type { Lease } from '../../src/kube/objects.ts'
import { ManualClock } from './manual-clock.ts'

export const NAMESPACE = 'argocd'
export const LEASE = 'acr-1'

/**
 * What a hub does with calls:
 * - `up`: answers · `down`: refuses them · `hung`: gives no answer, until the caller gives up
 * - `mute`: carries them out, and the answer is lost
 */
export type HubState = 'up' | 'down' | 'hung' | 'mute'

/** A process that stands for election, with a clock and a line to the hub of its own. */
export interface Contender {
  readonly clock: ManualClock
  readonly election: LeaderElection
  /** `leading`, `following NAME`, `lost expired`, `fault MESSAGE` … in order. */
  readonly told: string[]
  hub: HubState
}

const refusal = (kind: 'network' | 'aborted'): KubeError =>
  new KubeError({ kind, code: 0, reason: '', call: 'leases', message: kind })

const throughLine = (client: LeaseClient, state: () => HubState): LeaseClient => {
  const line = async <T>(signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> => {
    if (state() === 'down') throw refusal('network')
    if (state() === 'hung')
      return new Promise<T>((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(refusal('aborted'))
        })
      })
    const answer = await call()
    if (state() === 'mute') throw refusal('network')
    return answer
  }
  return {
    get: (resource, ref, signal) => line(signal, () => client.get(resource, ref, signal)),
    create: (resource, object, options) =>
      line(options?.signal, () => client.create(resource, object, options)),
    update: (resource, object, options) =>
      line(options?.signal, () => client.update(resource, object, options)),
  }
}

/** Its methods, to be spread. */
const plain = (client: LeaseClient): LeaseClient => ({
  get: (...call) => client.get(...call),
  create: (...call) => client.create(...call),
  update: (...call) => client.update(...call),
})

/** A hub in memory, and the contenders that meet on it. */
export class Ring {
  readonly store = new MemoryStore()
  readonly client = new MemoryClient(this.store, { absenceIsProof: true })

  /** @param through stands between the contender and the hub, beside its line */
  contender(
    identity: string,
    { clock = new ManualClock(), through = (client: LeaseClient): LeaseClient => client } = {},
  ): Contender {
    const told: string[] = []
    const line = { hub: 'up' as HubState }
    const election = new LeaderElection({
      client: throughLine(through(plain(this.client)), () => line.hub),
      clock,
      namespace: NAMESPACE,
      name: LEASE,
      identity,
      listener: {
        leading: () => told.push('leading'),
        following: (holder) => told.push(`following ${holder}`),
        lost: (loss) => told.push(loss.kind === 'taken' ? `lost to ${loss.holder}` : 'lost expired'),
        faulted: (error) => told.push(`fault ${(error as Error).message}`),
      },
    })
    return Object.assign(line, { clock, election, told })
  }

  lease(): Lease | undefined {
    return this.store.find('leases', { namespace: NAMESPACE, name: LEASE })?.object
  }

  /** `holder transitions`. */
  holder(): string {
    const spec = this.lease()?.spec
    return `${spec?.holderIdentity ?? '-'} ${spec?.leaseTransitions ?? '-'}`
  }

  /** Changes the Lease as somebody else would. */
  async edit(change: (lease: Lease) => Lease): Promise<void> {
    await this.client.update('leases', change(this.lease()!))
  }

  async drop(): Promise<void> {
    const { uid = '', resourceVersion = '' } = this.lease()!.metadata
    await this.client.delete('leases', { namespace: NAMESPACE, name: LEASE }, { uid, resourceVersion })
  }
}
