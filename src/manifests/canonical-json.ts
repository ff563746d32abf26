import { byteOrder } from '../order.ts'

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => byteOrder(a, b))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** JSON as Helm's `toRawJson` writes it: keys sorted, no blanks. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value))
