import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Plugin } from '@oclif/core'

/**
 * Writes oclif.manifest.json from the built commands, so that help is shown without loading them. oclif's own command
 * for this needs a newer Node than we support.
 *
 *     npm run manifest               write it
 *     npm run manifest -- --check    exit 1 where it is stale
 */
const root = join(import.meta.dirname, '..')
const file = join(root, 'oclif.manifest.json')

const makeManifest = async (): Promise<string> => {
  const plugin = new Plugin({ root, isRoot: true, ignoreManifest: true, errorOnManifestCreate: true })
  await plugin.load()
  return `${JSON.stringify(plugin.manifest, undefined, 2)}\n`
}

const isCurrent = (text: string): boolean => {
  try {
    return readFileSync(file, 'utf8') === text
  } catch {
    return false
  }
}

const text = await makeManifest()
if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
  execFileSync(process.execPath, [join(import.meta.dirname, 'answers.js')])
} else if (!isCurrent(text)) {
  process.stderr.write('oclif.manifest.json is stale: npm run build && npm run manifest\n')
  process.exitCode = 1
}
