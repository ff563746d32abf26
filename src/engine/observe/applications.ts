import { applicationDigest, type ApplicationDigest } from '../../argocd/applications.ts'
import { applicationSetDigest, type ApplicationSetDigest } from '../../argocd/application-sets.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isForbidden, isNotServed, KubeError } from '../../kube/errors.ts'
import type { Objects } from '../../kube/objects.ts'
import { listAll } from '../../kube/paging.ts'

/** Why something could not be read. `forbidden`: the hub said so, and will again; `failed` may pass. */
export interface Unseen {
  readonly problem: 'forbidden' | 'failed'
  /** The hub's words. */
  readonly why: string
}

/** Argo CD's Applications and ApplicationSets as one pass sees them. */
export type ApplicationSight =
  | {
      readonly state: 'seen'
      readonly applications: readonly ApplicationDigest[]
      readonly applicationSets: readonly ApplicationSetDigest[]
      /** There may be more: only the target namespace could be listed, or only the Applications. */
      readonly partial?: Unseen
    }
  /** The hub has no CRD of Applications, so it has none. */
  | { readonly state: 'not-served' }
  | ({ readonly state: 'unseen' } & Unseen)

type Sight<T> =
  | { readonly state: 'seen'; readonly items: readonly T[]; readonly partial?: Unseen }
  | { readonly state: 'not-served' }
  | ({ readonly state: 'unseen' } & Unseen)

type Kind = 'applications' | 'applicationsets'

interface Question<R extends Kind, T> {
  readonly resource: R
  readonly digest: (object: Objects[R]) => T
}

interface Place {
  readonly namespace?: string
  readonly signal?: AbortSignal
}

/** @throws KubeError only where the caller's signal was aborted */
const read = async <R extends Kind, T>(
  client: KubeClient,
  { resource, digest }: Question<R, T>,
  place: Place,
): Promise<Sight<T>> => {
  try {
    const { items } = await listAll(client, resource, place, digest)
    return { state: 'seen', items }
  } catch (error) {
    if (!(error instanceof KubeError) || error.kind === 'aborted') throw error
    if (isNotServed(error)) return { state: 'not-served' }
    return { state: 'unseen', problem: isForbidden(error) ? 'forbidden' : 'failed', why: error.message }
  }
}

/** Of the whole hub, or where that is forbidden of the target namespace, which is where most are. */
const readWidely = async <R extends Kind, T>(
  client: KubeClient,
  question: Question<R, T>,
  targetNamespace: string,
  place: Place,
): Promise<Sight<T>> => {
  const everywhere = await read(client, question, place)
  if (everywhere.state !== 'unseen' || everywhere.problem !== 'forbidden') return everywhere
  const here = await read(client, question, { ...place, namespace: targetNamespace })
  if (here.state === 'unseen') return everywhere
  const { problem, why } = everywhere
  return here.state === 'seen' ? { ...here, partial: { problem, why } } : here
}

/**
 * All Applications and ApplicationSets, as digests. What can't be read is part of the answer, never thrown. Only asked for
 * where a registration is to be hidden or deleted: it is the dearest list of a hub (decisions.md §5).
 */
export const readApplications = async (
  client: KubeClient,
  targetNamespace: string,
  signal?: AbortSignal,
): Promise<ApplicationSight> => {
  const place = signal ? { signal } : {}
  const [applications, sets] = await Promise.all([
    readWidely(client, { resource: 'applications', digest: applicationDigest }, targetNamespace, place),
    readWidely(client, { resource: 'applicationsets', digest: applicationSetDigest }, targetNamespace, place),
  ])
  if (applications.state !== 'seen') return applications
  const partial = applications.partial ?? unseenOf(sets)
  return {
    state: 'seen',
    applications: applications.items,
    applicationSets: sets.state === 'seen' ? sets.items : [],
    ...(partial ? { partial } : {}),
  }
}

const unseenOf = (sight: Sight<unknown>): Unseen | undefined => {
  if (sight.state === 'seen') return sight.partial
  return sight.state === 'unseen' ? { problem: sight.problem, why: sight.why } : undefined
}
