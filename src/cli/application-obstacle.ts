import { isRemoval, type Decision, type Removal } from '../engine/decision.ts'
import { warningText } from '../engine/reasons/index.ts'
import { listed } from '../engine/listed.ts'

/** Why something named may not be taken from Argo CD without `--force`. */
export interface Obstacle {
  readonly message: string
  readonly remedy: string
}

export const nameOf = ({ cluster, secret }: Decision): string => cluster ?? secret

/** Applications that would lose the cluster. */
const usersOf = ({ affects }: Removal): readonly string[] =>
  (affects?.applications ?? []).flatMap(({ fate, name }) => (fate === 'unharmed' ? [] : [name]))

/** Short enough to paste; of many a person has the line that was typed. */
const commandFor = (command: string, decisions: readonly Decision[]): string =>
  decisions.length <= 5
    ? `${command} ${decisions.map(nameOf).join(' ')} --force --dry-run`
    : 'the same with --force --dry-run'

/**
 * Applications that use what is to go, or can't be seen; where the namespace is gone, its cluster is gone with it, and no
 * Application is a reason to keep it.
 * @param command the verb as typed, for the remedy
 */
export const applicationObstacle = (
  decisions: readonly Decision[],
  command: string,
): Obstacle | undefined => {
  const going = decisions.filter(isRemoval).filter(({ precondition: { kind } }) => kind !== 'namespace-gone')
  const used = going.filter((decision) => usersOf(decision).length > 0)
  if (used.length > 0)
    return {
      message: `Applications use what is to be taken from Argo CD: ${listedBy(used)}`,
      remedy: `see what becomes of them: ${commandFor(command, used)}`,
    }
  const unseen = going.find(({ affects }) => affects?.known === false)?.affects?.unseen
  if (!unseen) return undefined
  const { message, remedy } = warningText('applications-unseen', {
    problem: unseen.problem,
    why: unseen.why,
  })
  return { message, remedy: `${remedy}; or go ahead without knowing: --force` }
}

/** `a by argocd/web; b by argocd/api`, of many the first few. */
const listedBy = (used: readonly Removal[]): string => {
  const [first, ...others] = used.map((decision) => `${nameOf(decision)} by ${listed(usersOf(decision))}`)
  const shown = [first, ...others.slice(0, 4)].join('; ')
  return others.length > 4 ? `${shown}; and ${others.length - 4} clusters more` : shown
}
