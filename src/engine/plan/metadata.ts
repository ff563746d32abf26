import { byteOrder } from '../../order.ts'
import type { Note } from '../decision.ts'
import type { Keys } from '../keys.ts'
import type { NamespaceDigest } from '../snapshot.ts'

/** Limits on copied annotations (C4.14–C4.18): bytes a value, bytes of all values, keys. */
export const MAX_VALUE = 4096
export const MAX_TOTAL = 32_768
export const MAX_KEYS = 32

type Map = Readonly<Record<string, string>>

/** Ascending byte order, so that the same set is admitted on every pass. */
const byKey = (a: readonly [string, string], b: readonly [string, string]): number => byteOrder(a[0], b[0])

const copied = (map: Map, keys: Keys): [string, string][] =>
  Object.entries(map).filter(([key]) => key.startsWith(keys.prefix) && !keys.reserved.has(key))

/** Labels of the namespace that the registration carries too. */
export const copiedLabels = (namespace: NamespaceDigest, keys: Keys): Map =>
  Object.fromEntries(copied(namespace.labels, keys))

/** Annotations of the namespace that the registration carries too, within the limits, and a note for each left out. */
export const copiedAnnotations = (
  namespace: NamespaceDigest,
  keys: Keys,
): { readonly annotations: Map; readonly notes: readonly Note[] } => {
  const admitted: [string, string][] = []
  const notes: Note[] = []
  let total = 0
  for (const [key, value] of copied(namespace.annotations, keys).sort(byKey)) {
    const size = Buffer.byteLength(value)
    const limit =
      size > MAX_VALUE
        ? `${MAX_VALUE} bytes a value`
        : total + size > MAX_TOTAL
          ? `${MAX_TOTAL} bytes in all`
          : admitted.length >= MAX_KEYS
            ? `${MAX_KEYS} annotations`
            : undefined
    if (limit) {
      notes.push({
        reason: 'annotation-dropped',
        params: { annotation: key, limit, namespace: namespace.name },
      })
      continue
    }
    total += size
    admitted.push([key, value])
  }
  return { annotations: Object.fromEntries(admitted), notes }
}
