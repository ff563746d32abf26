import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type Pair } from 'yaml'
import { UsageError } from '../errors.ts'
import type { Provider } from '../providers/provider.ts'
import { parseProvider } from '../providers/parse-provider.ts'
import type { RawSettings, Sourced } from './raw.ts'

type Reader<T> = (node: Node | null, at: string) => T

const REMEDY = 'see docs/settings.md for the keys of the configuration'

const fail = (at: string, fault: string): never => {
  throw new UsageError(`${at}: ${fault}`, REMEDY)
}

const text: Reader<string> = (node, at) => {
  if (isScalar(node) && typeof node.value === 'string') return node.value
  // `demotedTTL: 0` and `maxRemovals: 5` mean their text.
  return isScalar(node) && typeof node.value === 'number'
    ? (node.source ?? String(node.value))
    : fail(at, 'must be text')
}

const flag: Reader<boolean> = (node, at) =>
  isScalar(node) && typeof node.value === 'boolean' ? node.value : fail(at, 'must be true or false')

const listOf =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (node, at) =>
    isSeq(node) ? node.items.map((entry) => item(entry as Node, at)) : fail(at, 'must be a list')

const keyOf = (pair: Pair): string => (isScalar(pair.key) ? String(pair.key.value) : '')

const provider: Reader<Provider> = (node, at) => {
  if (!isMap(node)) return parseProvider(text(node, at))
  const known = ['name', 'secretNamePattern', 'secretKeys', 'allowExec']
  for (const pair of node.items)
    if (!known.includes(keyOf(pair))) fail(at, `unknown key "${keyOf(pair)}" in a provider`)
  const field = (name: string): Node | null => (node.get(name, true) as Node | undefined) ?? null
  return {
    name: text(field('name'), `${at}: name`),
    secretNamePattern: text(field('secretNamePattern'), `${at}: secretNamePattern`),
    secretKeys: listOf(text)(field('secretKeys'), `${at}: secretKeys`),
    allowExec: node.has('allowExec') ? flag(field('allowExec'), `${at}: allowExec`) : false,
  }
}

type Readers = {
  readonly [Key in keyof RawSettings]-?: RawSettings[Key] extends Sourced<infer T> | undefined
    ? Reader<T>
    : never
}

const READERS: Readers = {
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
  uidGrace: text,
}

/**
 * Reads a configuration (`apiVersion: registrar/v1, kind: Config`): the file of `--config` or the key `config.yaml` of
 * the controller's ConfigMap.
 * @param place the file's name, for messages
 * @throws UsageError with the line of what is unknown or malformed
 */
export const parseConfig = (source: string, place: string): RawSettings => {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { lineCounter, prettyErrors: false })
  const at = (node: unknown): string => {
    const offset = (node as { readonly range?: readonly number[] } | null)?.range?.[0] ?? 0
    return `${place}:${lineCounter.linePos(offset).line}`
  }
  const [fault] = document.errors
  if (fault)
    throw new UsageError(
      `${place}:${lineCounter.linePos(fault.pos[0]).line}: not valid YAML (${fault.code.toLowerCase().replaceAll('_', ' ')})`,
      'fix the file',
    )
  const root = document.contents
  if (!isMap(root))
    return fail(`${place}:1`, 'not a configuration: expected apiVersion: registrar/v1, kind: Config')
  const expected: Readonly<Record<string, string>> = { apiVersion: 'registrar/v1', kind: 'Config' }
  for (const [key, value] of Object.entries(expected))
    if ((root.get(key) as unknown) !== value) fail(at(root.get(key, true) ?? root), `${key} must be ${value}`)

  const settings: Record<string, Sourced<unknown>> = {}
  for (const pair of root.items) {
    const key = keyOf(pair)
    if (key in expected) continue
    const where = at(pair.key)
    const read = Object.hasOwn(READERS, key) ? (READERS[key as keyof Readers] as Reader<unknown>) : undefined
    if (!read) return fail(where, `unknown key "${key}"`)
    settings[key] = { value: read(pair.value, `${where}: ${key}`), origin: where }
  }
  return settings
}
