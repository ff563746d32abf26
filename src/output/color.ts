import { Chalk, type ChalkInstance } from 'chalk'

export type ColorMode = 'auto' | 'always' | 'never'

/** `auto`: colours on a terminal only, and never with NO_COLOR set (no-color.org). */
export const makeChalk = (mode: ColorMode, isTerminal: boolean, noColor: boolean): ChalkInstance =>
  new Chalk({ level: mode === 'always' || (mode === 'auto' && isTerminal && !noColor) ? 1 : 0 })
