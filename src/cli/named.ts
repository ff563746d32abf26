import { keysUnder, secretNameFor } from '../engine/keys.ts'
import { isOurs, planContext } from '../engine/plan/context.ts'
import { recordedName } from '../engine/plan/group.ts'
import { EMPTY_SNAPSHOT, type RegistrationDigest } from '../engine/snapshot.ts'
import { UsageError } from '../errors.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { byteOrder } from '../order.ts'
import type { Settings } from '../settings/settings.ts'
import { closest } from './closest.ts'

/** As `-o name` prints a registration. */
const PRINTED = 'secret/'

/** The names a person may know a registration by: what its cluster is called, and what its Secret is for. */
const clusterNames = (registration: RegistrationDigest, clusterKey: string): ReadonlySet<string> =>
  new Set(
    [registration.labels[clusterKey] ?? registration.clusterName, recordedName(registration)].filter(
      // A Secret may say nothing at all, and an empty word must not mean it.
      (name) => name !== '',
    ),
  )

const unknown = (word: string, ours: readonly RegistrationDigest[], settings: Settings): UsageError => {
  const { cluster } = keysUnder(settings.labelPrefix)
  const names = ours
    .flatMap((registration) => [...clusterNames(registration, cluster)])
    .filter((name) => printableName(name) === name)
  const near = closest(word.replace(PRINTED, '').replace(secretNameFor(''), ''), names)
  const list = 'see those there are: kubectl registrar list --all'
  return new UsageError(
    `no registration of ours is called "${printableName(word)}"`,
    near === undefined ? list : `did you mean ${near}? ${list}`,
  )
}

/**
 * The registrations that words name: by cluster (`sandbox`), by Secret (`cluster-sandbox`), or as `-o name` prints them
 * (`secret/cluster-sandbox`). Each once, in the order of the words.
 * @throws UsageError for a word that names none, or several
 */
export const namedRegistrations = (
  registrations: Iterable<RegistrationDigest>,
  settings: Settings,
  words: readonly string[],
): readonly RegistrationDigest[] => {
  const context = planContext(EMPTY_SNAPSHOT, settings, 0)
  const ours = [...registrations]
    .filter((registration) => isOurs(context, registration))
    .sort((a, b) => byteOrder(a.name, b.name))
  const find = (word: string): RegistrationDigest => {
    const found = word.startsWith(PRINTED)
      ? ours.filter(({ name }) => name === word.slice(PRINTED.length))
      : ours.filter(
          (registration) =>
            registration.name === word || clusterNames(registration, context.keys.cluster).has(word),
        )
    const [first, ...others] = found
    if (!first) throw unknown(word, ours, settings)
    if (others.length > 0)
      throw new UsageError(
        `"${printableName(word)}" names several registrations`,
        `write the one you mean: ${found.map(({ name }) => PRINTED + name).join(' or ')}`,
      )
    return first
  }
  return [...new Set(words.map(find))]
}
