import { makeChalk } from './color.ts'

/** Colours by what they mean. */
export interface Paint {
  readonly good: (text: string) => string
  readonly attention: (text: string) => string
  readonly bad: (text: string) => string
  readonly quiet: (text: string) => string
}

/** Apart from the columns, so that a list without colour does not load them. */
export const listPaint = (): Paint => {
  const chalk = makeChalk('always', true, false)
  return { good: chalk.green, attention: chalk.yellow, bad: chalk.red, quiet: chalk.dim }
}
