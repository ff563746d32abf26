import { Damper } from '../../src/engine/damper.ts'
import { isRemoval, type Outcome } from '../../src/engine/decision.ts'
import { HubIdentity } from '../../src/engine/hub-identity.ts'
import { RemovalLog } from '../../src/engine/brake.ts'
import { runPass, type PassOptions, type PassResult } from '../../src/engine/pass.ts'
import type { Settings } from '../../src/settings/settings.ts'
import type { Namespace } from '../../src/kube/objects.ts'
import { Trouble } from './faults.ts'
import { hidingProxy } from './hiding-proxy.ts'
import type { ModelHub } from './hub.ts'
import { intercept, type Around } from './intercept.ts'
import { Recorder } from './recorder.ts'
import { sourceNamespaces } from './sight.ts'
import type { PassPlan } from './plans.ts'
import type { Verb } from './words.ts'
import { Listener } from './told.ts'
import type { World } from './world.ts'

export interface Removed {
  readonly secret: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** What one process remembers from pass to pass. */
export interface Process {
  readonly identity: HubIdentity
  readonly removed: RemovalLog
  readonly damper: Damper
  /** What it hid or deleted, as it took effect or as far as it knows. */
  readonly removals: Removed[]
  /** UID of the hub's kube-system, as it was told it first. */
  hub?: string
}

export const newProcess = (): Process => ({
  identity: new HubIdentity(),
  removed: new RemovalLog(),
  damper: new Damper(),
  removals: [],
})

/** Registrations that a person names. */
export interface Ask {
  readonly verb: Verb
  readonly secrets: ReadonlySet<string>
}

/** What a person wants of a pass; nothing for `sync`. */
export interface Wish {
  readonly ask?: Ask
  readonly prunes?: { readonly release?: number }
}

export interface PassRun {
  readonly plan: PassPlan
  readonly wish: Wish
  readonly now: number
  readonly recorder: Recorder
  readonly listener: Listener
  /** Source namespaces when it began, and after each change in the middle of it. */
  readonly namespaces: readonly ReadonlyMap<string, Namespace>[]
  /** What it has hidden or deleted as far as it knows, by name: one that was gone already too, and one without an answer. */
  readonly reported: readonly string[]
  /** Absent where the pass threw. */
  readonly result?: PassResult
  readonly error?: unknown
}

const mayBeGone = ({ decision, result, again }: Outcome): boolean =>
  isRemoval(decision) && (result === 'done' || (result === 'failed' && again === true))

const optionsOf = (plan: PassPlan, wish: Wish): Partial<PassOptions> => ({
  dryRun: plan.dryRun ?? 'none',
  ...(plan.removals === undefined ? {} : { removals: plan.removals }),
  ...(wish.ask ? { ask: wish.ask } : {}),
  ...(wish.prunes ? { only: 'removals' } : {}),
  ...(wish.prunes?.release === undefined ? {} : { release: { count: wish.prunes.release } }),
})

export interface PassContext {
  readonly hub: ModelHub
  readonly world: World
  readonly settings: Settings
  readonly process: Process
  readonly wish: Wish
  /** Source namespaces since the passes that run at once began; default: this one's own. */
  readonly sights?: ReadonlyMap<string, Namespace>[]
  /** Stands between the pass and everything else: whose turn it is. */
  readonly turns?: Around
}

/** One pass through everything that its plan says. It never throws: what came of it is to be judged. */
export const pass = async (context: PassContext, plan: PassPlan): Promise<PassRun> => {
  const { hub, world, process, wish, turns } = context
  const { only = [] } = plan
  const now = hub.now()
  const listener = new Listener(hub.target)
  const recorder = new Recorder(hub, listener)
  const namespaces = context.sights ?? []
  namespaces.push(await sourceNamespaces(hub))
  const answering = plan.hides
    ? hidingProxy(hub.client, plan.hides, (place) => world.nameOf(place))
    : hub.client
  const watched = intercept(answering, recorder.around)
  const trouble = new Trouble(plan, async (step) => {
    await world.apply(step)
    namespaces.push(await sourceNamespaces(hub))
  })
  const client = intercept(intercept(watched, trouble.around), listener.around)
  const settings = { ...context.settings, namespaces: only.map((place) => world.nameOf(place)) }
  const reported: string[] = []
  const run = { plan, wish, now, recorder, listener, namespaces, reported }
  try {
    const result = await runPass(turns ? intercept(client, turns) : client, settings, {
      dryRun: 'none',
      now,
      concurrency: 4,
      policy: {
        execCredentials: false,
        execHosts: [],
        execProxies: [],
        hubServers: [],
        hubServices: [],
      },
      progress: {
        planned: () => {
          listener.planned()
        },
        settled: (outcome) => {
          if (mayBeGone(outcome)) reported.push(outcome.decision.secret)
        },
      },
      identity: process.identity,
      removed: process.removed,
      damper: process.damper,
      // Whoever else is at work gets its turns meanwhile.
      pause: () => Promise.resolve(),
      ...optionsOf(plan, wish),
    })
    return { ...run, result }
  } catch (error) {
    return { ...run, error }
  }
}
