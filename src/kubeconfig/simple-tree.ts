import { readSimple, type Builder } from '../yaml/simple-reader.ts'
import type { SimpleScalar } from '../yaml/simple-scalar.ts'
import type { YamlValue } from './yaml-value.ts'

interface OpenMap {
  readonly line: number
  readonly entries: Map<string, YamlValue>
}

const BUILDER: Builder<YamlValue, OpenMap> = {
  startMap: (line) => ({ line, entries: new Map() }),
  put: ({ entries }, key, value) => !entries.has(key) && Boolean(entries.set(key, value)),
  endMap: ({ line, entries }) => ({ kind: 'map', entries, line }),
  list: (items, _lines, line) => ({ kind: 'seq', items, line }),
  scalar: (scalar: SimpleScalar, line): YamlValue => {
    switch (scalar.kind) {
      case 'empty-map':
        return { kind: 'map', entries: new Map(), line }
      case 'empty-list':
        return { kind: 'seq', items: [], line }
      case 'text':
        return { kind: 'scalar', text: scalar.text, plain: !scalar.quoted, line }
      case 'boolean':
      case 'integer':
      case 'null':
        return { kind: 'scalar', text: scalar.text, plain: true, line }
    }
  },
  nothing: (line) => ({ kind: 'scalar', text: '', plain: true, line }),
}

/** Beyond it the full reader says that this is no kubeconfig. */
const MAX_LINES = 10_000

/** A kubeconfig as machines write them, as the full reader would give it; undefined for anything else. */
export const readSimpleTree = (text: string): YamlValue | undefined => readSimple(text, BUILDER, MAX_LINES)
