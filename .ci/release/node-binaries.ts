import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { NODE_VERSION, type Target } from './targets.ts'

/** Where what is fetched and built is kept, outside of any checkout. */
export const cacheFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'kubectl-registrar')

const integrityOf = (file: string): string =>
  `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`

/** Fetches the package where it is not there yet. @throws where it is not the one that is pinned */
const fetchPackage = ({ node }: Target, folder: string): string => {
  const file = join(folder, `${node.package}-${NODE_VERSION}.tgz`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    // Into a folder of its own first: two builds at once do not read what the other has half written.
    const apart = mkdtempSync(join(folder, 'fetch-'))
    const spec = `${node.package}@${NODE_VERSION}`
    execFileSync('npm', ['pack', '--silent', '--pack-destination', apart, spec], { stdio: 'pipe' })
    renameSync(join(apart, `${node.package}-${NODE_VERSION}.tgz`), file)
    rmSync(apart, { recursive: true })
  }
  const integrity = integrityOf(file)
  if (integrity !== node.integrity)
    throw new Error(`${file}: ${integrity}, and not ${node.integrity}\nremove it, and look at who changed it`)
  return file
}

/** Takes one file out of the package, always anew: the package is what was verified. */
const extract = (archive: string, path: string, to: string): void => {
  const apart = mkdtempSync(`${to}-`)
  execFileSync('tar', ['-xzf', archive, '-C', apart, `package/${path}`])
  renameSync(join(apart, 'package', path), to)
  rmSync(apart, { recursive: true })
}

const packages = (): string => join(cacheFolder(), 'node')

/** Puts a copy of the platform's node program there, from a package that has been verified. */
export const extractNode = (target: Target, to: string): void => {
  extract(fetchPackage(target, packages()), target.node.program, to)
  chmodSync(to, 0o755)
}

/** Puts the licences of Node there, and of what it is made of. Some of the packages lack them; they are the same for all. */
export const extractNodeLicence = (native: Target, to: string): void => {
  extract(fetchPackage(native, packages()), 'LICENSE', to)
}
