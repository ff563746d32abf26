import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { Manifest } from '../../src/manifests/names.ts'
import { run, ROOT, type CliResult } from '../support/cli.ts'

export const CHART = join(ROOT, 'deploy/chart')

const pinned = (folder: string, module: string): string => {
  const text = readFileSync(join(ROOT, 'test/chart', folder, 'go.mod'), 'utf8')
  const [, version] = new RegExp(`${module} (v\\S+)`).exec(text) ?? []
  if (version === undefined) throw new Error(`test/chart/${folder}/go.mod: no version of ${module}`)
  return version
}

/** What `.ci/helm.sh` makes is in folders of this one. */
const cache = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kubectl-registrar/envtest')

const required = (file: string): string | undefined => {
  if (existsSync(file)) return file
  if (process.env['CI'] === 'true') throw new Error(`${file} is missing: run .ci/helm.sh`)
  return undefined
}

/** Undefined where it has not been built here. @throws on a CI machine */
export const findHelm = (): string | undefined =>
  required(
    join(process.env['HELM_ASSETS'] || join(cache(), `helm-${pinned('helm', 'helm.sh/helm/v3')}`), 'helm'),
  )

/** Files of the CRDs that the chart may make objects of; undefined where they have not been fetched. */
export const findMonitoringCrds = (): readonly string[] | undefined => {
  const version = pinned('prometheus-operator', 'github.com/prometheus-operator/prometheus-operator')
  const folder = join(cache(), `prometheus-operator-${version}`)
  const files = ['servicemonitors', 'prometheusrules'].map((kind) =>
    required(join(folder, `monitoring.coreos.com_${kind}.yaml`)),
  )
  return files.every((file) => file !== undefined) ? files : undefined
}

/** Registers a `before` that skips the suite where helm has not been built. */
export const useHelm = (): void => {
  before('find helm', function () {
    if (findHelm() === undefined) this.skip()
  })
}

export interface RenderOptions {
  readonly values?: object
  readonly name?: string
  readonly namespace?: string
  readonly words?: readonly string[]
}

/** Runs helm with nothing of the machine's own settings. */
export const helm = (
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> =>
  run(findHelm() ?? 'helm', words, { HOME: '/nonexistent', PATH: process.env['PATH'] ?? '', ...env })

export const helmTemplate = async (options: RenderOptions = {}): Promise<CliResult> => {
  const { name = 'registrar', namespace = 'argocd', values = {}, words = [] } = options
  const folder = mkdtempSync(join(tmpdir(), 'registrar-chart-'))
  try {
    const file = join(folder, 'values.yaml')
    writeFileSync(file, JSON.stringify(values))
    return await helm(['template', name, CHART, '--namespace', namespace, '--values', file, ...words])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const documentsOf = (text: string): readonly Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)

/** @throws with what helm says, where it refuses */
export const renderChart = async (options: RenderOptions = {}): Promise<readonly Manifest[]> => {
  const { code, stderr, stdout } = await helmTemplate(options)
  if (code !== 0) throw new Error(stderr)
  return documentsOf(stdout)
}
