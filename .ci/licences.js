import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Folder of the package that a bundled file is of. */
const packageOf = (file) => {
  let folder = dirname(join(root, file))
  // Folders of a package may have a package.json that says how to load them, without a name.
  while (
    !existsSync(join(folder, 'package.json')) ||
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version === undefined
  )
    folder = dirname(folder)
  return folder
}

const read = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { name, version, license, folder: relative(root, folder) }
}

const textOf = ({ name, version, license, folder }) => {
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(root, folder, file), 'utf8').trim())
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`
}

/**
 * Writes which libraries are in the bundles (dist/libraries.json, what the bill of materials is made of), and their
 * licences, which have to go with every copy (dist/licenses.txt).
 */
export const writeLicences = ({ outputs }) => {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 && file.includes('node_modules/') ? [file] : [],
    ),
  )
  const libraries = [...new Set(files.map(packageOf))].sort().map(read)
  writeFileSync(join(root, 'dist', 'libraries.json'), JSON.stringify(libraries))
  const texts = libraries.map(textOf)
  writeFileSync(join(root, 'dist', 'licenses.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`))
}
