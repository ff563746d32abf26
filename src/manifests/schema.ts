import { isDeepStrictEqual } from 'node:util'

/** The part of JSON Schema that deploy/chart/values.schema.json is written in: a test holds it to that. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly not?: Schema
  readonly anyOf?: readonly Schema[]
}

export interface Fault {
  /** `metrics.service.port`, `providers[1].name`. */
  readonly path: string
  readonly what: string
}

type Parts = Readonly<Record<string, unknown>>

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
}

const isObject = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOfType = (value: unknown, type: string): boolean => {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isObject(value) : typeof value === type
}

const inText = (text: string, { enum: allowed, not, pattern }: Schema): string | undefined => {
  if (allowed && !allowed.includes(text)) return `is not one of ${allowed.join(', ')}`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return 'is not of the right form'
  return not && inText(text, not) === undefined ? 'belongs to somebody else' : undefined
}

const inNumber = (number: number, { maximum = Infinity, minimum = -Infinity }: Schema): string | undefined =>
  number < minimum || number > maximum ? `is not from ${minimum} to ${maximum}` : undefined

const inScalar = (value: unknown, schema: Schema): string | undefined => {
  if (typeof value === 'string') return inText(value, schema)
  return typeof value === 'number' ? inNumber(value, schema) : undefined
}

const hasTwins = (items: readonly unknown[]): boolean =>
  items.some((item, index) => items.slice(0, index).some((other) => isDeepStrictEqual(item, other)))

const inList = (items: readonly unknown[], schema: Schema, path: string): Fault | undefined => {
  if (items.length < (schema.minItems ?? 0)) return { path, what: 'is empty' }
  if (schema.uniqueItems && hasTwins(items)) return { path, what: 'has an entry twice' }
  const { items: each } = schema
  return each && firstOf(items.map((item, index) => () => schemaFault(item, each, `${path}[${index}]`)))
}

const inMap = (map: Parts, schema: Schema, path: string): Fault | undefined => {
  const { additionalProperties: others = true, properties = {}, required = [] } = schema
  const under = (key: string): string => (path === '' ? key : `${path}.${key}`)
  const missing = required.find((key) => !Object.hasOwn(map, key))
  if (missing !== undefined) return { path: under(missing), what: 'is missing' }
  return firstOf(
    Object.entries(map).map(([key, value]) => () => {
      const own = Object.hasOwn(properties, key) ? properties[key] : undefined
      const rule = own ?? others
      if (rule === false) return { path: under(key), what: 'there is no such value' }
      return rule === true ? undefined : schemaFault(value, rule, under(key))
    }),
  )
}

const firstOf = (checks: readonly (() => Fault | undefined)[]): Fault | undefined => {
  for (const check of checks) {
    const fault = check()
    if (fault) return fault
  }
  return undefined
}

/** The alternative that was meant is the one of the value's type. */
const inAlternatives = (value: unknown, alternatives: readonly Schema[], path: string): Fault | undefined => {
  const meant = alternatives.find(({ type = '' }) => isOfType(value, type)) ?? alternatives[0]
  return meant && schemaFault(value, meant, path)
}

/** The first thing in which a value is not as the schema has it. */
export const schemaFault = (value: unknown, schema: Schema, path = ''): Fault | undefined => {
  if (schema.anyOf) return inAlternatives(value, schema.anyOf, path)
  const { type } = schema
  if (type !== undefined && !isOfType(value, type)) return { path, what: `is not ${ARTICLES[type] ?? type}` }
  if (Array.isArray(value)) return inList(value, schema, path)
  if (isObject(value)) return inMap(value, schema, path)
  const what = inScalar(value, schema)
  return what === undefined ? undefined : { path, what }
}
