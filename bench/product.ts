import type { BenchOptions } from './section.ts'

export interface Program {
  readonly file: string
  readonly args: readonly string[]
}

/** How the product is started: `bin/run.js` by this Node, an executable by itself. @param path another name of it */
export const programOf = (
  { product, nodeFlags }: Pick<BenchOptions, 'product' | 'nodeFlags'>,
  args: readonly string[],
  path = product,
): Program =>
  product.endsWith('.js')
    ? { file: process.execPath, args: [...nodeFlags, path, ...args] }
    : { file: path, args }
