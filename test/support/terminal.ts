import type { Terminal } from '../../src/output/live-screen.ts'

/** A terminal as a test sees it: what stands on it, what has scrolled away, and whether its cursor shows. */
export interface TestTerminal extends Terminal {
  /** Lines on the screen, without blanks at their ends, down to the last that is not empty. */
  readonly screen: () => readonly string[]
  /** Lines that have gone over the top. */
  readonly scrolled: () => readonly string[]
  readonly isCursorShown: () => boolean
  /** How often something was written. */
  readonly writes: () => number
  /** All that was written, as it was. */
  readonly raw: () => string
  readonly resize: (columns: number, rows: number) => void
  /** Listeners and things to write at the exit that were not taken back. */
  readonly held: () => number
  /** Ends the process. */
  readonly exit: () => void
}

const SEQUENCE = /^\[(\??)(\d*)(?:;\d+)*([A-Za-z])/

/** Knows what is used of ECMA-48 and no more. @throws where anything else is written */
export const testTerminal = (columns = 80, rows = 24): TestTerminal => {
  const size = { columns, rows }
  const state = { lines: [[]] as string[][], row: 0, column: 0, cursor: true, wrap: true, raw: '', writes: 0 }
  const gone: string[] = []
  const listeners = new Set<() => void>()
  const exits = new Set<() => void>()

  const line = (): string[] => (state.lines[state.row] ??= [])
  const feed = (): void => {
    state.row += 1
    line()
    while (state.lines.length > size.rows) {
      gone.push(state.lines.shift()!.join('').trimEnd())
      state.row -= 1
    }
  }
  const put = (character: string): void => {
    if (state.column >= size.columns) {
      if (state.wrap) {
        feed()
        state.column = 0
      } else state.column = size.columns - 1
    }
    const cells = line()
    while (cells.length < state.column) cells.push(' ')
    cells[state.column] = character
    state.column += 1
  }
  const control = (mark: string, count: string, letter: string): void => {
    const what = mark + (letter === 'A' || letter === 'm' ? '' : count) + letter
    switch (what) {
      case 'A':
        state.row = Math.max(0, state.row - Number(count || 1))
        break
      case 'J':
        state.lines.length = state.row + 1
        line().length = Math.min(line().length, state.column)
        break
      case 'K':
        line().length = Math.min(line().length, state.column)
        break
      case '2K':
        line().length = 0
        break
      case '?25l':
      case '?25h':
        state.cursor = letter === 'h'
        break
      case '?7l':
      case '?7h':
        state.wrap = letter === 'h'
        break
      case 'm':
        break
      default:
        throw new Error(`this terminal knows no CSI ${what}`)
    }
  }
  const write = (text: string): void => {
    state.raw += text
    state.writes += 1
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at]!
      if (character === '\u001b') {
        const [sequence = '', mark = '', count = '', letter = ''] = SEQUENCE.exec(text.slice(at + 1)) ?? []
        control(mark, count, letter)
        at += sequence.length
      } else if (character === '\n') {
        feed()
        // As the terminal driver has it.
        state.column = 0
      } else if (character === '\r') state.column = 0
      else if (/\p{Cc}/u.test(character)) throw new Error(`control character ${JSON.stringify(character)}`)
      else put(character)
    }
  }

  return {
    write,
    size: () => ({ ...size }),
    onResize: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    atExit: (text) => {
      const restore = (): void => {
        write(text)
      }
      exits.add(restore)
      return () => exits.delete(restore)
    },
    screen: () => {
      const shown = state.lines.map((cells) => cells.join('').trimEnd())
      return shown.slice(0, shown.findLastIndex((text) => text !== '') + 1)
    },
    scrolled: () => [...gone],
    isCursorShown: () => state.cursor,
    writes: () => state.writes,
    raw: () => state.raw,
    resize: (wide, high) => {
      size.columns = wide
      size.rows = high
      for (const listener of listeners) listener()
    },
    held: () => listeners.size + exits.size,
    exit: () => {
      for (const restore of exits) restore()
    },
  }
}
