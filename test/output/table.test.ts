import assert from 'node:assert/strict'
import { makeChalk } from '../../src/output/color.ts'
import { printable } from '../../src/output/printable.ts'
import { renderTable, type Column } from '../../src/output/table.ts'

interface Row {
  readonly name: string
  readonly state: string
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'STATE', value: ({ state }) => state, paint: (text) => `<${text}>` },
  { title: 'LAST', value: ({ name }) => name.slice(0, 1) },
]

describe('a table', () => {
  it('given rows of any width, then columns stand three blanks apart, under their titles', () => {
    const rows = [
      { name: 'a', state: 'x' },
      { name: 'longest-name', state: 'y' },
    ]
    const [name, , last] = COLUMNS
    assert.equal(
      renderTable([name!, last!], rows, true),
      'NAME           LAST\na              a\nlongest-name   l\n',
    )
  })

  it('given no titles, then columns are as wide as what stands in them', () => {
    const [name, , last] = COLUMNS
    assert.equal(renderTable([name!, last!], [{ name: 'a', state: '' }], false), 'a   a\n')
  })

  it('given a column that is painted, then the paint ends with the text, and the next one stands where it would', () => {
    const rows = [
      { name: 'a', state: 'short' },
      { name: 'b', state: 'much-longer' },
    ]
    assert.equal(
      renderTable(COLUMNS, rows, true),
      ['NAME   STATE         LAST', 'a      <short>         a', 'b      <much-longer>   b', ''].join('\n'),
    )
  })

  it('given an empty last cell, then no blanks end the line', () => {
    const [, state] = COLUMNS
    const plain: Column<Row> = { title: 'STATE', value: state!.value }
    assert.equal(renderTable([COLUMNS[0]!, plain], [{ name: 'a', state: '' }], true), 'NAME   STATE\na\n')
  })

  it('given control characters in a cell, then they are shown as dots', () => {
    const hostile = { name: 'a\u001b[2K\r\nb', state: '' }
    assert.equal(renderTable([COLUMNS[0]!], [hostile], false), 'a·[2K··b\n')
  })
})

describe('text for a terminal', () => {
  it('given control characters of either set, then none is left; letters of any script stay', () => {
    const controls = [...Array(32).keys(), ...Array.from({ length: 33 }, (_, index) => 127 + index)]
    for (const code of controls) assert.equal(printable(`a${String.fromCharCode(code)}b`), 'a·b')
    assert.equal(printable('Zürich – 東京 ✔'), 'Zürich – 東京 ✔')
  })
})

describe('colour', () => {
  it('given a mode, a terminal and NO_COLOR, then it is on where asked for, or on a terminal without NO_COLOR', () => {
    const isOn = (mode: 'auto' | 'always' | 'never', isTerminal: boolean, noColor: boolean): boolean =>
      makeChalk(mode, isTerminal, noColor).red('x') !== 'x'

    assert.deepEqual(
      [true, false].flatMap((terminal) => [true, false].map((noColor) => isOn('auto', terminal, noColor))),
      [false, true, false, false],
    )
    assert.equal(isOn('always', false, true), true)
    assert.equal(isOn('never', true, false), false)
  })
})
