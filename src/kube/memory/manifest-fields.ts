import type { ObjectMeta, Place } from '../objects.ts'
import { broken, FIX_FILE } from './broken.ts'
import { without } from './fields.ts'
import { isRecord } from './raw-document.ts'

const QUOTE = 'put the value in quotes'
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const OWNER_FIELDS = ['apiVersion', 'kind', 'name', 'uid'] as const

const typeName = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'a map' : `a ${typeof value}`

/** A map of text. The API server takes nothing else (an unquoted `true` or `1` is the usual slip), but reads null as
 *  the empty text. */
export const textMap = (value: unknown, path: string, place: Place): Record<string, string> | undefined => {
  if (value === undefined || value === null) return undefined
  if (!isRecord(value)) throw broken(place, `${path} must be a map`, `write ${path} as "key: value" lines`)
  const entries = Object.entries(value).map(([key, entry]): [string, string] => {
    if (entry === null) return [key, '']
    if (typeof entry === 'string') return [key, entry]
    throw broken(place, `${path}[${key}] must be text, not ${typeName(entry)}`, QUOTE)
  })
  return Object.fromEntries(entries)
}

/** Text that may be left out or null. */
export const optionalText = (value: unknown, path: string, place: Place): string | undefined => {
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined
  throw broken(place, `${path} must be text, not ${typeName(value)}`, QUOTE)
}

/** A boolean that may be left out or null. */
export const optionalFlag = (value: unknown, path: string, place: Place): boolean | undefined => {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined
  throw broken(place, `${path} must be true or false, not ${typeName(value)}`, FIX_FILE)
}

const name = (value: unknown, place: Place): string => {
  if (value === undefined || value === null || value === '')
    throw broken(place, 'metadata.name is missing', 'give the object a name')
  if (typeof value !== 'string')
    throw broken(place, `metadata.name must be text, not ${typeName(value)}`, QUOTE)
  return value
}

const isOwner = (value: unknown): boolean =>
  isRecord(value) &&
  OWNER_FIELDS.every((field) => typeof value[field] === 'string') &&
  ['boolean', 'undefined'].includes(typeof value['controller'])

const checkLists = (
  { finalizers, ownerReferences }: Readonly<Record<string, unknown>>,
  place: Place,
): void => {
  const entries = (value: unknown, path: string): readonly unknown[] => {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) throw broken(place, `${path} must be a list`, `write ${path} as a list`)
    return value
  }
  if (entries(finalizers, 'metadata.finalizers').some((entry) => typeof entry !== 'string'))
    throw broken(place, 'metadata.finalizers must hold text', QUOTE)
  if (!entries(ownerReferences, 'metadata.ownerReferences').every(isOwner))
    throw broken(place, 'metadata.ownerReferences must hold owners', `give each ${OWNER_FIELDS.join(', ')}`)
}

/** Metadata as it stands in the file, null fields and managedFields left out; no namespace means `default`. */
export const metadataOf = (value: unknown, place: Place, namespaced: boolean): ObjectMeta => {
  if (!isRecord(value)) throw broken(place, 'metadata is missing', 'add metadata.name')
  const own = name(value['name'], place)
  const [namespace] = ['namespace', 'uid', 'resourceVersion'].map((field) =>
    optionalText(value[field], `metadata.${field}`, place),
  )
  for (const field of ['creationTimestamp', 'deletionTimestamp']) {
    const time = optionalText(value[field], `metadata.${field}`, place)
    if (time !== undefined && !(TIME.test(time) && Date.parse(time) > 0))
      throw broken(place, `metadata.${field} is no time`, 'write it as 2026-01-31T12:00:00Z, or leave it out')
  }
  checkLists(value, place)
  const labels = textMap(value['labels'], 'metadata.labels', place)
  const annotations = textMap(value['annotations'], 'metadata.annotations', place)
  const others: Readonly<Record<string, unknown>> = {
    ...without(value, 'name', 'namespace', 'managedFields'),
  }
  const kept = Object.entries({ ...others, labels, annotations }) as [string, unknown][]
  return {
    name: own,
    ...(namespaced ? { namespace: namespace || 'default' } : {}),
    ...Object.fromEntries(kept.filter(([, entry]) => entry !== undefined && entry !== null)),
  }
}
