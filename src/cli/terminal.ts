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
