import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { MASK, printableName } from '../kubeconfig/printable.ts'

const isPrintable = (text: string): boolean => printableName(text) === text

/**
 * A path as messages may show it: whole, or the mask where it might be a credential that slipped into its place. Only
 * what leads into a folder that is there may look like one: temporary folders do.
 */
export const shownPath = (path: string): string => {
  const isShown = existsSync(dirname(path))
    ? isPrintable(basename(path)) && !/\p{Cc}/u.test(path)
    : path.split('/').every(isPrintable)
  return isShown ? path : MASK
}
