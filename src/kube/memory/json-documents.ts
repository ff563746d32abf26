import { scanJson } from './json-scan.ts'
import { MAX_DEPTH } from '../../yaml/simple-reader.ts'
import { expanded, type RawDocument } from './raw-document.ts'

const membersOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const values: unknown[] = Object.values(value)
  let members = Array.isArray(value) ? 0 : values.length
  for (const entry of values) members += membersOf(entry)
  return members
}

/**
 * The objects of a JSON text, or of several one after the other. JSON is read by the runtime's own parser: a dump of a
 * whole hub has tens of megabytes. Undefined where something is wrong with it (syntax, a key twice, too deep), which the
 * YAML reader finds the line of.
 */
export const readJson = (text: string, file: string): RawDocument[] | undefined => {
  const documents: RawDocument[] = []
  for (const { start, end, line, itemLines, members, depth } of scanJson(text) ?? []) {
    if (depth > MAX_DEPTH) return undefined
    let value: unknown
    try {
      value = JSON.parse(text.slice(start, end))
    } catch {
      return undefined
    }
    if (membersOf(value) !== members) return undefined
    documents.push(...expanded(value, { file, line }, itemLines))
  }
  return documents.length > 0 ? documents : undefined
}
