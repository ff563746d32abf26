/** Cells in columns, one line a row. */
export const printTable = (cells: readonly (readonly string[])[]): string => {
  const width = (column: number): number => Math.max(...cells.map((line) => line[column]?.length ?? 0))
  const text = (line: readonly string[]): string =>
    line.map((cell, column) => cell.padEnd(width(column))).join('  ')
  return cells.map((line) => text(line).trimEnd() + '\n').join('')
}
