import { isInScope } from '../../engine/plan/context.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'

/** Read only once a setting names them, as whoever may annotate a namespace could set them (decisions.md §7). */
const FIELDS = ['project', 'namespaces', 'cluster-resources', 'shard', 'targets', 'credential'] as const

/** Annotations that look as if they decided something about the registration, and decide nothing. */
export const namespaceFieldInert: Check = {
  id: 'namespace-field-inert',
  section: 'claims',
  on: 'anywhere',
  run: async (inspection) => {
    const { context } = await inspection.look()
    const { keys, snapshot } = context
    return [...snapshot.namespaces.values()].flatMap(({ name, managed, annotations }) => {
      const found = FIELDS.map((field) => keys.prefix + field).filter((key) =>
        Object.hasOwn(annotations, key),
      )
      if (!managed || !isInScope(context, name) || found.length === 0) return []
      const finding: Finding = {
        severity: 'warning',
        object: name,
        params: {
          namespace: name,
          annotations: found.join(', '),
          removal: found.map((key) => `${key}-`).join(' '),
        },
      }
      return [finding]
    })
  },
}
