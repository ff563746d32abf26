import { UsageError } from '../errors.ts'
import { printableName } from '../kubeconfig/printable.ts'
import type { Entry } from '../listing/entry.ts'
import type { Asked } from '../listing/selection.ts'
import { closest } from './closest.ts'
import { hubName } from './hub.ts'
import type { Session } from './session.ts'

/** kubectl says nothing of what it left out; here it may be all there is. */
export const emptyText = ({ hub, settings }: Session, { all }: Asked, entries: readonly Entry[]): string => {
  const hidden = entries.filter(({ kind, hiding }) => kind === 'ours' && hiding !== undefined).length
  const where = hub.about.source === 'files' ? '' : ` (hub: ${hubName(hub.about)})`
  const more = all || hidden === 0 ? '' : `; ${hidden} hidden: --all lists them too`
  return `No registrations found in namespace ${settings.targetNamespace}${where}${more}\n`
}

/** What is said of a name that is not there, with what was most likely meant. */
export const unfoundFault = (
  name: string,
  entries: readonly Entry[],
  { all }: Asked,
  completed: (remedy: string) => string,
): UsageError => {
  const names = entries.flatMap((entry) => (entry.kind === 'ours' ? [entry.name] : []))
  const near = closest(name.replace(/^(?:secret\/)?cluster-/, ''), names)
  const others = `see those there are: ${completed(`kubectl registrar list${all ? '' : ' --all'}`)}`
  return new UsageError(
    `no registration is called "${printableName(name)}"`,
    near === undefined ? others : `did you mean ${near}? ${others}`,
  )
}

/** @param poll milliseconds between lists where nothing can be watched */
export const sightText = (sight: 'watched' | 'polled' | 'unseen', why: unknown, poll: number): string => {
  switch (sight) {
    case 'watched':
      return 'changes are seen as they happen again'
    case 'polled':
      return `Secrets may not be watched: they are listed every ${poll / 1000} s`
    case 'unseen':
      return `changes are not seen just now, and it is tried again${why instanceof Error ? ` (${why.message})` : ''}`
  }
}
