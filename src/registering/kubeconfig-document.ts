import { UsageError } from '../errors.ts'
import { isNull, toBoolean, type YamlValue } from '../kubeconfig/yaml-value.ts'

/** A part of a kubeconfig as JSON has it. */
export type Json = string | boolean | null | readonly Json[] | JsonMap
export interface JsonMap {
  readonly [Key: string]: Json
}

export const isJsonMap = (value: Json | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The only fields of a kubeconfig that are no text: `no` is a name or a token everywhere else. */
const FLAGS: ReadonlySet<string> = new Set([
  'insecure-skip-tls-verify',
  'disable-compression',
  'provideClusterInfo',
])

/** Far more than any kubeconfig holds; anchors that repeat each other reach it at once. */
const MAX_VALUES = 20_000

class Converter {
  #count = 0

  convert(value: YamlValue, isFlag: boolean): Json {
    this.#count += 1
    if (this.#count > MAX_VALUES)
      throw new UsageError(
        'the kubeconfig repeats its anchors without end',
        'write the file without anchors and aliases',
      )
    if (isNull(value)) return null
    if (value.kind === 'scalar') return (isFlag ? toBoolean(value) : undefined) ?? value.text
    if (value.kind === 'seq') return value.items.map((item) => this.convert(item, false))
    return Object.fromEntries(
      [...value.entries].map(([key, entry]) => [key, this.convert(entry, FLAGS.has(key))]),
    )
  }
}

/** The value with every field it has, also those this project does not know; texts keep the spelling of the file. */
export const toJson = (value: YamlValue): Json => new Converter().convert(value, false)
