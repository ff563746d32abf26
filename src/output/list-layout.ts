import type { Row } from '../listing/row.ts'
import type { ListColumn } from './list-columns.ts'
import { printable } from './printable.ts'

interface Placed {
  readonly column: ListColumn
  readonly brief: boolean
  /** Characters. */
  readonly width: number
  /** What is longer than the width is cut; otherwise it sticks out. */
  readonly cut: boolean
}

/** Where each column stands. Made once for a table, and kept for rows that follow later. */
export interface Layout {
  readonly columns: readonly Placed[]
  /** Blanks between two columns. */
  readonly gap: number
}

export interface LayoutOptions {
  readonly headers: boolean
  /** Characters a line may have; absent = any number. */
  readonly limit?: number
}

const GAP = 3
const NARROW_GAP = 2

const textOf = ({ column, brief }: Pick<Placed, 'column' | 'brief'>, row: Row): string =>
  printable((brief ? column.brief : undefined)?.(row) ?? column.value(row))

const place =
  (rows: readonly Row[], headers: boolean, brief: boolean) =>
  (column: ListColumn): Placed => ({
    column,
    brief,
    width: rows.reduce(
      (widest, row) => Math.max(widest, textOf({ column, brief }, row).length),
      headers ? column.title.length : 1,
    ),
    cut: false,
  })

const isTooWide = ({ columns, gap }: Layout, limit: number): boolean =>
  columns.reduce((sum, { width }) => sum + width, gap * (columns.length - 1)) > limit

/** Takes from the widest of those that may be cut until the rest fits, or nothing is left to take. */
const shrunk = (layout: Layout, limit: number, mayCut: (index: number) => boolean): Layout => {
  if (!isTooWide(layout, limit)) return layout
  const widest = layout.columns.reduce<{ readonly index: number; readonly width: number }>(
    (best, { column: { least }, width }, index) =>
      least !== undefined && width > least && mayCut(index) && width > best.width ? { index, width } : best,
    { index: -1, width: 0 },
  )
  if (widest.index < 0) return layout
  const columns = layout.columns.map((placed, index) =>
    index === widest.index ? { ...placed, width: placed.width - 1, cut: true } : placed,
  )
  return shrunk({ ...layout, columns }, limit, mayCut)
}

const withoutSpare = (columns: readonly ListColumn[]): readonly ListColumn[] | undefined => {
  const [first] = columns
    .filter(({ spare }) => spare !== undefined)
    .toSorted((a, b) => (a.spare ?? 0) - (b.spare ?? 0))
  return first && columns.filter((column) => column !== first)
}

/** Shorter texts, then cut ones, then fewer columns; the names, which everything is about, are cut last. */
const narrowed = (
  columns: readonly ListColumn[],
  rows: readonly Row[],
  headers: boolean,
  limit: number,
): Layout => {
  const brief = { columns: columns.map(place(rows, headers, true)), gap: NARROW_GAP }
  const cut = shrunk(brief, limit, (index) => index > 0)
  if (!isTooWide(cut, limit)) return cut
  const fewer = withoutSpare(columns)
  return fewer ? narrowed(fewer, rows, headers, limit) : shrunk(cut, limit, () => true)
}

/** Columns as wide as their widest text, three blanks apart; on a narrow terminal, what makes each line fit. */
export const layOut = (
  columns: readonly ListColumn[],
  rows: readonly Row[],
  { headers, limit = Number.POSITIVE_INFINITY }: LayoutOptions,
): Layout => {
  const full = { columns: columns.map(place(rows, headers, false)), gap: GAP }
  if (!isTooWide(full, limit)) return full
  const closer = { ...full, gap: NARROW_GAP }
  return isTooWide(closer, limit) ? narrowed(columns, rows, headers, limit) : closer
}

/** The middle goes: what tells names and addresses apart stands at either end. */
const fitted = (text: string, width: number): string => {
  if (text.length <= width) return text
  const end = Math.floor((width - 1) / 2)
  return `${text.slice(0, width - 1 - end)}…${end === 0 ? '' : text.slice(-end)}`
}

const line = (
  { columns, gap }: Layout,
  text: (placed: Placed) => string,
  paint: (text: string, placed: Placed) => string,
): string => {
  const cells = columns.map((placed, index) => {
    const cell = placed.cut ? fitted(text(placed), placed.width) : text(placed)
    const isLast = index === columns.length - 1
    // A row that came later may be longer than those the table was laid out for.
    const blanks = isLast ? 0 : Math.max(placed.width + gap - cell.length, 1)
    return paint(cell, placed) + ' '.repeat(blanks)
  })
  return `${cells.join('').trimEnd()}\n`
}

export const headLine = (layout: Layout): string =>
  line(
    layout,
    ({ column }) => column.title,
    (text) => text,
  )

export const rowLine = (layout: Layout, row: Row): string =>
  line(
    layout,
    (placed) => textOf(placed, row),
    (text, { column }) => column.paint?.(text, row) ?? text,
  )
