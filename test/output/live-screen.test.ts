import assert from 'node:assert/strict'
import { LiveScreen } from '../../src/output/live-screen.ts'
import { testTerminal } from '../support/terminal.ts'

const setUp = (columns = 20, rows = 6) => {
  const terminal = testTerminal(columns, rows)
  terminal.write('$ watch\n')
  return { terminal, screen: new LiveScreen(terminal) }
}

describe('the screen of the live table', () => {
  it('given a second frame, then it stands in the place of the first, and nothing of that is left', () => {
    const { terminal, screen } = setUp()
    screen.draw(['head', 'a long first line', 'third'])
    screen.draw(['HEAD', 'second'])
    assert.deepEqual(terminal.screen(), ['$ watch', 'HEAD', 'second'])
    assert.deepEqual(terminal.scrolled(), [])
  })

  it('given the same frame, then nothing is written', () => {
    const { terminal, screen } = setUp()
    screen.draw(['head', 'line'])
    const before = terminal.writes()
    screen.draw(['head', 'line'])
    assert.equal(terminal.writes(), before)
  })

  it('given lines to scroll, then they stand over the frame, whole, and go over the top one day', () => {
    const { terminal, screen } = setUp()
    screen.draw(['head head head head', 'line line line line'])
    screen.draw(['head', 'line'], ['a warning that takes two lines'])
    assert.deepEqual(terminal.screen(), ['$ watch', 'a warning that takes', ' two lines', 'head', 'line'])
    screen.draw(['head', 'line'], ['exactly of 20 signs!', 'next'])
    assert.deepEqual(terminal.scrolled(), ['$ watch', 'a warning that takes'])
    assert.deepEqual(terminal.screen(), [' two lines', 'exactly of 20 signs!', 'next', 'head', 'line'])
  })

  it('given a line wider than the terminal, then it takes one line only', () => {
    const { terminal, screen } = setUp()
    screen.draw(['head', 'a line of more than twenty characters', 'end'])
    screen.draw(['HEAD', 'a line of more than twenty characters', 'END'])
    assert.deepEqual(terminal.screen(), ['$ watch', 'HEAD', 'a line of more thans', 'END'])
  })

  it('given a terminal that became narrower, then it begins where the broken lines of before begin', () => {
    const { terminal, screen } = setUp(20, 10)
    screen.draw(['head', '\u001b[31mtwelve signs\u001b[39m'])
    terminal.resize(10, 10)
    const before = terminal.raw().length
    screen.draw(['head'])
    assert.ok(terminal.raw().slice(before).includes('\u001b[3A'))
  })

  it('given it is drawn on, then the cursor is hidden, and comes back at the end, with the frame left', () => {
    const { terminal, screen } = setUp()
    screen.draw(['head'])
    assert.deepEqual([terminal.isCursorShown(), terminal.held()], [false, 1])
    screen.end()
    screen.end()
    assert.deepEqual([terminal.isCursorShown(), terminal.held()], [true, 0])
    terminal.write('stopped\n')
    assert.deepEqual(terminal.screen(), ['$ watch', 'head', 'stopped'])
  })

  it('given the process ends at once, then the cursor comes back too', () => {
    const { terminal, screen } = setUp()
    screen.draw(['head'])
    terminal.exit()
    assert.equal(terminal.isCursorShown(), true)
  })

  it('given nothing was drawn, then nothing is written at the end', () => {
    const { terminal, screen } = setUp()
    const before = terminal.raw()
    screen.end()
    assert.equal(terminal.raw(), before)
  })
})
