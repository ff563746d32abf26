import { UsageError } from '../../errors.ts'

type Path = readonly (string | number)[]

/** A parsed document and where its parts stand. */
export interface Source {
  readonly file: string
  /** Line (from 1) of the deepest part of the path that exists. */
  readonly lineOf: (path: Path) => number
}

const REMEDY = 'fix the file, or choose another with --kubeconfig'

/** A part of a kubeconfig that can't be read. Names the field, never its value: it may be a credential. */
export const malformed = (source: Source, path: Path, problem: string, remedy = REMEDY): UsageError =>
  new UsageError(`${source.file}:${source.lineOf(path)}: ${problem}`, remedy)

const label = (path: Path): string => path.filter((step) => typeof step === 'string').join('.')

/** Reads the fields of one mapping. As in Go, null and an empty string are the same as an absent field. */
export interface Fields {
  readonly path: Path
  readonly source: Source
  text(key: string): string | undefined
  flag(key: string): boolean
  map(key: string): Fields | undefined
  items(key: string): readonly Fields[]
  texts(key: string): readonly string[]
  /** Values of a mapping of texts. */
  textMap(key: string): Readonly<Record<string, string>>
  textListMap(key: string): Readonly<Record<string, readonly string[]>>
  keys(): readonly string[]
  /** Unread, for parts whose shape is somebody else's. */
  raw(key: string): unknown
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (source: Source, value: unknown, path: Path): Fields => {
  if (value !== null && value !== undefined && !isMap(value)) {
    throw malformed(source, path, `${label(path) || 'the document'} must be a mapping`)
  }
  const raw: Readonly<Record<string, unknown>> = value ?? {}
  const at = (key: string): Path => [...path, key]
  const wrong = (key: string, what: string): UsageError =>
    malformed(source, at(key), `${label(at(key))} must be ${what}`)
  const has = (key: string): boolean => Object.hasOwn(raw, key) && raw[key] !== null

  const list = (key: string): readonly unknown[] => {
    const found = has(key) ? raw[key] : []
    if (!Array.isArray(found)) throw wrong(key, 'a list')
    return found
  }
  const fields: Fields = {
    path,
    source,
    text: (key) => {
      const found = has(key) ? raw[key] : ''
      if (typeof found !== 'string') throw wrong(key, 'text')
      return found === '' ? undefined : found
    },
    flag: (key) => {
      const found = has(key) ? raw[key] : false
      if (typeof found !== 'boolean') throw wrong(key, 'true or false')
      return found
    },
    map: (key) => (has(key) ? fieldsOf(source, raw[key], at(key)) : undefined),
    items: (key) => list(key).map((item, index) => fieldsOf(source, item, [...at(key), index])),
    texts: (key) =>
      list(key).map((item) => {
        if (typeof item !== 'string') throw wrong(key, 'a list of texts')
        return item
      }),
    textMap: (key) => {
      const inner = fields.map(key)
      return Object.fromEntries((inner?.keys() ?? []).map((name) => [name, inner?.text(name) ?? '']))
    },
    textListMap: (key) => {
      const inner = fields.map(key)
      return Object.fromEntries((inner?.keys() ?? []).map((name) => [name, inner?.texts(name) ?? []]))
    },
    keys: () => Object.keys(raw),
    raw: (key) => raw[key],
  }
  return fields
}
