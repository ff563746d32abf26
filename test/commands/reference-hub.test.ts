import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { Report } from '../../src/engine/report.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { ROOT, runCli, type CliResult } from '../support/cli.ts'

const NOW = Date.parse('2026-11-29T15:00:00Z')
const P = 'argocd-cluster-registrar/'

type Taken = 'hub-1' | 'hub-2' | 'hub-2-before'

const pathOf = (taken: Taken): string => join(ROOT, 'test/fixtures/reference-hub', `${taken}.json`)

const sync = (taken: Taken, form: 'json' | 'yaml'): Promise<CliResult> =>
  runCli(
    [
      ...['sync', '-f', pathOf(taken), '-o', form, '--exec-credentials'],
      ...['k3k', 'vcluster', 'kamaji', 'capa-eks', 'capi', 'capz-aks'].flatMap((name) => [
        '--provider',
        name,
      ]),
    ],
    { now: NOW },
  )

const decide = async (taken: Taken): Promise<Report> =>
  JSON.parse((await sync(taken, 'json')).stdout) as Report

/** What of a registration Argo CD and the reference read. */
interface Substance {
  readonly type: string | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, string>>
}

const substanceOf = (secrets: readonly Secret[]): Readonly<Record<string, Substance>> =>
  Object.fromEntries(
    secrets.map(({ metadata: { name, labels = {}, annotations = {} }, type, data = {} }) => [
      name,
      { type, labels, annotations, data },
    ]),
  )

/** The registrations of the dump itself: what the reference left. */
const left = (taken: Taken): Readonly<Record<string, Substance>> => {
  const { items } = JSON.parse(readFileSync(pathOf(taken), 'utf8')) as { readonly items: readonly Secret[] }
  return substanceOf(
    items.filter(
      ({ kind, metadata }) =>
        kind === 'Secret' &&
        metadata.namespace === 'argocd' &&
        metadata.labels?.[`${P}managed-by`] === 'cluster-registrar',
    ),
  )
}

/** The registrations as a pass of ours leaves them. */
const leave = async (taken: Taken): Promise<Readonly<Record<string, Substance>>> => {
  const { stdout } = await sync(taken, 'yaml')
  return substanceOf(
    (parseAllDocuments(stdout) as { toJS(): unknown }[]).map((document) => document.toJS() as Secret),
  )
}

const groups = ({ decisions }: Report): Readonly<Record<string, readonly string[]>> => {
  const found: Record<string, string[]> = {}
  for (const { action, reason, cluster } of decisions)
    (found[`${action} ${reason}`] ??= []).push(cluster ?? '-')
  return found
}

const STALE_SINCE = `${P}stale-since`

/** The time of a demotion is the pass's own. */
const unstamped = (all: Readonly<Record<string, Substance>>): Readonly<Record<string, Substance>> =>
  Object.fromEntries(
    Object.entries(all).map(([name, substance]) => {
      const { [STALE_SINCE]: stamp, ...labels } = substance.labels
      return [
        name,
        { ...substance, labels: { ...labels, ...(stamp === undefined ? {} : { [STALE_SINCE]: 'set' }) } },
      ]
    }),
  )

describe('the hub the Go registrar left', () => {
  it('given its first pass, when ours follows, then 28 are unchanged, 5 wait, 7 are refused', async () => {
    const { 'unchanged up-to-date': unchanged = [], ...others } = groups(await decide('hub-1'))

    assert.equal(unchanged.length, 28)
    assert.deepEqual(others, {
      'wait source-missing': ['c11-15', 'c11-2', 'c11-25', 'c11-30', 'c11-31'],
      'refuse source-unusable': ['c11-0', 'c11-17', 'c11-21', 'c11-35', 'c11-37'],
      'refuse server-collision': ['c11-3'],
      'refuse not-managed': ['c11-5'],
    })
  })

  it('given its first pass, when ours follows, then every registration keeps its bytes', async () => {
    const before = left('hub-1')

    assert.equal(Object.keys(before).length, 28)
    assert.deepEqual(await leave('hub-1'), before)
  })

  it('given its second pass, with renames behind it, when ours follows, then it writes nothing', async () => {
    const report = await decide('hub-2')

    assert.deepEqual(
      report.decisions.filter(({ result, changes }) => result !== undefined || changes !== undefined),
      [],
    )
    assert.deepEqual(await leave('hub-2'), left('hub-2'))
  })

  it('given what changed between its passes, when ours comes first, then it leaves what the reference left, stamps aside', async () => {
    const after = await leave('hub-2-before')

    assert.deepEqual(unstamped(after), unstamped(left('hub-2')))
  })

  it('given renames between its passes, when ours comes first, then it hides six with its labels and its form of stamp', async () => {
    const demoted = Object.values(await leave('hub-2-before')).filter(({ labels }) => labels[STALE_SINCE])

    assert.equal(demoted.length, 6)
    for (const { labels } of demoted) assert.match(labels[STALE_SINCE] ?? '', /^\d{8}T\d{6}Z$/)
  })
})
