import type { Endured } from './endured.ts'

const HEAD = ['seconds', 'changes', 'writes', 'replaced', 'heap', 'sight', 'fault']

const rowOf = ({ seconds, changes, writes, replaced, heap, sight, fault }: Endured): readonly string[] => [
  seconds.toFixed(1),
  String(changes),
  String(writes),
  String(replaced),
  heap === undefined ? '-' : `${Math.round(heap * 100)} %`,
  sight,
  fault,
]

/** As text in columns, a line for each sight of each fault. */
export const tableOf = (endured: readonly Endured[]): string => {
  const rows = [HEAD, ...endured.map(rowOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
  return `\n${lines.join('\n')}\n`
}
