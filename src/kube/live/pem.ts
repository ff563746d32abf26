import { isAbsolute, resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { ConnectionDeps } from './node-deps.ts'

const REMEDY = 'write the kubeconfig again with the tool that made it'

/** Base64 as Go's StdEncoding reads it: line breaks ignored, padding needed. */
const decode = (text: string): string | undefined => {
  const joined = text.replaceAll(/[\r\n]/g, '')
  const legal = joined.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(joined)
  return legal ? Buffer.from(joined, 'base64').toString('utf8') : undefined
}

/** One of the pairs `x` (a path) and `x-data` (base64) of a kubeconfig entry. */
export interface PemField {
  /** The field's name without `-data`, for messages. */
  readonly field: string
  /** The file that holds the field, for messages; empty for a flag. */
  readonly owner: string
  /** What a relative path is relative to. */
  readonly folder: string
  readonly path: string | undefined
  readonly data: string | undefined
}

/** Reads the PEM a field gives, inline or by path. Throws a `UsageError` that quotes paths and names only. */
export const readPem = async (pem: PemField, deps: ConnectionDeps): Promise<string | undefined> => {
  const { field, owner, folder, path, data } = pem
  if (path !== undefined && data !== undefined) {
    throw new UsageError(`${owner}: ${field} and ${field}-data are both set`, 'keep one of the two')
  }
  let text: string | undefined
  if (data !== undefined) {
    text = decode(data)
    if (text === undefined) throw new UsageError(`${owner}: ${field}-data is not base64`, REMEDY)
  } else if (path !== undefined) {
    const place = isAbsolute(path) ? path : resolve(folder, path)
    try {
      text = await deps.readFile(place)
    } catch {
      throw new UsageError(`${place}: ${field} can't be read`, 'make the file readable, or correct the path')
    }
  }
  if (text !== undefined && !text.includes('-----BEGIN ')) {
    throw new UsageError(`${path ?? owner}: ${field} holds no PEM block`, REMEDY)
  }
  return text
}
