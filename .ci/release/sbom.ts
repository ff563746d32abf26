import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Archive } from './archive.ts'
import { NODE_VERSION } from './targets.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Library {
  readonly name: string
  readonly version: string
  readonly license: string
  /** In the checkout, as package-lock.json names it. */
  readonly folder: string
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))

/** `pkg:npm/%40oclif/core@4.14.0` (package-url's type npm) */
const purlOf = ({ name, version }: Library): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

const hashesOf = (integrity: string | undefined): readonly object[] => {
  const [algorithm, digest] = (integrity ?? '').split('-', 2)
  if (algorithm !== 'sha512' || digest === undefined) return []
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }]
}

const componentOf = (library: Library, lock: Lock): object => ({
  type: 'library',
  'bom-ref': purlOf(library),
  name: library.name,
  version: library.version,
  purl: purlOf(library),
  licenses: [{ license: { id: library.license } }],
  hashes: hashesOf(lock.packages[library.folder]?.integrity),
})

/**
 * The bill of materials in CycloneDX 1.6: what is in the bundles, and the Node of the executables. What only builds and
 * tests is not in it.
 * @param seconds time of the release, since the epoch
 */
export const billOfMaterials = (version: string, seconds: number, archives: readonly Archive[]): string => {
  const lock = read('package-lock.json') as Lock
  const libraries = read('dist/libraries.json') as readonly Library[]
  const unique = [...new Map(libraries.map((library) => [purlOf(library), library])).values()]
  const purl = `pkg:npm/kubectl-registrar@${version}`
  const node = `pkg:generic/node@${NODE_VERSION}`
  const components = [
    ...unique.map((library) => componentOf(library, lock)),
    { type: 'platform', 'bom-ref': node, name: 'node', version: NODE_VERSION, purl: node },
    ...archives.map(({ name, sha256 }) => ({
      type: 'file',
      'bom-ref': name,
      name,
      hashes: [{ alg: 'SHA-256', content: sha256 }],
    })),
  ]
  const dependsOn = [...unique.map(purlOf), node]
  const content = {
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': purl,
        name: 'kubectl-registrar',
        version,
        purl,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
    dependencies: [{ ref: purl, dependsOn }],
  }
  // Of what it says, so that the same release has the same number.
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const serial = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ]
  const serialNumber = `urn:uuid:${[...serial, digest.slice(20, 32)].join('-')}`
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, version: 1, ...content }
  return `${JSON.stringify(bom, undefined, 2)}\n`
}
