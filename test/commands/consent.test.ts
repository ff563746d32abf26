import assert from 'node:assert/strict'
import type { CliOptions } from '../support/cli.ts'
import { application, source } from './manifests.ts'
import type { MemoryHub } from './memory-hub.ts'
import { everything, labelsOf, livelyHub, on, P, standing } from './verb-hub.ts'

const START = Date.parse('2026-11-29T13:00:00Z')
const MINUTE = 60_000

const CHANGED = /\nthe hub has changed since this was shown, and nothing was done: run it again\n$/

/** A person who says yes, and what happens on the hub while they think. */
const yesWhile = (happens: () => void): CliOptions => ({ answers: ['y'], thinking: happens })

/** Takes a label off a namespace, or puts one on, as somebody else would. */
const relabel = ({ store }: MemoryHub, name: string, key: string, value: string): void => {
  const { object } = store.find('namespaces', { name })!
  const { metadata } = object
  store.write('namespaces', {
    ...object,
    metadata: { ...metadata, labels: { ...metadata.labels, [key]: value } },
  })
}

describe('what a person says yes to', () => {
  const changes: readonly (readonly [line: string, what: string, (hub: MemoryHub) => void])[] = [
    [
      'prune',
      'another namespace is gone',
      (hub) => {
        hub.drop('team-alive')
      },
    ],
    [
      'prune first',
      'its namespace is back',
      (hub) => {
        hub.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-first' } })
      },
    ],
    [
      'demote alive',
      'an Application has come to use it',
      (hub) => {
        hub.put(application('new', 'https://10.0.0.1:6443'))
      },
    ],
    [
      'demote used --force',
      'one more Application has come to use it',
      (hub) => {
        hub.put(application('new', 'https://10.0.0.2:6443'))
      },
    ],
    [
      'demote alive',
      'it was deleted and made again',
      ({ store }) => {
        const { object } = store.find('secrets', { namespace: 'argocd', name: 'cluster-alive' })!
        store.remove('secrets', object)
        store.load('secrets', { ...object, metadata: { ...object.metadata, uid: 'another' } })
      },
    ],
    [
      'revert hidden',
      'its namespace means another cluster',
      (hub) => {
        relabel(hub, 'team-hidden', `${P}cluster`, 'other')
      },
    ],
    [
      'revert former',
      'its namespace has got another kubeconfig',
      (hub) => {
        hub.put(source('team-former', 'https://10.0.0.99:6443'))
      },
    ],
    [
      'register team-alive --name other',
      'an Application has come to use it',
      (hub) => {
        hub.put(application('new', 'https://10.0.0.1:6443'))
      },
    ],
    [
      'register team-alive --name other',
      'somebody else has renamed it',
      (hub) => {
        relabel(hub, 'team-alive', `${P}cluster`, 'third')
      },
    ],
  ]

  for (const [line, what, happen] of changes)
    it(`given ${line}, and by the time of the answer ${what}, then nothing is done`, async () => {
      const hub = await livelyHub()
      const after: { bytes?: string } = {}

      const { code, stdout, stderr } = await on(
        hub,
        line,
        yesWhile(() => {
          happen(hub)
          after.bytes = everything(hub)
        }),
      )

      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, CHANGED)
      assert.equal(everything(hub), after.bytes)
    })

  it('given what does not touch it happens meanwhile, then it is done', async () => {
    const hub = await livelyHub()

    const { code } = await on(
      hub,
      'demote alive',
      yesWhile(() => {
        hub.put(application('new', 'https://10.0.0.77:6443'))
        const { object } = hub.store.find('secrets', { namespace: 'argocd', name: 'cluster-alive' })!
        const annotations = { 'theirs.example/seen': 'now' }
        hub.store.write('secrets', { ...object, metadata: { ...object.metadata, annotations } })
      }),
    )

    assert.equal(code, 0)
    assert.equal(standing(hub)['cluster-alive'], 'hidden')
  })

  it('given they think for long, then what is stamped is the time it was done, and the summary counts none of it', async () => {
    const hub = await livelyHub()
    const clock = { now: START }

    const { code, stderr } = await on(hub, 'demote alive', {
      ...yesWhile(() => {
        clock.now += 15 * MINUTE
      }),
      clock: () => clock.now,
    })

    assert.equal(code, 0)
    const { labels } = hub.store.find('secrets', { namespace: 'argocd', name: 'cluster-alive' })!.object
      .metadata
    assert.equal(labels?.[`${P}stale-since`], '20261129T131500Z')
    assert.match(stderr, /\n1 demoted \(\d+ requests in 0 s\)\n$/)
  })

  it('given a hub of the same name that is another, then nothing is deleted there', async () => {
    const hub = await livelyHub()

    const { code, stderr } = await on(
      hub,
      'prune',
      yesWhile(() => {
        const { object } = hub.store.find('namespaces', { name: 'kube-system' })!
        hub.store.remove('namespaces', object)
        hub.store.load('namespaces', { ...object, metadata: { ...object.metadata, uid: 'another' } })
      }),
    )

    assert.equal(code, 1)
    assert.match(stderr, CHANGED)
    assert.equal(standing(hub)['cluster-first'], 'visible')
    assert.equal(labelsOf(hub, 'team-alive')[`${P}cluster`], 'alive')
  })
})
