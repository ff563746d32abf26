import type { Place } from '../objects.ts'

/** One object of a manifest as plain data, not yet checked. */
export interface RawDocument {
  readonly value: unknown
  readonly place: Place
}

type Json = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (
  value: unknown,
): value is Json & { readonly kind: string; readonly items: readonly unknown[] } =>
  isRecord(value) &&
  typeof value['kind'] === 'string' &&
  value['kind'].endsWith('List') &&
  Array.isArray(value['items'])

/** The items of a `SecretList` as the API answers it carry no kind of their own. */
const withKind = (item: unknown, { kind, apiVersion }: Json & { readonly kind: string }): unknown =>
  isRecord(item) && item['kind'] === undefined && kind !== 'List'
    ? { ...item, apiVersion, kind: kind.slice(0, -'List'.length) }
    : item

/**
 * An object, or the objects of a List, as documents of their own; Lists within Lists are opened too.
 * @param itemLines lines of the items, where they are known
 */
export const expanded = (value: unknown, place: Place, itemLines: readonly number[] = []): RawDocument[] => {
  if (!isList(value)) return [{ value, place }]
  const known = itemLines.length === value.items.length ? itemLines : []
  return value.items.flatMap((item, index) =>
    expanded(withKind(item, value), { file: place.file, line: known[index] ?? place.line }),
  )
}
