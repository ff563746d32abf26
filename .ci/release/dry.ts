import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checksums } from './archive.ts'
import { buildArchives, buildExecutables } from './build.ts'
import { krewManifest } from './krew-manifest.ts'
import { validateManifest } from './krew.ts'
import { cacheFolder } from './node-binaries.ts'
import { PACKAGE_LIMIT, packPackage, tryPackage } from './npm-package.ts'
import { billOfMaterials } from './sbom.ts'
import { serving } from './serve.ts'
import { TARGETS } from './targets.ts'

/**
 * Makes everything that a release publishes, checks it, and publishes nothing.
 *
 *     npm run release:dry -- [--out FOLDER] [--repository OWNER/NAME]
 *
 * FOLDER is by default `release` in the cache of this project, outside of the checkout: executables are large.
 */
const ROOT = join(import.meta.dirname, '../..')

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(cacheFolder(), 'release') },
    repository: { type: 'string', default: 'OWNER/kubectl-registrar' },
  },
})
const out = resolve(values.out)
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const step = async <T>(title: string, work: () => T | Promise<T>): Promise<T> => {
  say(`== ${title}`)
  const start = performance.now()
  const result = await work()
  say(`   ${title}: ${Math.round((performance.now() - start) / 1000)} s`)
  return result
}

const npm = (...words: readonly string[]): void => {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(seconds) }
  execFileSync('npm', ['run', '--silent', ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
}

/** The time of the commit: the same checkout gives the same bytes. */
const timeOfCommit = (): number =>
  Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }))

const seconds = Number(process.env['SOURCE_DATE_EPOCH'] ?? timeOfCommit())

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const keep = (name: string, text: string): { readonly name: string; readonly sha256: string } => {
  writeFileSync(join(out, name), text)
  return { name, sha256: createHash('sha256').update(text).digest('hex') }
}

mkdirSync(out, { recursive: true })
await step('build', () => {
  npm('build')
})
await step('manifest of the commands', () => {
  npm('manifest', '--', '--check')
})
await step('executables', () => buildExecutables(out, TARGETS))
const archives = await step('archives', () => buildArchives(out, TARGETS, { version, seconds }))
for (const { name, bytes } of archives) say(`   ${name}  ${megabytes(bytes)}`)

const downloads = `https://github.com/${values.repository}/releases/download/v${version}`
const homepage = `https://github.com/${values.repository}`
const manifest = keep('registrar.yaml', krewManifest({ version, homepage, downloads, archives }))
await step('krew: the manifest, and an installation of each platform', () =>
  serving(out, (address) =>
    validateManifest(krewManifest({ version, homepage, downloads: address, archives }), true),
  ),
)
const bom = keep('kubectl-registrar.cdx.json', billOfMaterials(version, seconds, archives))

const packed = await step('npm package', () => {
  const found = packPackage(out)
  say(`   ${basename(found.file)}  ${megabytes(found.bytes)} of at most ${megabytes(PACKAGE_LIMIT)}`)
  if (found.bytes > PACKAGE_LIMIT) throw new Error('the npm package is too large')
  say(`   installed offline: ${tryPackage(found.file)}`)
  return found
})
await step('publint', () => {
  npm('publint')
})
const packedSum = createHash('sha256').update(readFileSync(packed.file)).digest('hex')
keep(
  'checksums.txt',
  checksums([...archives, { name: basename(packed.file), sha256: packedSum }, manifest, bom]),
)

say(
  `\nIn ${out}: the archives, checksums.txt, registrar.yaml, kubectl-registrar.cdx.json, ${basename(packed.file)}`,
)
say(`Not run, as they need an identity or a registry:
   publishing (GitHub release, npm, krew's index)
   keyless signing (cosign)
   provenance (attestations of GitHub and npm)
   image build (deploy/Dockerfile)`)
