import type { Decision, Outcome } from '../engine/decision.ts'
import type { Overlay } from '../engine/observe/claiming.ts'
import { preparePass, type PassOptions, type PreparedPass } from '../engine/pass.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Settings } from '../settings/settings.ts'
import type { Labelling } from './labelling.ts'

/** What labelling some namespaces would come to. */
export interface RegistrationPlan {
  /** Over the hub as it would be, without those that are left out. */
  readonly prepared: PreparedPass
  /** It was made with these; a dry run is carried out with them too. */
  readonly settings: Settings
  readonly options: PassOptions
  /** Namespaces that would be refused or held: they are not to be labelled. */
  readonly leftOut: ReadonlySet<string>
  /** Why they are. */
  readonly obstacles: readonly Outcome[]
}

export const overlayOf = (labellings: readonly Labelling[]): ReadonlyMap<string, Overlay> =>
  new Map(
    labellings.map(({ after: { metadata } }) => [
      metadata.name,
      { labels: metadata.labels ?? {}, annotations: metadata.annotations ?? {} },
    ]),
  )

/** Those namespaces, and nothing else. */
export const within = (settings: Settings, labellings: readonly Labelling[]): Settings => ({
  ...settings,
  namespaces: labellings.map(({ after }) => after.metadata.name),
})

/** Labelled all the same, a namespace would be left half done: under one name on the hub, and under another with Argo CD. */
const obstacleOf = (decision: Decision): readonly Outcome[] => {
  if (decision.action === 'refuse') return [{ decision, notes: [] }]
  return 'held' in decision ? [{ decision, result: 'held', notes: [] }] : []
}

/** Plans for namespaces as they will be labelled, before one is. */
export const planRegistration = async (
  client: KubeClient,
  settings: Settings,
  options: PassOptions,
  labellings: readonly Labelling[],
): Promise<RegistrationPlan> => {
  const inputs = {
    settings: within(settings, labellings),
    options: { ...options, overlay: overlayOf(labellings) },
  }
  const prepared = await preparePass(client, inputs.settings, inputs.options)
  const { decisions } = prepared
  const obstacles = decisions.flatMap(obstacleOf)
  const leftOut = new Set(obstacles.flatMap(({ decision }) => decision.namespace ?? []))
  const isKept = ({ namespace }: Decision): boolean => namespace === undefined || !leftOut.has(namespace)
  return { ...inputs, prepared: { ...prepared, decisions: decisions.filter(isKept) }, leftOut, obstacles }
}
