/** Byte order of UTF-8, the order of Go and of the API server. */
export const byteOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The same entries, keys in that order. */
export const sortedByKey = (map: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => byteOrder(a, b)))
