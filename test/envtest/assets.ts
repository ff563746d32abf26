import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { homedir } from 'node:os'

const here = dirname(fileURLToPath(import.meta.url))

export interface Assets {
  readonly etcd: string
  readonly apiServer: string
  readonly controllerManager: string
  /** Files of the CRDs of Argo CD that the product reads. */
  readonly argoCdCrds: readonly string[]
}

/** Version after `module` in a go.mod, in either of the two `require` spellings. */
const moduleVersion = (file: string, module: string): string => {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const words = line.trim().split(/\s+/)
    const at = words.indexOf(module)
    const version = words[at + 1]
    if (at >= 0 && version?.startsWith('v')) return version
  }
  throw new Error(`${file}: no version of ${module}`)
}

/** The folders `build.sh` fills are in here; tests look there and never build, which takes minutes. */
const cacheFolder = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kubectl-registrar/envtest')

const programsFolder = (env: NodeJS.ProcessEnv): string => {
  if (env['KUBEBUILDER_ASSETS']) return env['KUBEBUILDER_ASSETS']
  const kubernetes = moduleVersion(join(here, 'kubernetes/go.mod'), 'k8s.io/kubernetes')
  const etcd = moduleVersion(join(here, 'etcd/go.mod'), 'go.etcd.io/etcd/server/v3')
  return join(cacheFolder(env), `kubernetes-${kubernetes}-etcd-${etcd}`)
}

const crdFiles = (env: NodeJS.ProcessEnv): string[] => {
  const version = moduleVersion(join(here, 'argo-cd/go.mod'), 'github.com/argoproj/argo-cd/v3')
  return ['application', 'applicationset'].map((name) =>
    join(cacheFolder(env), `argo-cd-${version}`, `${name}-crd.yaml`),
  )
}

/** @returns undefined when the binaries have not been built here.
 *  @throws on a CI machine (`CI=true`): there a suite that quietly skips would prove nothing. */
export const findAssets = (env: NodeJS.ProcessEnv = process.env): Assets | undefined => {
  const folder = programsFolder(env)
  const assets = {
    etcd: join(folder, 'etcd'),
    apiServer: join(folder, 'kube-apiserver'),
    controllerManager: join(folder, 'kube-controller-manager'),
    argoCdCrds: crdFiles(env),
  }
  const complete = Object.values(assets)
    .flat()
    .every((file) => existsSync(file))
  if (complete) return assets
  if (env['CI'] === 'true')
    throw new Error('kube-apiserver and etcd are not built: run test/envtest/build.sh')
  return undefined
}

/** Whether a suite on the real hub can run; one that cannot calls `this.skip()`. */
export const hubAvailable = (): boolean => findAssets() !== undefined && opensslAvailable()

const opensslAvailable = (): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    if (process.env['CI'] === 'true') throw new Error('openssl is not installed')
    return false
  }
}
