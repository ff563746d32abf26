import { readSimple, type Builder } from '../../yaml/simple-reader.ts'
import type { SimpleScalar } from '../../yaml/simple-scalar.ts'

export interface SimpleDocument {
  readonly value: unknown
  /** Line of its first entry, from 1, and of each entry of its list `items`. */
  readonly line: number
  readonly itemLines: readonly number[]
}

interface Entries {
  readonly line: number
  readonly values: Record<string, unknown>
}

const plain = (scalar: SimpleScalar): unknown => {
  switch (scalar.kind) {
    case 'text':
      return scalar.text
    case 'boolean':
      return scalar.text === 'true'
    case 'integer':
      return Number(scalar.text)
    case 'null':
      return null
    case 'empty-map':
      return {}
    case 'empty-list':
      return []
  }
}

/** Plain data, with the lines of the lists kept aside. */
class PlainBuilder implements Builder<unknown, Entries> {
  readonly lines = new Map<unknown, readonly number[]>()
  /** Of the map that was opened first: the document itself. */
  firstLine: number | undefined

  startMap(line: number): Entries {
    this.firstLine ??= line
    return { line, values: {} }
  }

  put({ values }: Entries, key: string, value: unknown): boolean {
    if (Object.hasOwn(values, key)) return false
    values[key] = value
    return true
  }

  endMap({ values }: Entries): unknown {
    return values
  }

  list(items: readonly unknown[], lines: readonly number[]): unknown {
    this.lines.set(items, lines)
    return items
  }

  scalar(scalar: SimpleScalar): unknown {
    return plain(scalar)
  }

  nothing(): unknown {
    return null
  }
}

const itemsOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'items' in value ? value.items : undefined

/** A manifest of the plainest YAML; undefined for anything else. */
export const readSimpleDocument = (text: string): SimpleDocument | undefined => {
  const builder = new PlainBuilder()
  const value = readSimple(text, builder)
  if (value === undefined) return undefined
  const top = Array.isArray(value) ? builder.lines.get(value)?.[0] : builder.firstLine
  return { value, line: top ?? 1, itemLines: builder.lines.get(itemsOf(value)) ?? [] }
}
