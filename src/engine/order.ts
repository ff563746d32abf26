/** Byte order of UTF-8, the order of Go and of the API server. */
export const byteOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
