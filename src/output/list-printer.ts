import type { Row } from '../listing/row.ts'
import { listColumns } from './list-columns.ts'
import { itemDocument, listDocument } from './list-documents.ts'
import { headLine, layOut, rowLine } from './list-layout.ts'
import type { Paint } from './list-paint.ts'

export interface ListForm {
  readonly format: 'table' | 'wide' | 'name' | 'json' | 'yaml'
  readonly headers: boolean
  /** Absent without colour. */
  readonly paint?: Paint
  /** Width of the terminal; absent off one. */
  readonly columns?: number
}

/** Puts a list into text. */
export interface ListPrinter {
  /** The whole list. */
  readonly list: (rows: readonly Row[]) => string
  /** Rows of a list that goes on: those it begins with, and then one at a time. */
  readonly more: (rows: readonly Row[]) => string
}

const tablePrinter = ({ format, headers, paint, columns: limit }: ListForm): ListPrinter => {
  const columns = listColumns(format === 'wide', paint)
  // Whoever asks for the wide table wants all of it.
  const options = { headers, ...(limit === undefined || format === 'wide' ? {} : { limit }) }
  const begin = (rows: readonly Row[]) => {
    const layout = layOut(columns, rows, options)
    const lines = (some: readonly Row[]): string => some.map((row) => rowLine(layout, row)).join('')
    return { first: (headers ? headLine(layout) : '') + lines(rows), lines }
  }
  const state: { lines?: (rows: readonly Row[]) => string } = {}
  return {
    list: (rows) => (rows.length === 0 ? '' : begin(rows).first),
    more: (rows) => {
      if (rows.length === 0) return ''
      if (state.lines) return state.lines(rows)
      const { first, lines } = begin(rows)
      state.lines = lines
      return first
    },
  }
}

const each =
  (text: (row: Row) => string) =>
  (rows: readonly Row[]): string =>
    rows.map(text).join('')

const yamlPrinter = async (): Promise<ListPrinter> => {
  const { stringify } = await import('yaml')
  const yaml = (document: object): string => stringify(document, { compat: 'yaml-1.1', lineWidth: 0 })
  return {
    list: (rows) => yaml(listDocument(rows)),
    more: each((row) => `---\n${yaml(itemDocument(row))}`),
  }
}

/** Loads what the form asked for needs, and nothing else: a list is to be there at once. */
export const listPrinter = async (form: ListForm): Promise<ListPrinter> => {
  switch (form.format) {
    case 'table':
    case 'wide':
      return tablePrinter(form)
    case 'name': {
      const names = each(({ entry }) => `secret/${entry.secret}\n`)
      return { list: names, more: names }
    }
    case 'json':
      return {
        list: (rows) => `${JSON.stringify(listDocument(rows), undefined, 2)}\n`,
        more: each((row) => `${JSON.stringify(itemDocument(row))}\n`),
      }
    case 'yaml':
      return yamlPrinter()
  }
}
