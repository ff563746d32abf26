import assert from 'node:assert/strict'
import fc from 'fast-check'
import { canonicalServer } from '../../src/argocd/server.ts'
import type { Report, ReportDecision } from '../../src/engine/report.ts'
import { FUZZ } from '../support/fuzz.ts'
import { P, SECRET_TYPE, type TestHub } from './test-hub.ts'
import { build, SEEN, settingsOf, world } from './worlds.ts'

const secrets = (hub: TestHub): Map<string, ReturnType<TestHub['read']>> =>
  new Map(
    hub.store
      .all('secrets')
      .filter(({ object }) => object.metadata.namespace === 'argocd')
      .map(({ object: { metadata } }) => [metadata.name, hub.read(metadata.name)]),
  )

const isOwned = (secret: ReturnType<TestHub['read']>): boolean =>
  secret?.labels[`${P}managed-by`] === 'cluster-registrar'

/** Pairs of visible registrations of ours that share a name or an address. */
const twins = (hub: TestHub): string[] => {
  const visible = [...secrets(hub)].filter(
    ([, secret]) => isOwned(secret) && secret?.labels[SECRET_TYPE] === 'cluster',
  )
  return visible.flatMap(([a, left]) =>
    visible
      .filter(
        ([b, right]) =>
          a < b &&
          (left?.data['name'] === right?.data['name'] ||
            canonicalServer(left?.data['server'] ?? '') === canonicalServer(right?.data['server'] ?? '')),
      )
      .map(([b]) => `${a} ${b}`),
  )
}

/** Every property is tried on these too. */
const RUNS = { ...FUZZ, examples: [...SEEN] }

const withoutRequests = ({ cost: _cost, ...report }: Report): object => report

/** Removals that free a Secret's name for another namespace in the same pass. */
const isTakenOver = (reason: string): boolean => ['namespace-gone', 'ttl-over'].includes(reason)

describe('any hub', function () {
  this.timeout(0)

  it('is settled by one pass: the next writes nothing and only repeats what is held', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (spec) => {
        const hub = build(spec)
        const first = await hub.sync(settingsOf(spec))
        const second = await hub.sync(settingsOf(spec))

        const open = second.decisions.filter(
          ({ action, result }) =>
            !['unchanged', 'keep', 'wait', 'refuse'].includes(action) && result !== 'held',
        )
        assert.deepEqual(open, [], JSON.stringify(first.decisions))
        assert.equal(second.writes, 0)
        assert.ok(!first.decisions.some(({ result }) => result === 'failed'))
      }),
      RUNS,
    )
  })

  it('keeps every Secret that is not ours or pinned, removes only on proof or past its time, and gains no twin', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (spec) => {
        const hub = build(spec)
        const before = secrets(hub)
        const pairs = new Set(twins(hub))
        await hub.sync(settingsOf(spec))
        const after = secrets(hub)

        for (const [name, secret] of before) {
          if (!isOwned(secret)) assert.deepEqual(after.get(name), secret)
          if (secret?.labels[`${P}prune`] === 'disabled') {
            assert.ok(after.has(name))
            if (secret.labels[SECRET_TYPE])
              assert.equal(after.get(name)?.labels[SECRET_TYPE], secret.labels[SECRET_TYPE])
          }
          if (!after.has(name) || after.get(name)?.uid !== secret?.uid) mayGo(hub, secret)
        }
        for (const pair of twins(hub)) assert.ok(pairs.has(pair) || isPinnedPair(hub, pair), pair)
      }),
      RUNS,
    )
  })

  it('is decided the same whatever the order of its objects, and on a dry run', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (spec) => {
        const forward = await build(spec).sync({ ...settingsOf(spec), dryRun: 'client' })
        const backward = await build(spec, true).sync({ ...settingsOf(spec), dryRun: 'client' })

        assert.deepEqual(withoutRequests(backward), withoutRequests(forward))
        assert.equal(forward.writes, 0)
      }),
      RUNS,
    )
  })

  it('has one decision for every registration of ours, and one for every claim without one', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (spec) => {
        const hub = build(spec)
        const owned = [...secrets(hub)].filter(
          ([name, secret]) => isOwned(secret) && name.startsWith('cluster-'),
        )
        const { decisions } = await hub.sync({ ...settingsOf(spec), dryRun: 'client' })

        for (const [name] of owned) {
          const claims = decisions.filter(({ action, reason }) => action === 'prune' && isTakenOver(reason))
          const isNext = ({ action, secret }: ReportDecision): boolean =>
            action === 'register' && claims.some((prune) => prune.secret === secret)
          const about = decisions.filter(
            (decision) =>
              decision.secret === name && !['refuse', 'wait'].includes(decision.action) && !isNext(decision),
          )
          assert.equal(about.length, 1, `${name}: ${JSON.stringify(about)}`)
        }
      }),
      RUNS,
    )
  })
})

/** Fails where a registration went that had to stay: its namespace is there, and it was not hidden long ago. */
const mayGo = (hub: TestHub, secret: ReturnType<TestHub['read']>): void => {
  const name = secret?.labels[`${P}source-namespace`] ?? ''
  const isGone = name !== '' && hub.store.find('namespaces', { name }) === undefined
  const isOver = secret?.labels[`${P}stale-since`] === '20261101T000000Z' && !secret.labels[SECRET_TYPE]
  assert.ok(isGone || isOver, JSON.stringify(secret))
}

/** A pinned registration and the successor of its namespace may share an address. */
const isPinnedPair = (hub: TestHub, pair: string): boolean =>
  pair.split(' ').some((name) => hub.read(name)?.labels[`${P}prune`] === 'disabled')
