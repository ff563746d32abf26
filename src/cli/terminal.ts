import type { Terminal } from '../output/live-screen.ts'

/** A terminal to draw on in place; undefined where the stream is none, or one that can't (TERM=dumb). */
export const terminalOn = (output: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal | undefined => {
  if (!output.isTTY || env['TERM'] === 'dumb') return undefined
  const write = (text: string): void => {
    output.write(text)
  }
  return {
    write,
    size: () => ({
      // A terminal that does not tell its size says 0.
      columns: output.columns > 0 ? output.columns : 80,
      rows: output.rows > 0 ? output.rows : 24,
    }),
    onResize: (listener) => {
      output.on('resize', listener)
      return () => output.off('resize', listener)
    },
    atExit: (text) => {
      const restore = (): void => {
        write(text)
      }
      process.once('exit', restore)
      return () => process.off('exit', restore)
    },
  }
}

/**
 * Asks on a terminal, one question at a time. Nothing is read before there is a question: what is typed or piped for
 * somebody else stays where it is.
 */
export const askOn =
  (input: NodeJS.ReadStream, output: NodeJS.WriteStream) =>
  async (question: string): Promise<string> => {
    const { createInterface } = await import('node:readline')
    return new Promise((resolve) => {
      const lines = createInterface({ input, output })
      // Ctrl-C and the end of the input close it without an answer, and without an end of the line.
      const onClose = (): void => {
        output.write('\n')
        resolve('')
      }
      lines.once('close', onClose)
      lines.question(question, (answer) => {
        lines.off('close', onClose)
        lines.close()
        resolve(answer)
      })
    })
  }
