import { LineCounter, parseAllDocuments } from 'yaml'
import { UsageError } from '../../errors.ts'
import type { Place } from '../objects.ts'

/** One object of a manifest as plain data, not yet checked. */
export interface RawDocument {
  readonly value: unknown
  readonly place: Place
}

const BROKEN = 'fix the file, or leave it out of --filename'

/** Line (from 1) of every object that opens at `depth` braces and brackets inside valid JSON. */
const jsonObjectLines = (text: string, depth: number): number[] => {
  const lines: number[] = []
  let line = 1
  let level = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]
    if (char === '\n') line += 1
    else if (inString) {
      if (char === '\\') index += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      if (char === '{' && level === depth) lines.push(line)
      level += 1
    } else if (char === '}' || char === ']') level -= 1
  }
  return lines
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is { readonly items: readonly unknown[] } =>
  isRecord(value) && typeof value['kind'] === 'string' && value['kind'].endsWith('List') && Array.isArray(value['items'])

/** JSON is read by the runtime's own parser: a dump of a whole hub has tens of megabytes. */
const readJson = (text: string, file: string): RawDocument[] | undefined => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isList(value)) return [{ value, place: { file, line: 1 } }]
  // Depth 2: the list's own brace, then the bracket of `items`; metadata objects of the list stand at depth 1.
  const lines = jsonObjectLines(text, 2)
  return value.items.map((item, index) => ({ value: item, place: { file, line: lines[index] ?? 1 } }))
}

/** kubectl reads manifests as YAML 1.1 (`no` is a boolean), but leaves times as text and knows no base-60 numbers. */
const withoutTimes = (tags: readonly unknown[]): unknown[] =>
  tags.filter((tag) => {
    const { tag: name, format } = tag as { readonly tag?: string; readonly format?: string }
    return name !== 'tag:yaml.org,2002:timestamp' && format !== 'TIME'
  })

const readYaml = (text: string, file: string): RawDocument[] => {
  const lineCounter = new LineCounter()
  const documents = parseAllDocuments(text, {
    version: '1.1',
    merge: true,
    lineCounter,
    prettyErrors: false,
    strict: true,
    customTags: withoutTimes as never,
  })
  if (!Array.isArray(documents)) return []
  return documents.flatMap((document): RawDocument[] => {
    const [fault] = document.errors
    if (fault) {
      const line = lineCounter.linePos(fault.pos[0]).line
      throw new UsageError(`${file}:${line}: not valid YAML (${fault.code.toLowerCase().replaceAll('_', ' ')})`, BROKEN)
    }
    let value: unknown
    try {
      value = document.toJS({ maxAliasCount: 1000 })
    } catch {
      throw new UsageError(`${file}: too many YAML aliases`, BROKEN)
    }
    if (value === null || value === undefined) return []
    const lineAt = (offset: number | undefined): number => lineCounter.linePos(offset ?? 0).line
    if (!isList(value)) return [{ value, place: { file, line: lineAt(document.contents?.range?.[0]) } }]
    const items = document.get('items') as { readonly items?: readonly { readonly range?: readonly number[] }[] }
    return value.items.map((item, index) => ({
      value: item,
      place: { file, line: lineAt(items.items?.[index]?.range?.[0]) },
    }))
  })
}

/** Splits the text of a manifest into its objects; items of a `List` count as objects of their own. */
export const readDocuments = (text: string, file: string): RawDocument[] => {
  const start = text.trimStart()[0]
  const json = start === '{' || start === '[' ? readJson(text, file) : undefined
  return json ?? readYaml(text, file)
}
