import { isDeepStrictEqual } from 'node:util'
import type { KubeClient } from '../kube/client.ts'
import { isNotFound } from '../kube/errors.ts'
import type { Lease } from '../kube/objects.ts'
import type { Clock } from './clock.ts'
import { readRecord, withRecord, type LeaseRecord } from './lease-record.ts'

/** Of a client with connections of its own: a renewal must not wait behind the controller's requests. */
export type LeaseClient = Pick<KubeClient, 'get' | 'create' | 'update'>

/** A Lease as this process saw it last. */
export interface Seen {
  readonly lease: Lease
  readonly record: LeaseRecord
  /** By the monotonic clock, when the record was first seen to be so. The times in it are another machine's. */
  readonly since: number
}

/** Reads and writes one Lease, and remembers since when it says what it says. */
export class LeaseLock {
  readonly name: string
  readonly #client: LeaseClient
  readonly #clock: Clock
  readonly #namespace: string
  #seen: Seen | undefined

  constructor(client: LeaseClient, clock: Clock, namespace: string, name: string) {
    this.#client = client
    this.#clock = clock
    this.#namespace = namespace
    this.name = name
  }

  /** As the last call left it; undefined where there is none. */
  get seen(): Seen | undefined {
    return this.#seen
  }

  /** @throws KubeError unless the Lease is there, or certainly is not */
  async read(signal: AbortSignal): Promise<Seen | undefined> {
    try {
      return this.#see(await this.#client.get('leases', this.#ref(), signal))
    } catch (error) {
      if (!isNotFound(error, this.name)) throw error
      this.#seen = undefined
      return undefined
    }
  }

  /** Writes on the Lease as it was seen, or makes it where none was. @throws KubeError */
  async write(record: LeaseRecord, signal: AbortSignal): Promise<Seen> {
    const lease = withRecord(this.#seen?.lease ?? { metadata: this.#ref() }, record)
    return this.#see(
      await (this.#seen
        ? this.#client.update('leases', lease, { signal })
        : this.#client.create('leases', lease, { signal })),
    )
  }

  #ref(): { readonly namespace: string; readonly name: string } {
    return { namespace: this.#namespace, name: this.name }
  }

  #see(lease: Lease): Seen {
    const record = readRecord(lease)
    const former = this.#seen
    const since = former && isDeepStrictEqual(former.record, record) ? former.since : this.#clock.monotonic()
    return (this.#seen = { lease, record, since })
  }
}
