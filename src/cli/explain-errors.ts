import { listed } from '../engine/listed.ts'
import { recordedName } from '../engine/plan/group.ts'
import { isOurs } from '../engine/plan/context.ts'
import { isAbsence } from '../engine/snapshot.ts'
import { UsageError } from '../errors.ts'
import type { Match } from '../explaining/match.ts'
import type { Asked } from '../explaining/subject.ts'
import type { View } from '../explaining/view.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { closest } from './closest.ts'
import type { Resolved } from './explain-look.ts'

/** Names that are proposed at most. */
const PROPOSED = 3

/** Everything that a word could have been. */
const namesOf = ({ context, observation, outcomes }: View): readonly string[] => {
  const { namespaces, registrations } = observation.snapshot
  const all = [
    ...outcomes.flatMap(({ decision }) => decision.cluster ?? []),
    ...[...registrations.values()].flatMap((registration) => [
      registration.clusterName,
      registration.name,
      ...(isOurs(context, registration) ? [recordedName(registration)] : []),
    ]),
    ...namespaces.keys(),
  ]
  return [...new Set(all)].filter((name) => name !== '' && printableName(name) === name)
}

const NOUNS = {
  any: 'cluster, namespace, Secret or server',
  cluster: 'cluster',
  namespace: 'namespace',
  secret: 'Secret',
  server: 'server',
} as const

/** The nearest first. */
const nearest = (typed: string, names: readonly string[]): readonly string[] => {
  const found: string[] = []
  while (found.length < PROPOSED) {
    const near = closest(
      typed,
      names.filter((name) => !found.includes(name)),
    )
    if (near === undefined) break
    found.push(near)
  }
  return found
}

const LIST = 'see those there are: kubectl registrar list --all'

/** A word that means nothing here. @param typed fit to be shown */
export const unknown = ({ view, namespace }: Resolved, typed: string, { kind, name }: Asked): UsageError => {
  if (namespace && isAbsence(namespace) && namespace.state === 'unknown' && kind === 'namespace')
    return new UsageError(`namespace ${typed}: ${namespace.why}`, LIST)
  const { namespaces } = view.context.settings
  if (namespaces.length > 0 && (namesOf(view).includes(name) || kind === 'namespace'))
    return new UsageError(
      `"${typed}" is not of the namespaces that -n names: ${listed(namespaces)}`,
      'leave -n out, or name its namespace too',
    )
  const what = NOUNS[kind ?? 'any']
  const near = kind === 'server' ? [] : nearest(name, namesOf(view))
  return new UsageError(
    `no ${what} here is called "${typed}"`,
    near.length === 0 ? LIST : `did you mean ${near.join(' or ')}? ${LIST}`,
  )
}

/** A word that means several things. @param typed fit to be shown */
export const ambiguous = (matches: readonly Match[], typed: string): UsageError => {
  const words = matches.map(({ word }) => word)
  return new UsageError(
    `"${typed}" can be ${listed(words)}`,
    `write the one you mean: kubectl registrar explain ${words[0] ?? ''}`,
  )
}
