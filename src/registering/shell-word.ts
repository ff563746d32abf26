/** The text as a shell takes it for one word, so that a command can be pasted. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
