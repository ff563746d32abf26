/** One top-level value of a JSON text. Offsets are those of its first and past its last character. */
export interface JsonSegment {
  readonly start: number
  readonly end: number
  /** From 1. */
  readonly line: number
  /** Lines of the objects two levels in: the items, where the value is a List. */
  readonly itemLines: readonly number[]
  /** Members of all its objects, as written: more than were parsed where a key stands twice. */
  readonly members: number
  readonly depth: number
}

const NEWLINE = 10
const QUOTE = 34
const BACKSLASH = 92
const isOpening = (code: number): boolean => code === 123 || code === 91
const isClosing = (code: number): boolean => code === 125 || code === 93
const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 13 || code === NEWLINE

/** Index of the quote that ends the string opened before `from`; the text's length where it is not closed. */
const endOfString = (text: string, from: number): number => {
  let index = from
  for (;;) {
    const quote = text.indexOf('"', index)
    if (quote < 0) return text.length
    let before = quote
    while (text.charCodeAt(before - 1) === BACKSLASH && before > from) before -= 1
    if ((quote - before) % 2 === 0) return quote
    index = quote + 1
  }
}

/** Finds the values of a text of one or several JSON objects; undefined for anything else. What they hold is not judged. */
export const scanJson = (text: string): JsonSegment[] | undefined => {
  const segments: JsonSegment[] = []
  let line = 1
  let level = 0
  let open = { start: 0, line: 1, itemLines: [] as number[], members: 0, depth: 0 }
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === NEWLINE) line += 1
    else if (level === 0) {
      if (isSpace(code)) continue
      if (!isOpening(code)) return undefined
      open = { start: index, line, itemLines: [], members: 0, depth: 1 }
      level = 1
    } else if (code === QUOTE) index = endOfString(text, index + 1)
    else if (code === 58) open.members += 1
    else if (isOpening(code)) {
      if (level === 2 && code === 123) open.itemLines.push(line)
      level += 1
      open.depth = Math.max(open.depth, level)
    } else if (isClosing(code)) {
      level -= 1
      if (level === 0) segments.push({ ...open, end: index + 1 })
    }
  }
  return level === 0 ? segments : undefined
}
