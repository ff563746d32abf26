import { formatDuration } from './duration.ts'
import type { RawSettings } from './raw.ts'
import { mayBeLooser, parseRemovalLimit } from './resolve.ts'
import type { Settings } from './settings.ts'

/** What a typed limit of the brake lets go that the default would hold; undefined where it was not typed, or is no looser. */
const brakeNote = ({ maxRemovals: raw }: RawSettings): string | undefined => {
  const limit = raw && parseRemovalLimit(raw.value)
  if (!limit || !raw.origin.startsWith('--') || !mayBeLooser(raw)) return undefined
  const where = 'count' in limit ? `, on a hub of fewer than ${2 * limit.count} registrations` : ''
  return `${raw.origin} ${raw.value} lets more go at once than the default, the larger of 3 and 50%${where}`
}

/**
 * Notes on settings that are legal and do less, or more, than they seem to (behaviour.md §1e), in the order they are printed.
 * @param raw what was given by a person, for what only counts where it was typed; default: nothing
 */
export const settingsNotes = (settings: Settings, raw: RawSettings = {}): string[] => {
  const allowing = settings.providers.filter((provider) => provider.allowExec)
  const notes: string[] = []
  if (settings.execCredentials && allowing.length === 0)
    notes.push(
      'exec credentials are on, but no provider may use them: nothing is translated; add capa-eks or capz-aks, or "=exec" to a provider of your own',
    )
  if (!settings.execCredentials && allowing.length > 0)
    notes.push(
      `exec credentials are off: kubeconfigs of ${allowing.map(({ name }) => name).join(', ')} that only carry an exec plugin stay refused; turn them on with --exec-credentials`,
    )
  if (settings.demotedTtl > 0 && settings.demotedTtl < settings.interval)
    notes.push(
      `--demoted-ttl ${formatDuration(settings.demotedTtl)} is shorter than the interval: nothing expires sooner than ${formatDuration(settings.interval)}`,
    )
  const loose = brakeNote(raw)
  return loose === undefined ? notes : [...notes, loose]
}
