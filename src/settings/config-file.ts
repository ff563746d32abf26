import { isMap, LineCounter, parseDocument, type Node } from 'yaml'
import { UsageError } from '../errors.ts'
import { entriesOf, READERS, refuse, type Locate } from './config-readers.ts'
import type { RawSettings, Sourced } from './raw.ts'

const HEADER: Readonly<Record<string, string>> = { apiVersion: 'registrar/v1', kind: 'Config' }

/**
 * Reads a configuration (`apiVersion: registrar/v1, kind: Config`): the file of `--config` or the key `config.yaml` of
 * the controller's ConfigMap.
 * @param place the file's name, for messages
 * @throws UsageError with the line of what is unknown or malformed
 */
export const parseConfig = (source: string, place: string): RawSettings => {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { lineCounter, prettyErrors: false, uniqueKeys: false })
  const locate: Locate = (node) => {
    const offset = (node as Partial<Node> | null | undefined)?.range?.[0] ?? 0
    return `${place}:${lineCounter.linePos(offset).line || 1}`
  }
  const [fault] = document.errors
  if (fault) {
    const code = fault.code.toLowerCase().replaceAll('_', ' ')
    throw new UsageError(`${locate({ range: fault.pos })}: not valid YAML (${code})`, 'fix the file')
  }
  const root = document.contents
  if (!isMap(root))
    return refuse(`${place}:1`, 'not a configuration: expected apiVersion: registrar/v1, kind: Config')
  const entries = entriesOf(root.items, locate)
  for (const [key, value] of Object.entries(HEADER))
    if ((root.get(key) as unknown) !== value)
      refuse(locate(entries.get(key)?.key ?? root), `${key} must be ${value}`)

  const settings: Record<string, Sourced<unknown>> = {}
  for (const [key, pair] of entries) {
    if (Object.hasOwn(HEADER, key)) continue
    const where = locate(pair.key)
    if (!Object.hasOwn(READERS, key)) return refuse(where, `unknown key "${key}"`)
    const read = READERS[key as keyof typeof READERS]
    const value = read(pair.value as Node | null, key, (node) => locate(node ?? pair.key))
    settings[key] = { value, origin: where }
  }
  return settings
}
