import { Damper } from '../../src/engine/damper.ts'
import { HubIdentity } from '../../src/engine/hub-identity.ts'
import { RemovalLog } from '../../src/engine/brake.ts'
import { runPass, type PassOptions, type PassResult } from '../../src/engine/pass.ts'
import type { Settings } from '../../src/settings/settings.ts'
import type { Namespace } from '../../src/kube/objects.ts'
import { Trouble } from './faults.ts'
import type { ModelHub } from './hub.ts'
import { intercept, type Around } from './intercept.ts'
import { Recorder } from './recorder.ts'
import { sourceNamespaces } from './sight.ts'
import type { PassPlan, SecretName, Verb } from './steps.ts'
import type { World } from './world.ts'

/** What one process remembers from pass to pass. */
export interface Process {
  readonly identity: HubIdentity
  readonly removed: RemovalLog
  readonly damper: Damper
  /** Times of the removals and hides that nobody asked for, as they took effect. */
  readonly removals: number[]
  /** UID of the hub's kube-system, as an untroubled pass of this process saw it first. */
  hub?: string
}

export const newProcess = (): Process => ({
  identity: new HubIdentity(),
  removed: new RemovalLog(),
  damper: new Damper(),
  removals: [],
})

/** What a person wants of a pass; nothing for `sync`. */
export interface Wish {
  readonly ask?: { readonly verb: Verb; readonly secret: SecretName }
  readonly prunes?: { readonly release?: number }
}

export interface PassRun {
  readonly plan: PassPlan
  readonly wish: Wish
  readonly now: number
  readonly recorder: Recorder
  /** UID of the hub's kube-system when it began. */
  readonly hub: string
  /** Source namespaces when it began, and after each change in the middle of it. */
  readonly namespaces: readonly ReadonlyMap<string, Namespace>[]
  /** Absent where the pass threw. */
  readonly result?: PassResult
  readonly error?: unknown
}

/** Nothing is done to the pass, and nobody else is at the hub: it has to come out right. */
export const isClean = ({ faults, dies, during }: PassPlan): boolean =>
  !faults?.length && dies === undefined && !during?.length

const optionsOf = (plan: PassPlan, wish: Wish): Partial<PassOptions> => ({
  dryRun: plan.dryRun ?? 'none',
  ...(plan.removals === undefined ? {} : { removals: plan.removals }),
  ...(wish.ask ? { ask: { verb: wish.ask.verb, secrets: new Set([wish.ask.secret]) } } : {}),
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
  const recorder = new Recorder(hub)
  const { metadata } = await hub.admin.get('namespaces', { name: 'kube-system' })
  const namespaces = context.sights ?? []
  namespaces.push(await sourceNamespaces(hub))
  const watched = intercept(hub.client, recorder.around)
  const trouble = new Trouble(plan, async (step) => {
    await world.apply(step)
    namespaces.push(await sourceNamespaces(hub))
  })
  const client = intercept(watched, trouble.around)
  const settings = { ...context.settings, namespaces: only.map((place) => world.nameOf(place)) }
  const run = { plan, wish, now, recorder, namespaces, hub: metadata.uid ?? '' }
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
          recorder.planned()
        },
        settled: () => undefined,
      },
      identity: process.identity,
      removed: process.removed,
      damper: process.damper,
      ...optionsOf(plan, wish),
    })
    return { ...run, result }
  } catch (error) {
    return { ...run, error }
  }
}
