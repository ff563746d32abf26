import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Archive } from './archive.ts'
import { nameOf } from './targets.ts'

const TEMPLATE = join(import.meta.dirname, '../../krew/registrar.yaml')

export interface ManifestValues {
  readonly version: string
  /** Page of the project. */
  readonly homepage: string
  /** Address that the archives' names are put behind. */
  readonly downloads: string
  readonly archives: readonly Pick<Archive, 'target' | 'name' | 'sha256'>[]
}

/**
 * The manifest for krew's index.
 * @throws where the template asks for something that is not there, or an archive is not asked for
 */
export const krewManifest = ({ version, homepage, downloads, archives }: ManifestValues): string => {
  const values = new Map<string, string>([
    ['version', version],
    ['homepage', homepage],
    ...archives.flatMap(({ target, name, sha256 }) => [
      [`uri ${nameOf(target)}`, `${downloads}/${name}`] as const,
      [`sha256 ${nameOf(target)}`, sha256] as const,
    ]),
  ])
  const unused = new Set(values.keys())
  const [, ...lines] = readFileSync(TEMPLATE, 'utf8').split('\n')
  const text = lines.join('\n').replaceAll(/\{\{(.+?)\}\}/g, (_, key: string) => {
    const value = values.get(key)
    if (value === undefined) throw new Error(`krew/registrar.yaml: nothing is known as {{${key}}}`)
    unused.delete(key)
    return value
  })
  if (unused.size > 0) throw new Error(`krew/registrar.yaml leaves out ${[...unused].join(', ')}`)
  return text
}
