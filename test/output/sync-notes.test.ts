import assert from 'node:assert/strict'
import type { Report, ReportDecision, ReportWarning } from '../../src/engine/report.ts'
import { makeChalk } from '../../src/output/color.ts'
import { previewText } from '../../src/output/preview-text.ts'
import { syncNotes } from '../../src/output/sync-notes.ts'
import { decision, names, report } from './reports.ts'

const plain = makeChalk('never', false, false)

const notesOf = (
  decisions: readonly ReportDecision[],
  { verbosity = 0, ...more }: Partial<Report> & { readonly verbosity?: number } = {},
): string =>
  syncNotes(
    report(decisions, more),
    { verbosity, shown: new Set(), explained: false, changesShown: false },
    plain,
  )

/** All but the sums and the line before them. */
const told = (...[decisions, more]: Parameters<typeof notesOf>): string =>
  notesOf(decisions, more).split('\n').slice(0, -3).join('\n')

const warned = (name: string, warning: ReportWarning, more: Partial<ReportDecision> = {}): ReportDecision =>
  decision(name, { warnings: [warning], ...more })

const IDENTITY: ReportWarning = {
  reason: 'exec-identity',
  message: 'aws was translated',
  remedy: 'give access',
}

describe('what is told of many', () => {
  const registered = { action: 'register', result: 'done' } as const

  it('given equal warnings, then they are told once, with the first names and one remedy', () => {
    assert.equal(
      told(names(7).map((name) => warned(name, IDENTITY, registered))),
      `‼ 7 clusters: aws was translated (exec-identity)
    c-00, c-01, c-02, c-03, c-04 and 2 more
    → give access`,
    )
  })

  it('given the same warning once, then it names its cluster', () => {
    assert.equal(
      told([warned('a', IDENTITY, registered)]),
      '‼ a (ns-a): aws was translated (exec-identity)\n    → give access',
    )
  })

  it('given -v 1, then each is told by itself', () => {
    assert.equal(
      told(
        names(2).map((name) => warned(name, IDENTITY)),
        { verbosity: 1 },
      ),
      `· c-00 (ns-c-00): nothing to do
‼ c-00 (ns-c-00): aws was translated (exec-identity)
    → give access
· c-01 (ns-c-01): nothing to do
‼ c-01 (ns-c-01): aws was translated (exec-identity)
    → give access`,
    )
  })

  const lost = (name: string): ReportDecision =>
    decision(name, {
      action: 'keep',
      reason: 'managed-by-lost',
      message: `namespace ns-${name} no longer carries a label`,
      remedy: `kubectl label namespace ns-${name} x=y; or prune ${name}`,
    })

  it('given messages that differ by their own names, then more than three are told once, with placeholders', () => {
    assert.equal(
      told(names(4).map(lost)),
      `× 4 clusters: namespace NAMESPACE no longer carries a label
    c-00, c-01, c-02, c-03
    → kubectl label namespace NAMESPACE x=y; or prune NAME`,
    )
  })

  it('given three of them, then each has a remedy to paste', () => {
    assert.deepEqual(
      told(names(3).map(lost))
        .split('\n')
        .filter((line) => line.includes('→')),
      names(3).map((name) => `    → kubectl label namespace ns-${name} x=y; or prune ${name}`),
    )
  })

  it('given a cluster that is called as a word of the sentence, then it is told by itself', () => {
    assert.equal(
      told([...names(4), 'longer'].map(lost)),
      `× 4 clusters: namespace NAMESPACE no longer carries a label
    c-00, c-01, c-02, c-03
    → kubectl label namespace NAMESPACE x=y; or prune NAME
× longer (ns-longer): namespace ns-longer no longer carries a label
    → kubectl label namespace ns-longer x=y; or prune longer`,
    )
  })

  it('given names with a common start or a common end, then only whole names are replaced', () => {
    const of = (name: string): ReportDecision =>
      decision(name, {
        action: 'refuse',
        reason: 'contested-name',
        message: `${name}-old and old.${name} stay`,
      })
    assert.equal(told(names(4).map(of)).split('\n').length, 4)
  })

  it('given namespaces that can not be read, then they are told once', () => {
    const incomplete = names(6).map((name) => ({ what: 'secrets', namespace: name, why: 'forbidden' }))
    assert.equal(
      told([], { incomplete, complete: false }),
      `× 6 namespaces: could not read secrets of NAMESPACE: forbidden
    c-00, c-01, c-02, c-03, c-04 and 1 more`,
    )
  })
})

