import { spawn } from 'node:child_process'
import type { Report } from '../../src/engine/report.ts'
import { programUnderTest, ROOT, type CliResult } from '../support/cli.ts'
import type { Site, SyncResult } from './site.ts'

/** A run of the built executable that a test can end. */
export interface Running {
  /** Its output and code; the code is -1 where a signal ended it. */
  readonly ended: Promise<CliResult>
  /** SIGKILL: nothing of the process runs any more once this resolves. */
  kill(): Promise<CliResult>
}

export const startBin = (words: readonly string[]): Running => {
  const program = programUnderTest()
  const child = spawn(program.command, [...program.words, ...words], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...program.env },
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString()
  })
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code: code ?? -1, ...output })
    })
  })
  return {
    ended,
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

export interface RunOptions {
  /** Default `sync`. */
  readonly verb?: string
  /** Default: straight to the hub, as the reference. */
  readonly kubeconfig?: string
  readonly words?: readonly string[]
}

/** A verb's words on the site's share of the hub, with the preset k3k and the report as JSON. */
export const wordsOn = (site: Site, { verb = 'sync', kubeconfig, words = [] }: RunOptions = {}): string[] => [
  verb,
  '--kubeconfig',
  kubeconfig ?? site.kubeconfig,
  '--managed-by',
  site.owner,
  '--target-namespace',
  site.target,
  '-o',
  'json',
  ...words,
]

/** @throws where there is no report in it, quoting what went to stderr */
const reportOf = (result: CliResult): SyncResult => {
  if (result.stdout === '') throw new Error(`no report: ${result.stderr}`)
  return { ...result, report: JSON.parse(result.stdout) as Report }
}

export const runOn = async (site: Site, options: RunOptions = {}): Promise<SyncResult> =>
  reportOf(await startBin(wordsOn(site, options)).ended)

/** What a report says of one cluster, one line a decision: `prune namespace-gone done`. */
export const saidOf = ({ decisions }: Report, cluster: string): string =>
  decisions
    .filter((decision) => decision.cluster === cluster)
    .map(({ action, reason, result }) => [action, reason, result].filter(Boolean).join(' '))
    .join(', ')

/** Reasons of the warnings on a cluster's decisions, but for the one about Applications: whether they are served here
 *  depends on what other suites have put on the hub. */
export const warnedOf = ({ decisions }: Report, cluster: string): string[] =>
  decisions
    .filter((decision) => decision.cluster === cluster)
    .flatMap(({ warnings = [] }) => warnings.map(({ reason }) => reason))
    .filter((reason) => reason !== 'applications-unseen')
