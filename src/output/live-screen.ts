/** A terminal that can be drawn on in place. */
export interface Terminal {
  readonly write: (text: string) => void
  /** Characters and lines; 80 and 24 where it does not say. */
  readonly size: () => { readonly columns: number; readonly rows: number }
  /** @returns takes the listener away again */
  readonly onResize: (listener: () => void) => () => void
  /** Has this written when the process ends before it is taken back. @returns takes it back */
  readonly atExit: (text: string) => () => void
}

const ESC = '\u001b'
const CSI = `${ESC}[`
const HIDE = `${CSI}?25l`
const SHOW = `${CSI}?25h`
/** A line that is wider than expected is cut by the terminal, instead of taking two. */
const NO_WRAP = `${CSI}?7l`
const WRAP = `${CSI}?7h`
const CLEAR_LINE = `\r${CSI}2K`
const CLEAR_END = `${CSI}K`
const CLEAR_BELOW = `${CSI}J`
const up = (lines: number): string => (lines > 0 ? `${CSI}${lines}A` : '')

const COLOR = new RegExp(`${ESC}\\[[\\d;]*m`, 'g')

/** Characters a line takes, without its colours. */
const lengthOf = (line: string): number => line.replaceAll(COLOR, '').length

/** The last lines of a terminal, drawn again and again in place, and above them what scrolls away. */
export class LiveScreen {
  readonly #terminal: Terminal
  #drawn: readonly string[] = []
  /** The width it was drawn for. */
  #columns = 0
  #takeBack: (() => void) | undefined

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Writes nothing where all is as drawn last. @param above lines that scroll, over the frame */
  draw(frame: readonly string[], above: readonly string[] = []): void {
    const isSame = frame.length === this.#drawn.length && frame.every((line, at) => line === this.#drawn[at])
    if (isSame && above.length === 0) return
    this.#takeBack ??= this.#terminal.atExit(WRAP + SHOW)
    const { columns } = this.#terminal.size()
    const lines = (some: readonly string[]): string => some.map((line) => `${CLEAR_LINE}${line}\n`).join('')
    // The lines it breaks into were not cleared; where the last of them is full, its last character would go.
    const scrolling = above.map((line) => (lengthOf(line) % columns === 0 ? line : `${line}${CLEAR_END}`))
    // In one write: a terminal shows nothing of what is between.
    this.#terminal.write(
      `${HIDE}\r${up(this.#height())}${lines(scrolling)}${NO_WRAP}${lines(frame)}${WRAP}${CLEAR_BELOW}`,
    )
    this.#drawn = frame
    this.#columns = columns
  }

  /** Leaves what is drawn, and gives the cursor back. */
  end(): void {
    if (!this.#takeBack) return
    this.#terminal.write(WRAP + SHOW)
    this.#takeBack()
    this.#takeBack = undefined
    this.#drawn = []
  }

  /** Lines down to the cursor: a terminal that has become narrower has broken some. */
  #height(): number {
    const { columns } = this.#terminal.size()
    return this.#drawn.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(Math.min(lengthOf(line), this.#columns) / columns)),
      0,
    )
  }
}