describe('what is told of removals', () => {
  const held = (name: string, action: 'prune' | 'demote' | 'register', what: string): ReportDecision =>
    warned(
      name,
      {
        reason: 'removal-held',
        message: `the brake holds it (3 planned, of 4 active: 1 allowed): ${what}`,
        remedy: 'kubectl registrar prune --max-removals 3',
      },
      { action, result: 'held', reason: 'r', message: `${action} of ${name}` },
    )

  it('given several that the brake holds, then it says once what, how many, why, and how to go on', () => {
    const notes = told([
      held('a', 'prune', 'delete cluster-a'),
      held('b', 'demote', 'hide cluster-b from Argo CD'),
      held('c', 'register', 'register cluster-c, which replaces cluster-b'),
      held('d', 'prune', 'delete cluster-d'),
      { ...held('e', 'register', 'rename e to f'), action: 'update', result: 'done' },
    ])
    assert.deepEqual(notes.split('\n').slice(1, 7), [
      '‼ 5 clusters: the brake holds it (3 planned, of 4 active: 1 allowed) (removal-held)',
      '    to delete: a, d',
      '    to hide: b',
      '    to register: c',
      '    to rename: e',
      '    → kubectl registrar prune --max-removals 3',
    ])
    assert.equal(notes.match(/the brake/g)?.length, 1)
  })

  it('given Applications of several, then each is told with its own, and the first five clusters are named', () => {
    const of = (name: string): ReportDecision =>
      warned(
        name,
        { reason: 'applications-removed', message: `Argo CD removes these Applications: argocd/app-${name}` },
        {
          action: 'prune',
          reason: 'namespace-gone',
          result: 'done',
          message: `namespace ns-${name} is gone`,
          affects: { applications: [`argocd/app-${name}`], applicationSets: ['argocd/fleet'] },
        },
      )
    assert.equal(
      told(names(6).map(of)),
      `· 6 clusters: namespace NAMESPACE is gone
    c-00, c-01, c-02, c-03, c-04 and 1 more
    Applications: argocd/app-c-00, argocd/app-c-01, argocd/app-c-02, argocd/app-c-03, argocd/app-c-04 and 1 more
    ApplicationSets: argocd/fleet
‼ 6 clusters: Argo CD removes these Applications (applications-removed)
    c-00: argocd/app-c-00
    c-01: argocd/app-c-01
    c-02: argocd/app-c-02
    c-03: argocd/app-c-03
    c-04: argocd/app-c-04
    and 1 more`,
    )
  })

  it('given many renames, then they are told once, with a placeholder for the new name too', () => {
    const of = (name: string): ReportDecision =>
      decision(name, {
        action: 'demote',
        reason: 'renamed',
        result: 'held',
        message: `the label now says cluster-x-${name}`,
        changes: [{ path: 'metadata.labels[p/superseded-by]', to: `cluster-x-${name}` }],
      })
    assert.equal(
      told(names(4).map(of)),
      '· 4 clusters: the label now says cluster-NEW\n    c-00, c-01, c-02, c-03',
    )
  })

  it('given remedies that name Applications of their own, then one stands for all', () => {
    const of = (name: string): ReportDecision =>
      warned(
        name,
        {
          reason: 'applications-stranded',
          message: `these turn Unknown: team/${name}-web`,
          remedy: `kubectl delete application -n team ${name}-web`,
        },
        { affects: { applications: [`team/${name}-web`], applicationSets: [] } },
      )
    assert.deepEqual(
      told(['a', 'b'].map(of))
        .split('\n')
        .filter((line) => line.includes('→')),
      ['    → kubectl delete application -n NAMESPACE APPLICATION'],
    )
  })

  it('given a list to confirm, then every decision is in it, and what is equal of them stands once below', () => {
    const of = (name: string): ReportDecision =>
      warned(name, IDENTITY, { action: 'prune', reason: 'namespace-gone', message: 'gone' })
    assert.equal(
      previewText(names(6).map(of), plain),
      `${names(6)
        .map((name) => `- ${name} (ns-${name}): prune: gone\n`)
        .join('')}‼ 6 clusters: aws was translated (exec-identity)
    c-00, c-01, c-02, c-03, c-04 and 1 more
    → give access
`,
    )
  })
})

describe('what is told of what stays as it is', () => {
  const kept = (reason: string, message: string): ReportDecision =>
    decision('a', { action: 'keep', reason, message })

  it('given a pin, a namespace made anew or one on its way out, then it is said why', () => {
    for (const reason of ['pinned', 'namespace-replaced', 'namespace-terminating', 'unrouted'])
      assert.equal(told([kept(reason, 'because')]), '· a (ns-a): because')
  })

  it('given it is hidden as it was left, then only the sum is told', () => {
    for (const reason of ['demoted', 'held'])
      assert.equal(notesOf([kept(reason, 'because')]), '1 kept (1 requests)\n')
  })

  it('given nothing but what is fine, then only the sum is told', () => {
    assert.equal(notesOf(names(200).map((name) => decision(name))), '200 unchanged (1 requests)\n')
  })
})
