import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import type { Io } from '../../src/cli/io.ts'
import { confirm } from '../../src/cli/prompt.ts'
import { askOn } from '../../src/cli/terminal.ts'
import { refusalOf } from '../registering/support.ts'

/** Only the part of the world that asks. */
const asking = (ask?: Io['ask']): Io => (ask ? { ask } : {}) as Io

describe('a question to a person', () => {
  it('given an answer, then only y and yes confirm, whatever their case', async () => {
    const confirmed = (answer: string): Promise<boolean> =>
      confirm(
        asking(() => Promise.resolve(answer)),
        'delete a',
        false,
      )

    for (const answer of ['y', 'Y', 'yes', 'YES', ' y ']) assert.equal(await confirmed(answer), true, answer)
    for (const answer of ['', 'n', 'no', 'yeah', 'y y', 'yes please'])
      assert.equal(await confirmed(answer), false, answer)
  })

  it('given a question, then it is put with what confirms it, and no is the default', async () => {
    const asked: string[] = []
    await confirm(
      asking((question) => {
        asked.push(question)
        return Promise.resolve('')
      }),
      'delete a',
      false,
    )

    assert.deepEqual(asked, ['delete a? [y/N] '])
  })

  it('given --yes, then nobody is asked, terminal or not', async () => {
    const ask = (): never => assert.fail('asked')

    assert.equal(await confirm(asking(ask), 'delete a', true), true)
    assert.equal(await confirm(asking(), 'delete a', true), true)
  })

  it('given no terminal, then it is refused, with what to do', async () => {
    assert.equal(
      await refusalOf(confirm(asking(), 'delete a', false)),
      'delete a: this has to be confirmed, and there is no terminal to ask on | look at it with --dry-run, then add --yes',
    )
  })
})

describe('asking on a terminal', () => {
  const terminal = (): {
    readonly input: PassThrough
    readonly shown: () => string
    readonly ask: ReturnType<typeof askOn>
  } => {
    const input = new PassThrough()
    const output = new PassThrough()
    const ask = askOn(input as unknown as NodeJS.ReadStream, output as unknown as NodeJS.WriteStream)
    return { input, shown: () => String(output.read() ?? ''), ask }
  }

  it('given a line, then it is the answer, and the next question gets the next line', async () => {
    const { input, shown, ask } = terminal()

    const first = ask('one? ')
    input.write('y\n')
    assert.equal(await first, 'y')
    const second = ask('two? ')
    input.write('n\n')

    assert.equal(await second, 'n')
    assert.equal(shown(), 'one? two? ')
  })

  it('given the input ends, then the answer is empty', async () => {
    const { input, shown, ask } = terminal()

    const answer = ask('one? ')
    input.end()

    assert.deepEqual([await answer, shown()], ['', 'one? \n'])
  })
})
