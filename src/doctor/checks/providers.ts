import { isInScope } from '../../engine/plan/context.ts'
import { Skipped, type Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import { suggestionsFor } from './providers-suggest.ts'

/** A provider that was typed or set, and for which there is nothing. With no source namespace there is nothing for any. */
export const providerUnmatched: Check = {
  id: 'provider-unmatched',
  section: 'settings',
  on: 'anywhere',
  run: async (inspection) => {
    const { settings } = inspection
    const { sources } = (await inspection.look()).observation.snapshot
    const [first] = sources.keys()
    if (!settings.providersChosen || first === undefined) return []
    const sights = [...sources.values()]
    const matched = new Set(
      sights.flatMap((sight) =>
        sight.complete ? [...sight.candidates, ...sight.nearMisses].map(({ provider }) => provider) : [],
      ),
    )
    const unmatched = settings.providers.filter(({ name }) => !matched.has(name))
    if (unmatched.length > 0 && sights.some(({ complete }) => !complete))
      throw new Skipped('not all source namespaces could be read')
    return unmatched.map(({ name, secretNamePattern }): Finding => ({
      severity: 'warning',
      object: name,
      params: { pattern: secretNamePattern, namespace: first },
    }))
  },
}

export const providerSuggest: Check = {
  id: 'provider-suggest',
  section: 'settings',
  on: 'anywhere',
  run: async (inspection) => {
    const { context } = await inspection.look()
    const bare = [...context.snapshot.sources].flatMap(([namespace, sight]) =>
      sight.complete && sight.candidates.length === 0 && isInScope(context, namespace) ? [namespace] : [],
    )
    return bare.length === 0 ? [] : suggestionsFor(inspection, new Set(bare))
  },
}
