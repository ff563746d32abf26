import { printable } from './printable.ts'

/** A column: its heading and what it says of a row. */
export interface Column<Row> {
  readonly title: string
  readonly value: (row: Row) => string
  /** Colours a cell once it is padded. */
  readonly paint?: (text: string, row: Row) => string
}

/** Aligned columns, three spaces apart, as kubectl prints them; nothing is cut or wrapped. */
export const renderTable = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  headers: boolean,
): string => {
  const cells = rows.map((row) => columns.map(({ value }) => printable(value(row))))
  const widths = columns.map(({ title }, index) =>
    Math.max(headers ? title.length : 0, ...cells.map((line) => line[index]?.length ?? 0)),
  )
  const pad = (text: string, index: number): string =>
    index === columns.length - 1 ? text : text.padEnd((widths[index] ?? 0) + 3)
  const lines = cells.map((line, number) =>
    line
      .map((text, index) => {
        const row = rows[number]
        const paint = columns[index]?.paint
        const padded = pad(text, index)
        return paint && row !== undefined ? paint(text, row) + padded.slice(text.length) : padded
      })
      .join('')
      .trimEnd(),
  )
  const head = columns
    .map(({ title }, index) => pad(title, index))
    .join('')
    .trimEnd()
  return (headers ? [head, ...lines] : lines).map((line) => `${line}\n`).join('')
}
