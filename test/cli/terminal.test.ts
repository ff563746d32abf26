import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { terminalOn } from '../../src/cli/terminal.ts'

/** Standard output as a process has it. */
const outputOf = (
  properties: object,
): { readonly output: NodeJS.WriteStream; readonly text: () => string } => {
  const stream = new PassThrough()
  return {
    output: Object.assign(stream, properties) as unknown as NodeJS.WriteStream,
    text: () => String(stream.read() ?? ''),
  }
}

describe('a terminal to draw on', () => {
  it('given a pipe, or a terminal that knows no more than lines, then there is none', () => {
    assert.equal(terminalOn(outputOf({}).output, { TERM: 'xterm' }), undefined)
    assert.equal(terminalOn(outputOf({ isTTY: true }).output, { TERM: 'dumb' }), undefined)
  })

  it('given its size, then that is it, as it is just then; given none, then 80 by 24', () => {
    const { output } = outputOf({ isTTY: true, columns: 132, rows: 50 })
    const terminal = terminalOn(output, { TERM: 'xterm' })!
    assert.deepEqual(terminal.size(), { columns: 132, rows: 50 })
    Object.assign(output, { columns: 0, rows: 0 })
    assert.deepEqual(terminal.size(), { columns: 80, rows: 24 })
    Object.assign(output, { columns: undefined, rows: undefined })
    assert.deepEqual(terminal.size(), { columns: 80, rows: 24 })
  })

  it('given it is resized, then the listener hears of it until it is taken away', () => {
    const { output } = outputOf({ isTTY: true })
    const heard: string[] = []
    const takeAway = terminalOn(output, {})!.onResize(() => heard.push('resize'))
    output.emit('resize')
    takeAway()
    output.emit('resize')
    assert.deepEqual([heard, output.listenerCount('resize')], [['resize'], 0])
  })

  it('given the process ends, then what is to be written then is, unless it was taken back', () => {
    const before = process.listeners('exit')
    const { output, text } = outputOf({ isTTY: true })
    const terminal = terminalOn(output, {})!
    const takeBack = terminal.atExit('cursor')
    const [restore] = process.listeners('exit').filter((listener) => !before.includes(listener))
    restore?.call(process, 0)
    assert.equal(text(), 'cursor')
    takeBack()
    assert.deepEqual(process.listeners('exit'), before)
  })
})
