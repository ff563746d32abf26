import renamed from '../../deploy/chart/files/renamed.json' with { type: 'json' }
import valuesSchema from '../../deploy/chart/values.schema.json' with { type: 'json' }
import { UsageError } from '../errors.ts'
import { schemaFault } from './schema.ts'
import type { Values } from './values.ts'

export type Parts = Readonly<Record<string, unknown>>

const isMap = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As helm merges values: maps key by key, null takes a key away, anything else takes the place of what was there. */
export const mergeParts = (base: Parts, over: Parts): Parts => {
  const kept = Object.entries(base).filter(([key]) => !Object.hasOwn(over, key))
  const given = Object.entries(over).flatMap(([key, value]) => {
    if (value === null) return []
    const below = base[key]
    return [[key, isMap(value) && isMap(below) ? mergeParts(below, value) : value]]
  })
  return Object.fromEntries([...kept, ...given]) as Parts
}

/**
 * Values that are as the chart's schema has them.
 * @throws UsageError naming the first that is not
 */
export const valuesOf = (parts: Parts): Values => {
  const old = Object.entries(renamed).find(([key]) => Object.hasOwn(parts, key))
  if (old) throw new UsageError(`value ${old[0]}: there is no such value`, `write ${old[1]}`)
  const fault = schemaFault(parts, valuesSchema)
  if (fault)
    throw new UsageError(`value ${fault.path}: ${fault.what}`, 'see deploy/chart/values.yaml for the values')
  return { demotedTTL: '0s', ...parts } as unknown as Values
}
