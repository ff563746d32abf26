import { isAlreadyExists, isConflict } from '../kube/errors.ts'
import type { Cancel, Clock } from './clock.ts'
import { LEASE_TIMES, LeaseHolding, type Turn } from './lease-holding.ts'
import { withinLimit } from './lease-limit.ts'
import { LeaseLock, type LeaseClient } from './lease-lock.ts'

const { renewDeadline, retryPeriod } = LEASE_TIMES
const JITTER = 1.2 // Of client-go: a contender comes back after one to 2.2 periods.
/** Milliseconds a turn may take: another fits before the deadline. */
const TURN = renewDeadline / 2

export type LeaseLoss =
  | { readonly kind: 'taken'; readonly holder: string }
  /** Ten seconds without a renewal. */
  | { readonly kind: 'expired' }

/** Told of changes only. */
export interface ElectionListener {
  leading(): void
  /** Somebody else leads. */
  following(holder: string): void
  /** For good: the process must end. */
  lost(loss: LeaseLoss): void
  /** A call failed. One that fails alike is told of again only after one that went well. */
  faulted(error: unknown): void
}

export interface ElectionOptions {
  readonly client: LeaseClient
  readonly clock: Clock
  readonly namespace: string
  /** Of the Lease: `leaseName`. */
  readonly name: string
  /** `processIdentity`. */
  readonly identity: string
  readonly listener: ElectionListener
}

/** Leader election on a Lease, as client-go does it (C7.42–C7.46). Ends by itself only when a lease that was held is lost. */
export class LeaderElection {
  readonly #clock: Clock
  readonly #listener: ElectionListener
  readonly #holding: LeaseHolding
  readonly #stop = new AbortController()
  #phase: 'waiting' | 'leading' | 'ended' = 'waiting'
  /** By the monotonic clock, when a renewal that keeps failing is given up. */
  #deadline = Infinity
  #cancel: Cancel = () => undefined
  #turn: Promise<void> = Promise.resolve()
  #told = { holder: '', fault: '' }

  constructor(options: ElectionOptions) {
    this.#clock = options.clock
    this.#listener = options.listener
    const lock = new LeaseLock(options.client, options.clock, options.namespace, options.name)
    this.#holding = new LeaseHolding(lock, options.clock, options.identity)
  }

  start(): void {
    this.#next(0)
  }

  /** True while it is certain that nobody else leads: to be asked before each write. */
  isValid(): boolean {
    return this.#phase === 'leading' && this.#holding.isValid()
  }

  /** Ends it, and gives the lease back where it is held, trying for `within` milliseconds. Nothing may be written any more
   *  when it is called. Never rejects: a lease that can't be given back runs out. */
  async stop(within = 1000): Promise<void> {
    if (this.#phase === 'ended') return
    this.#phase = 'ended'
    this.#cancel()
    this.#stop.abort()
    await this.#turn
    try {
      await withinLimit(this.#clock, within, undefined, (signal) => this.#holding.release(signal))
    } catch (error) {
      this.#tellFault(error)
    }
  }

  #next(ms: number): void {
    this.#cancel = this.#clock.after(ms, () => {
      this.#turn = this.#take()
    })
  }

  async #take(): Promise<void> {
    if (this.#phase === 'leading' && this.#deadline === Infinity)
      this.#deadline = this.#clock.monotonic() + renewDeadline
    const turn = await this.#try(Math.min(TURN, this.#left()))
    if (this.#phase === 'waiting') this.#afterWaiting(turn)
    else if (this.#phase === 'leading') this.#afterLeading(turn)
  }

  #afterWaiting(turn: Turn | undefined): void {
    if (turn?.held) {
      this.#phase = 'leading'
      this.#next(retryPeriod)
      this.#listener.leading()
      return
    }
    this.#next(retryPeriod * (1 + JITTER * this.#clock.random()))
    if (turn === undefined || turn.holder === this.#told.holder) return
    this.#told.holder = turn.holder
    this.#listener.following(turn.holder)
  }

  #afterLeading(turn: Turn | undefined): void {
    if (turn?.held) {
      this.#deadline = Infinity
      this.#next(retryPeriod)
    } else if (turn !== undefined) this.#lose({ kind: 'taken', holder: turn.holder })
    else if (this.#left() <= 0) this.#lose({ kind: 'expired' })
    else this.#next(Math.min(retryPeriod, this.#left()))
  }

  #left(): number {
    return this.#deadline - this.#clock.monotonic()
  }

  #lose(loss: LeaseLoss): void {
    this.#phase = 'ended'
    this.#listener.lost(loss)
  }

  /** Undefined where it failed, or somebody else was faster: what they did is seen next time. */
  async #try(within: number): Promise<Turn | undefined> {
    if (within <= 0) return undefined
    try {
      const turn = await withinLimit(this.#clock, within, this.#stop.signal, (signal) =>
        this.#holding.attempt(signal),
      )
      this.#told.fault = ''
      return turn
    } catch (error) {
      const isOvertaken = isConflict(error) || isAlreadyExists(error)
      if (!isOvertaken && !this.#stop.signal.aborted) this.#tellFault(error)
      return undefined
    }
  }

  #tellFault(error: unknown): void {
    const fault = error instanceof Error ? error.message : String(error)
    if (fault === this.#told.fault) return
    this.#told.fault = fault
    this.#listener.faulted(error)
  }
}
