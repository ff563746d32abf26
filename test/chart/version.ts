import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/cli.ts'

/** Of package.json, and so of the chart and of the image. */
export const VERSION = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }
).version
