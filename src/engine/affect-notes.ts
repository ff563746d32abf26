import type { Params } from '../kubeconfig/translation.ts'
import { byteOrder } from '../order.ts'
import { listed } from './listed.ts'
import type { AffectedApplication, Affects, Fate } from './affects.ts'
import type { ApplicationWarningId } from './reasons/application-warnings.ts'

interface AffectNote {
  readonly reason: ApplicationWarningId
  readonly params: Params
}

const distinct = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.filter((name) => name !== undefined))].sort(byteOrder)

const parts = (qualified: string): readonly [namespace: string, name: string] => {
  const slash = qualified.indexOf('/')
  return [qualified.slice(0, slash), qualified.slice(slash + 1)]
}

/** The ApplicationSets to change: one that a command can name, and the rest. */
const setsOf = (applications: readonly AffectedApplication[]): Params => {
  const [first, ...others] = distinct(applications.map(({ generatedBy }) => generatedBy))
  if (first === undefined) return {}
  const [setNamespace, set] = parts(first)
  return { setNamespace, set, ...(others.length > 0 ? { otherSets: listed(others) } : {}) }
}

const firstOf = ([first]: readonly AffectedApplication[]): Params => {
  const [firstNamespace, name] = parts(first?.name ?? '')
  return { firstNamespace, first: name }
}

/**
 * What a person has to know before this registration goes: dearest first, nothing of what goes on unharmed.
 * @param loss `hidden`: the child may be alive, and Argo CD is told nothing; `deleted`: its namespace is gone, or it has been
 *   hidden for long
 * @param isHeld nothing of it is done now
 */
export const affectNotes = (
  affects: Affects,
  loss: 'hidden' | 'deleted',
  isHeld = false,
): readonly AffectNote[] => {
  const held: Params = isHeld ? { held: 'true' } : {}
  const later: Params = loss === 'hidden' ? { later: 'true' } : {}
  const noteOf = (
    fate: Fate,
    reason: ApplicationWarningId,
    paramsOf: (applications: readonly AffectedApplication[]) => Params,
  ): readonly AffectNote[] => {
    const applications = affects.applications.filter((application) => application.fate === fate)
    if (applications.length === 0) return []
    const names = listed(applications.map(({ name }) => name))
    return [{ reason, params: { applications: names, ...held, ...paramsOf(applications) } }]
  }
  const { unseen } = affects
  return [
    ...noteOf('removed-with-workloads', 'workloads-deleted', (applications) => ({
      through: listed(distinct(applications.map(({ through }) => through))),
      ...later,
      ...setsOf(applications),
    })),
    // To keep Applications of a cluster that is no more would help nobody.
    ...noteOf('removed', 'applications-removed', (applications) => ({
      ...later,
      ...(loss === 'hidden' ? setsOf(applications) : {}),
    })),
    ...noteOf('stranded', 'applications-stranded', firstOf),
    ...(unseen
      ? [{ reason: 'applications-unseen' as const, params: { problem: unseen.problem, why: unseen.why } }]
      : []),
  ]
}
