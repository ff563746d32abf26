import { isMap, isScalar, isSeq, type Node, type Pair } from 'yaml'
import { UsageError } from '../errors.ts'
import { parseProvider } from '../providers/parse-provider.ts'
import type { Provider } from '../providers/provider.ts'
import { at } from './origin.ts'
import type { RawSettings, Sourced } from './raw.ts'

/** `FILE:LINE` of a node; of the value it belongs to where the node is absent. */
export type Locate = (node: unknown) => string

/** Reads the value of the key called `path`. @throws UsageError with its line */
type Reader<T> = (node: Node | null, path: string, locate: Locate) => T

const REMEDY = 'see docs/settings.md for the keys of the configuration'

export const refuse = (place: string, fault: string): never => {
  throw new UsageError(`${place}: ${fault}`, REMEDY)
}

const keyOf = (pair: Pair): string => (isScalar(pair.key) ? String(pair.key.value) : '')

/** The entries of a map by their keys; a key that stands twice would leave open which one holds. */
export const entriesOf = (pairs: readonly Pair[], locate: Locate): Map<string, Pair> => {
  const entries = new Map<string, Pair>()
  for (const pair of pairs) {
    const key = keyOf(pair)
    if (entries.has(key)) refuse(locate(pair.key), `key "${key}" stands twice`)
    entries.set(key, pair)
  }
  return entries
}

const text: Reader<string> = (node, path, locate) => {
  if (isScalar(node) && typeof node.value === 'string') return node.value
  // `demotedTTL: 0` and `maxRemovals: 5` mean their text.
  return isScalar(node) && typeof node.value === 'number'
    ? (node.source ?? String(node.value))
    : refuse(locate(node), `${path} must be text`)
}

const flag: Reader<boolean> = (node, path, locate) =>
  isScalar(node) && typeof node.value === 'boolean'
    ? node.value
    : refuse(locate(node), `${path} must be true or false`)

const listOf =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (node, path, locate) =>
    isSeq(node)
      ? node.items.map((entry, index) => item(entry as Node, `${path}[${index}]`, locate))
      : refuse(locate(node), `${path} must be a list`)

const PROVIDER_KEYS = ['name', 'secretNamePattern', 'secretKeys', 'allowExec']

const provider: Reader<Provider> = (node, path, locate) => {
  if (!isMap(node)) {
    const spec = text(node, path, locate)
    return at(`${locate(node)}: ${path}`, () => parseProvider(spec))
  }
  const entries = entriesOf(node.items, locate)
  for (const [key, pair] of entries)
    if (!PROVIDER_KEYS.includes(key)) refuse(locate(pair.key), `unknown key "${key}" in ${path}`)
  const field = <T>(key: string, reader: Reader<T>): T => {
    const value = entries.get(key)?.value as Node | undefined
    return reader(value ?? null, `${path}.${key}`, (inner) => locate(inner ?? node))
  }
  return {
    name: field('name', text),
    secretNamePattern: field('secretNamePattern', text),
    secretKeys: field('secretKeys', listOf(text)),
    allowExec: entries.has('allowExec') ? field('allowExec', flag) : false,
  }
}

type Readers = {
  readonly [Key in keyof RawSettings]-?: RawSettings[Key] extends Sourced<infer T> | undefined
    ? Reader<T>
    : never
}

/** How each key of the configuration is read. */
export const READERS: Readers = {
  targetNamespace: text,
  labelPrefix: text,
  managedBy: text,
  providers: listOf(provider),
  execCredentials: flag,
  execHosts: listOf(text),
  execProxies: listOf(text),
  demotedTTL: text,
  maxRemovals: text,
  interval: text,
  updatesPerMinute: text,
  uidGrace: text,
  renames: text,
}
