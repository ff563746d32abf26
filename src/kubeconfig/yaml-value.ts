/** Lines count from 1. */
export interface YamlScalar {
  readonly kind: 'scalar'
  /** The literal text, whatever type YAML would give it: a token `123` or `1e3` stays as written. */
  readonly text: string
  /** Unquoted, and not tagged as a string: only then can it be null or a boolean. */
  readonly plain: boolean
  readonly line: number
}

export interface YamlMap {
  readonly kind: 'map'
  readonly entries: ReadonlyMap<string, YamlValue>
  readonly line: number
}

export interface YamlSeq {
  readonly kind: 'seq'
  readonly items: readonly YamlValue[]
  readonly line: number
}

export type YamlValue = YamlScalar | YamlMap | YamlSeq

const NULLS = new Set(['', '~', 'null', 'Null', 'NULL'])

/** Absent, empty, `~` or `null`. */
export const isNull = (value: YamlValue | undefined): boolean =>
  value === undefined || (value.kind === 'scalar' && value.plain && NULLS.has(value.text))

const TRUE = /^(?:true|True|TRUE|y|Y|yes|Yes|YES|on|On|ON)$/
const FALSE = /^(?:false|False|FALSE|n|N|no|No|NO|off|Off|OFF)$/

/** YAML 1.1's spellings, which kubectl accepts too; quoted text is no boolean. */
export const toBoolean = (value: YamlValue): boolean | undefined => {
  if (value.kind !== 'scalar' || !value.plain) return undefined
  if (TRUE.test(value.text)) return true
  return FALSE.test(value.text) ? false : undefined
}
