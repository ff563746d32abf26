import type { KubeClient } from '../../kube/client.ts'
import { KubeError } from '../../kube/errors.ts'
import type { Settings } from '../../settings/settings.ts'
import { mapConcurrently } from '../concurrency.ts'
import { registrationKey } from '../keys.ts'
import { canClaim } from '../plan/claims.ts'
import { planContext } from '../plan/context.ts'
import { isAbsence } from '../snapshot.ts'
import { readSources, type ObserveOptions } from './claiming.ts'
import type { Observation } from './index.ts'
import { readNamespace } from './namespaces.ts'
import { readRegistration } from './registrations.ts'

/** A write to look at once more: where its claim comes from, and the Secret it was about. */
export interface Doubt {
  /** Absent where the registration records none. */
  readonly namespace?: string
  readonly secret: string
}

export interface SecondLook {
  readonly observation: Observation
  /** Those that could be read; of the others nothing new is known. */
  readonly read: readonly Doubt[]
}

/**
 * Reads again what one pass's unsettled writes were about: their namespaces, Secrets and registrations. Everything else
 * stays as it was seen. What can't be read is left out: the pass has other outcomes to report.
 */
export const observeAgain = async (
  client: KubeClient,
  settings: Settings,
  options: ObserveOptions,
  before: Observation,
  doubts: readonly Doubt[],
): Promise<SecondLook> => {
  const { snapshot } = before
  const namespaces = new Map(snapshot.namespaces)
  const absences = new Map(snapshot.absences)
  const registrations = new Map(snapshot.registrations)
  const looks = await mapConcurrently(doubts, options.concurrency, async (doubt) => {
    try {
      const { namespace } = doubt
      const [sight, registration] = await Promise.all([
        namespace === undefined ? undefined : readNamespace(client, settings, namespace),
        readRegistration(client, settings, doubt.secret),
      ])
      if (namespace !== undefined && sight !== undefined) {
        if (!isAbsence(sight)) namespaces.set(namespace, sight)
        else if (sight.state === 'unknown') return []
        else {
          namespaces.delete(namespace)
          absences.set(namespace, sight)
        }
      }
      const key = registrationKey(settings.targetNamespace, doubt.secret)
      if (registration) registrations.set(key, registration)
      else registrations.delete(key)
      return [doubt]
    } catch (error) {
      if (error instanceof KubeError && error.kind !== 'aborted') return []
      throw error
    }
  })
  const seen = looks.flat()
  const context = planContext({ ...snapshot, namespaces, registrations }, settings, options.now)
  const claiming = seen.flatMap(({ namespace = '' }) => {
    const digest = namespaces.get(namespace)
    return digest && canClaim(context, digest) ? [digest] : []
  })
  const credentials = new Map(before.credentials)
  const fresh = await readSources(client, settings, options, claiming, registrations, undefined, credentials)
  return {
    observation: {
      ...before,
      snapshot: {
        ...snapshot,
        namespaces,
        absences,
        registrations,
        sources: new Map([...snapshot.sources, ...fresh]),
      },
      credentials,
    },
    read: seen.filter(({ namespace = '' }) => fresh.get(namespace)?.complete !== false),
  }
}
