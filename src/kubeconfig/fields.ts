import { wrongType } from './parse.ts'
import { done } from './result.ts'
import type { Step } from './result.ts'
import { isNull, toBoolean } from './yaml-value.ts'
import type { YamlMap, YamlValue } from './yaml-value.ts'

/** One mapping of the selected pair, with the path messages name it by (`cluster`, `user.exec`). */
export interface Section {
  readonly path: string
  readonly map: YamlMap | undefined
}

const at = (section: Section, field: string): YamlValue | undefined => {
  const value = section.map?.entries.get(field)
  return isNull(value) ? undefined : value
}

/** Is the field there, with any value but null? */
export const has = (section: Section, field: string): boolean => at(section, field) !== undefined

/** A number, boolean or date stands for its literal text (C3.07); absent and null are the empty text. */
export const textField = (section: Section, field: string): Step<string> => {
  const value = at(section, field)
  if (value === undefined) return done('')
  return value.kind === 'scalar' ? done(value.text) : wrongType(`${section.path}.${field}`, 'text', value)
}

/** Several text fields at once, the first wrong one refused. */
export const textFields = <Name extends string>(
  section: Section,
  names: readonly Name[],
): Step<Readonly<Record<Name, string>>> => {
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const text = textField(section, name)
    if (!text.ok) return text
    texts[name] = text.value
  }
  return done(texts as Record<Name, string>)
}

/** Unquoted YAML booleans, the old spellings included; a quoted one is a type error, as for kubectl (C3.08). */
export const flagField = (section: Section, field: string): Step<boolean> => {
  const value = at(section, field)
  if (value === undefined) return done(false)
  const flag = toBoolean(value)
  return flag === undefined
    ? wrongType(`${section.path}.${field}`, 'true or false, unquoted', value)
    : done(flag)
}

export const sectionField = (section: Section, field: string): Step<Section> => {
  const value = at(section, field)
  const path = `${section.path}.${field}`
  if (value === undefined) return done({ path, map: undefined })
  return value.kind === 'map' ? done({ path, map: value }) : wrongType(path, 'a mapping', value)
}

export const listField = (section: Section, field: string): Step<readonly YamlValue[]> => {
  const value = at(section, field)
  if (value === undefined) return done([])
  return value.kind === 'seq' ? done(value.items) : wrongType(`${section.path}.${field}`, 'a list', value)
}

/** Anything in it: null, an empty text, list or mapping counts as absent. */
export const isFilled = (section: Section, field: string): boolean => {
  const value = at(section, field)
  if (value === undefined) return false
  if (value.kind === 'scalar') return value.text !== ''
  return value.kind === 'map' ? value.entries.size > 0 : value.items.length > 0
}
