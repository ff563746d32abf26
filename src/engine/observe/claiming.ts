import type { KubeClient } from '../../kube/client.ts'
import { compileProviders } from '../../providers/candidates.ts'
import type { Settings } from '../../settings/settings.ts'
import { mapConcurrently } from '../concurrency.ts'
import { secretNameFor } from '../keys.ts'
import { isOurs, planContext, registrationAt } from '../plan/context.ts'
import {
  EMPTY_SNAPSHOT,
  type NamespaceDigest,
  type RegistrationDigest,
  type SourceSight,
} from '../snapshot.ts'
import { readSource, type SecretIndex, type Translator } from './sources.ts'

export interface ObserveOptions extends Translator {
  /** Requests in flight. */
  readonly concurrency: number
  /** Namespaces as they are about to be labelled: laid over what is read. */
  readonly overlay?: ReadonlyMap<string, Overlay>
}

export interface Overlay {
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

/** What every claiming namespace holds. A failed read is part of the answer, never thrown. */
export const readSources = async (
  client: KubeClient,
  settings: Settings,
  options: ObserveOptions,
  claiming: readonly NamespaceDigest[],
  registrations: ReadonlyMap<string, RegistrationDigest>,
  index: SecretIndex | undefined,
  credentials: Map<string, string>,
): Promise<Map<string, SourceSight>> => {
  const matcher = compileProviders(settings.providers)
  const context = planContext({ ...EMPTY_SNAPSHOT, registrations }, settings, options.now)
  const sights = await mapConcurrently(claiming, options.concurrency, async (namespace) => {
    const target = registrationAt(context, secretNameFor(namespace.labels[context.keys.cluster] ?? ''))
    const digest = target && isOurs(context, target) ? target.configDigest : undefined
    const sight = await readSource(client, namespace.name, matcher, index, options, digest, credentials)
    return [namespace.name, sight] as const
  })
  return new Map(sights)
}
