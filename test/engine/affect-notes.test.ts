import assert from 'node:assert/strict'
import { affectNotes } from '../../src/engine/affect-notes.ts'
import type { AffectedApplication, Affects, Fate } from '../../src/engine/affects.ts'
import { APPLICATION_WARNINGS } from '../../src/engine/reasons/application-warnings.ts'

const affects = (
  applications: readonly (readonly [name: string, fate: Fate, more?: Partial<AffectedApplication>])[],
  unseen?: Affects['unseen'],
): Affects => ({
  applications: applications.map(([name, fate, more = {}]) => ({ name, fate, ...more })),
  applicationSets: [],
  known: !unseen,
  ...(unseen ? { unseen } : {}),
})

/** What a person reads: reason, message, remedy. */
const told = (found: Affects, loss: 'hidden' | 'deleted', isHeld = false): string[][] =>
  affectNotes(found, loss, isHeld).map(({ reason, params }) => {
    const { message, remedy } = APPLICATION_WARNINGS[reason]
    return [reason, message(params), remedy(params)]
  })

describe('affectNotes', () => {
  it('has nothing to say where nothing is touched, or goes on unharmed', () => {
    assert.deepEqual(told(affects([]), 'hidden'), [])
    assert.deepEqual(told(affects([['argocd/a', 'unharmed', { through: 'new' }]]), 'hidden'), [])
  })

  it('of a hide: what goes, when, and how to keep it', () => {
    const found = affects([
      ['argocd/a', 'removed', { generatedBy: 'argocd/web' }],
      ['argocd/b', 'stranded'],
      ['team/c', 'removed', { generatedBy: 'team/web' }],
    ])

    assert.deepEqual(told(found, 'hidden'), [
      [
        'applications-removed',
        'Argo CD removes these Applications, when it next looks at its clusters, and leaves what they deployed, managed by nothing: argocd/a, team/c',
        `to keep them, before it does: kubectl patch applicationset -n argocd web --type merge -p '{"spec":{"syncPolicy":{"applicationsSync":"create-update"}}}'; the same for team/web`,
      ],
      [
        'applications-stranded',
        'these Applications stay and turn Unknown, as their cluster is not found any more: argocd/b',
        'point them at another cluster, or delete them: kubectl delete application -n argocd b',
      ],
    ])
  })

  it('of a deletion: what goes, at once, with nothing to keep', () => {
    assert.deepEqual(told(affects([['argocd/a', 'removed', { generatedBy: 'argocd/web' }]]), 'deleted'), [
      [
        'applications-removed',
        'Argo CD removes these Applications and leaves what they deployed, managed by nothing: argocd/a',
        '',
      ],
    ])
  })

  it('says first what deletes workloads, and how to keep them', () => {
    const found = affects([
      ['argocd/a', 'removed', { generatedBy: 'argocd/web' }],
      ['argocd/b', 'removed-with-workloads', { generatedBy: 'argocd/web', through: 'new' }],
      ['argocd/c', 'removed-with-workloads', { generatedBy: 'argocd/web', through: 'new' }],
    ])

    assert.deepEqual(told(found, 'hidden')[0], [
      'workloads-deleted',
      'Argo CD removes these Applications, when it next looks at its clusters, and deletes what they deployed, as it still finds the address under new; spared are only those generated again under the same name: argocd/b, argocd/c',
      `to keep them, before it does: kubectl patch applicationset -n argocd web --type merge -p '{"spec":{"syncPolicy":{"applicationsSync":"create-update"}}}'`,
    ])
    assert.deepEqual(
      told(found, 'hidden').map(([reason]) => reason),
      ['workloads-deleted', 'applications-removed'],
    )
    assert.equal(told(found, 'deleted')[0]?.[2], told(found, 'hidden')[0]?.[2])
  })

  it('of what is held says what would be, and not what is', () => {
    const found = affects([
      ['argocd/a', 'removed'],
      ['argocd/b', 'stranded'],
      ['argocd/c', 'removed-with-workloads', { through: 'play' }],
    ])

    assert.deepEqual(
      told(found, 'hidden', true).map(([, message]) => message),
      [
        'Argo CD would remove these Applications, when it next looks at its clusters, and delete what they deployed, as it would still find the address under play; spared would be only those generated again under the same name: argocd/c',
        'Argo CD would remove these Applications, when it next looks at its clusters, and leave what they deployed, managed by nothing: argocd/a',
        'these Applications would stay and turn Unknown, as their cluster would not be found any more: argocd/b',
      ],
    )
  })

  it('names five and counts the rest', () => {
    const names = (count: number): string =>
      affectNotes(
        affects(Array.from({ length: count }, (_, index) => [`argocd/app-${index}`, 'stranded'] as const)),
        'deleted',
      )[0]?.params['applications'] ?? ''
    const five = 'argocd/app-0, argocd/app-1, argocd/app-2, argocd/app-3, argocd/app-4'

    assert.equal(names(5), five)
    assert.equal(names(6), `${five} and 1 more`)
    assert.equal(names(1205), `${five} and 1200 more`)
  })

  it('says what was not seen, and asks for the permission only where that is what is missing', () => {
    const why = 'applications.argoproj.io is forbidden'
    const message = `not all Applications and ApplicationSets could be seen, so others may be touched: ${why}`

    assert.deepEqual(told(affects([], { problem: 'forbidden', why }), 'deleted'), [
      [
        'applications-unseen',
        message,
        'grant list on applications and applicationsets (docs/rbac.md), and check: kubectl auth can-i list applications.argoproj.io --all-namespaces',
      ],
    ])
    assert.deepEqual(
      told(affects([['argocd/a', 'stranded']], { problem: 'failed', why: 'no answer' }), 'deleted').map(
        ([reason, , remedy]) => [reason, remedy],
      ),
      [
        [
          'applications-stranded',
          'point them at another cluster, or delete them: kubectl delete application -n argocd a',
        ],
        ['applications-unseen', 'run it again'],
      ],
    )
  })
})
