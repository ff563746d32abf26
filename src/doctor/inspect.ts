import { planContext } from '../engine/plan/context.ts'
import { preparePass } from '../engine/prepare.ts'
import type { ReportHub } from '../engine/report.ts'
import type { Access, KubeClient, ObjectRef } from '../kube/client.ts'
import { find } from '../kube/find.ts'
import type { Objects, Resource } from '../kube/objects.ts'
import { listAll } from '../kube/paging.ts'
import type { TranslationPolicy } from '../kubeconfig/translation.ts'
import type { Settings } from '../settings/settings.ts'
import type { Inspection, Look, ProbeFrom, Prober, Selection } from './inspection.ts'

export interface InspectOptions {
  readonly client: KubeClient
  readonly about: ReportHub
  readonly settings: Settings
  readonly policy: TranslationPolicy
  /** Requests in flight. */
  readonly concurrency: number
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Milliseconds. */
  readonly minValidity: number
  readonly probe?: ProbeFrom
  readonly prober?: Prober
}

const lookAt = async ({ client, settings, policy, concurrency, now }: InspectOptions): Promise<Look> => {
  const pass = await preparePass(client, settings, { dryRun: 'client', policy, concurrency, now })
  const { observation, decisions, inputs } = pass
  return { observation, decisions, context: planContext(observation.snapshot, settings, now, inputs) }
}

const whole = async <R extends Resource>(
  client: KubeClient,
  resource: R,
  selection: Selection,
): Promise<readonly Objects[R][]> => (await listAll(client, resource, selection, (object) => object)).items

/** An inspection of a hub or of manifests, with everything read at most once. */
export const inspect = (options: InspectOptions): Inspection => {
  const { client, about, settings, now, minValidity, probe, prober } = options
  const answers = new Map<string, Promise<unknown>>()
  const once = <T>(question: readonly unknown[], ask: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(question)
    const known = answers.get(key) as Promise<T> | undefined
    if (known) return known
    const answer = ask()
    answers.set(key, answer)
    return answer
  }
  return {
    where: about.source === 'files' ? 'files' : 'hub',
    about,
    settings,
    now,
    minValidity,
    ...(probe === undefined ? {} : { probe }),
    ...(prober === undefined ? {} : { prober }),
    look: () => once(['look'], () => lookAt(options)),
    list: <R extends Resource>(resource: R, selection: Selection = {}) => {
      const { namespace, labelSelector, fieldSelector } = selection
      return once(['list', resource, namespace, labelSelector, fieldSelector], () =>
        whole(client, resource, selection),
      )
    },
    find: <R extends Resource>(resource: R, ref: ObjectRef) =>
      once(['find', resource, ref.namespace, ref.name], () => find(client, resource, ref)),
    mayI: (access: Access) => {
      const { verb, group, resource, namespace, name } = access
      return once(['mayI', verb, group, resource, namespace, name], () => client.mayI(access))
    },
    whoAmI: () => once(['whoAmI'], () => client.whoAmI()),
    shared: (key, work) => once(['shared', key], work),
  }
}
