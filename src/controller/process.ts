import type { HubSight } from '../engine/hub-identity.ts'
import type { Translator } from '../engine/observe/sources.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Settings } from '../settings/settings.ts'
import { formatAddress, type ListenAddress } from './address.ts'
import type { Clock } from './clock.ts'
import { Controller } from './controller.ts'
import { CredentialLog } from './decision-log-credentials.ts'
import { EventRecorder } from './events.ts'
import { leadershipEvent } from './events-of.ts'
import type { Endpoint } from './http-endpoint.ts'
import { processIdentity } from './identity.ts'
import { Journal } from './journal.ts'
import { LeaderElection } from './lease.ts'
import { leaseGuarded } from './lease-guard.ts'
import { errorText } from './log-error.ts'
import type { News } from './live-news.ts'
import type { Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { countedClient } from './metrics-requests.ts'
import { startMetricsServer } from './metrics-server.ts'
import { startProbeServer } from './probe-server.ts'

export interface ProcessOptions {
  readonly client: KubeClient
  /** Renewals go over a connection of their own: behind slow answers the lease would be lost. */
  readonly leaseClient: KubeClient
  readonly settings: Settings
  readonly translator: (now: number) => Translator
  readonly clock: Clock
  readonly log: Log
  /** Takes the records on single clusters; default: the log. */
  readonly clusterLog?: Log
  /** Told what a live table shows. */
  readonly tell?: (news: News) => void
  readonly workers: number
  readonly dryRun: 'none' | 'client'
  readonly prune: boolean
  /** Name of the Lease; undefined = no election. */
  readonly lease: string | undefined
  readonly probes: ListenAddress | undefined
  readonly metrics: ListenAddress | undefined
  /** Resolves when the process is to stop. */
  readonly stopped: Promise<void>
}

/** A write in hand is broken off so long after the process was told to stop (decisions.md §5). */
const GRACE = 4000

/** Runs the controller until it is told to stop, or loses its lease. @returns the exit code */
export const runProcess = async (options: ProcessOptions): Promise<0 | 1> => {
  const process = new WatchProcess(options)
  try {
    return await process.run()
  } finally {
    await process.close()
  }
}

class WatchProcess {
  readonly #o: ProcessOptions
  readonly #identity = processIdentity()
  readonly #endpoints: Endpoint[] = []
  #controller: Controller | undefined
  #election: LeaderElection | undefined
  #events: EventRecorder | undefined
  #metrics: Metrics | undefined
  #leads = false
  #hub: HubSight | undefined
  readonly #tell: (news: News) => void

  constructor(options: ProcessOptions) {
    this.#o = options
    this.#tell = options.tell ?? (() => undefined)
  }

  async run(): Promise<0 | 1> {
    const { log, settings, stopped, lease } = this.#o
    log('info', 'starting', {
      interval: `${settings.interval / 1000}s`,
      targetNamespace: settings.targetNamespace,
      managedBy: settings.managedBy,
      leaderElection: lease !== undefined,
      dryRun: this.#o.dryRun !== 'none',
    })
    log('info', 'providers in force', { providers: settings.providers.map(({ name }) => name) })
    const client = await this.#serve()
    const controller = this.#make(client)
    this.#controller = controller
    const lost = lease === undefined ? this.#alone() : this.#elect(this.#o.leaseClient, lease)
    const looking = controller.look().then(() => 'seen' as const)
    const first = await Promise.race([looking, stopped, lost.loss])
    if (first === 'lost') return 1
    if (first !== 'seen') return 0
    const second = await Promise.race([lost.leading, stopped, lost.loss])
    if (second === 'lost') return 1
    if (second !== 'leading') return 0
    const working = controller.work()
    return (await Promise.race([stopped, lost.loss, working])) === 'lost' ? 1 : 0
  }

  /** Finishes the write in hand, gives the lease back, and closes every socket. */
  async close(): Promise<void> {
    const { clock, log, lease } = this.#o
    const cancel = clock.after(GRACE, () => {
      this.#controller?.abort()
    })
    await this.#controller?.stop()
    cancel()
    if (this.#leads && lease !== undefined)
      this.#events?.record(leadershipEvent(lease, this.#identity, false))
    await Promise.all([this.#election?.stop(), this.#events?.stop()])
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.close()))
    log('info', 'stopped')
  }

  /** Opens what others look at. @returns the client, counted where that is asked for */
  async #serve(): Promise<KubeClient> {
    const { client, log, metrics: address, probes } = this.#o
    if (probes) {
      this.#endpoints.push(await startProbeServer({ address: probes, origin: '--health-probe-bind-address' }))
      log('info', 'serving probes', { address: formatAddress(probes) })
    }
    if (!address) return client
    const metrics = await createMetrics({
      queueDepth: () => this.#controller?.queue.depth() ?? 0,
      queueAge: () => this.#controller?.queue.oldestAge() ?? 0,
      refreshAge: () => this.#controller?.refreshAge() ?? 0,
      leading: () => this.#leads,
    })
    this.#metrics = metrics
    this.#endpoints.push(await startMetricsServer(address, '--metrics-bind-address', metrics))
    log('info', 'serving metrics', { address: formatAddress(address) })
    return countedClient(client, metrics.countRequest)
  }

  #make(client: KubeClient): Controller {
    const { clock, dryRun, lease, log, prune, settings, translator, workers } = this.#o
    if (dryRun === 'none')
      this.#events = new EventRecorder({
        client,
        clock,
        namespace: settings.targetNamespace,
        instance: this.#identity,
        onDenied: (error) => {
          log('info', 'Events are off', { reason: errorText(error) })
        },
      })
    const clusterLog = this.#o.clusterLog ?? log
    const journal = new Journal({ log: clusterLog, settings, metrics: this.#metrics, events: this.#events })
    const credentials = new CredentialLog(clusterLog)
    const isValid = (): boolean => this.#election?.isValid() ?? false
    return new Controller({
      client: lease === undefined ? client : leaseGuarded(client, isValid),
      settings,
      translator,
      clock,
      workers,
      dryRun,
      prune,
      listener: {
        decided: (namespace, outcomes, milliseconds) => {
          this.#metrics?.observePass('cluster', milliseconds)
          journal.take(namespace, outcomes)
          this.#tell({ kind: 'decided', namespace, outcomes })
        },
        sight: (feed, sight, why) => {
          const reason = why === undefined ? undefined : errorText(why)
          log(sight === 'stale' ? 'warn' : 'info', 'sight changed', { what: feed, sight, reason })
          this.#tell({ kind: 'sight', feed, sight, ...(reason === undefined ? {} : { why: reason }) })
        },
        audited: (audit, milliseconds) => {
          this.#metrics?.observePass('fleet', milliseconds)
          this.#metrics?.observeFleet(this.#controller?.entries() ?? [], clock.now())
          this.#metrics?.setRemovalsHeld(audit.held)
          // What stands is counted as often as the reference looks at it (C5.47).
          for (const { action, reason } of audit.decisions)
            if (action === 'refuse' || action === 'keep') this.#metrics?.countConflict(reason)
          credentials.take(this.#controller?.credentials() ?? [], clock.now())
          journal.take('', audit.unrouted)
          this.#tell({ kind: 'decided', namespace: '', outcomes: audit.unrouted })
          journal.tidy()
        },
        fault: (namespace, error) => {
          log('error', 'visit failed', { namespace, error: errorText(error) })
          this.#tell({ kind: 'fault', namespace, error: errorText(error) })
        },
        seeded: (keys) => {
          log('info', 'seeded', { keys })
          this.#tell({ kind: 'seeded' })
        },
        hub: (hub) => {
          if (hub !== this.#hub && hub !== 'same') log('warn', 'hub not confirmed', { hub })
          this.#hub = hub
          this.#tell({ kind: 'hub', hub })
        },
      },
    })
  }

  #alone(): { readonly leading: Promise<'leading'>; readonly loss: Promise<'lost'> } {
    this.#leads = true
    this.#tell({ kind: 'role', role: 'alone' })
    return { leading: Promise.resolve('leading'), loss: new Promise(() => undefined) }
  }

  #elect(
    client: KubeClient,
    name: string,
  ): { readonly leading: Promise<'leading'>; readonly loss: Promise<'lost'> } {
    const { clock, log, settings } = this.#o
    this.#tell({ kind: 'role', role: 'electing' })
    let lead: (value: 'leading') => void = () => undefined
    let lose: (value: 'lost') => void = () => undefined
    const leading = new Promise<'leading'>((resolve) => (lead = resolve))
    const loss = new Promise<'lost'>((resolve) => (lose = resolve))
    this.#election = new LeaderElection({
      client,
      clock,
      namespace: settings.targetNamespace,
      name,
      identity: this.#identity,
      listener: {
        leading: () => {
          this.#leads = true
          log('info', 'leading', { lease: name, identity: this.#identity })
          this.#tell({ kind: 'role', role: 'leading' })
          this.#events?.record(leadershipEvent(name, this.#identity, true))
          lead('leading')
        },
        following: (holder) => {
          log('info', 'standing by', { lease: name, holder })
          this.#tell({ kind: 'role', role: 'standing-by', holder })
        },
        lost: (how) => {
          this.#leads = false
          this.#controller?.abort()
          log('error', 'lease lost', { lease: name, how: how.kind })
          this.#tell({ kind: 'role', role: 'lost' })
          lose('lost')
        },
        faulted: (error) => {
          log('warn', 'lease not renewed', { lease: name, error: errorText(error) })
          this.#tell({ kind: 'lease', error: errorText(error) })
        },
      },
    })
    this.#election.start()
    return { leading, loss }
  }
}
