import assert from 'node:assert/strict'
import fc from 'fast-check'
import { TOLD_BY_REASON, TOLD_BY_WARNING } from '../../src/doctor/checks/claims-reasons.ts'
import { PLAN_CHECKS } from '../../src/doctor/checks/claims-all.ts'
import { clusterDuplicateServer } from '../../src/doctor/checks/clusters-twins.ts'
import type { Decision, Rest } from '../../src/engine/decision.ts'
import { needsPerson } from '../../src/engine/report.ts'
import { DECISION_REASONS, type ReasonId } from '../../src/engine/reasons/decisions.ts'
import type { RegistrationDigest } from '../../src/engine/snapshot.ts'
import { FUZZ } from '../support/fuzz.ts'
import { build, SEEN, settingsOf, world } from '../engine/worlds.ts'
import { findings, inspectionOf, inspectionOfPlan, type Found } from './plan-inspection.ts'

const REASONS = Object.keys(DECISION_REASONS) as ReasonId[]
const PLANNED = new Set<string>([...PLAN_CHECKS, clusterDuplicateServer].map(({ id }) => id))

/** Reasons to write. The engine rests on none of them: the property below would find one. */
const ACTED_ON: readonly ReasonId[] = [
  'first-registration',
  'source-changed',
  'metadata-changed',
  'namespace-recreated',
  'orphan-adopted',
  'up-to-date',
  'label-back',
  'visible-again',
  'renamed',
  'manual-hold',
  'ttl-over',
  'asked',
  'server-race',
]

/** As `sync` judges it: a person has to act, or the provisioner is waited for. */
const isToBeTold = (decision: Decision): boolean =>
  decision.action === 'wait' ||
  ('held' in decision && decision.held === 'removal-held') ||
  needsPerson({ action: decision.action, reason: decision.reason, cluster: null, message: '' })

const isAbout =
  ({ cluster, namespace, secret }: Decision) =>
  ({ object, related = [] }: Found): boolean =>
    [object, ...related].some((name) => [cluster, namespace, secret].includes(name))

const registration = (visible: boolean): RegistrationDigest => ({
  name: 'cluster-a',
  base: {},
  terminating: false,
  immutable: false,
  finalized: false,
  visible,
  clusterLike: true,
  clusterName: 'a',
  server: 'https://a.example:6443',
  canonicalServer: 'https://a.example:6443',
  configSize: 2,
  labels: {},
  annotations: {},
  managers: [],
})

const resting = (action: Rest['action'], reason: ReasonId): Rest => ({
  id: 'argocd/cluster-a',
  cluster: 'a',
  namespace: 'team-a',
  secret: 'cluster-a',
  action,
  reason,
  params: {},
  warnings: [],
  trail: [],
})

const CASES: readonly (readonly [
  state: string,
  action: Rest['action'],
  registrations: RegistrationDigest[],
])[] = [
  ['a claim that is refused', 'refuse', []],
  ['a claim that waits', 'wait', []],
  ['an active registration that is kept', 'keep', [registration(true)]],
  ['a hidden registration that is kept', 'keep', [registration(false)]],
]

describe('what sync leaves undone', function () {
  this.timeout(0)

  it('has a check for every reason but those to write', () => {
    assert.deepEqual(
      REASONS.filter((reason) => TOLD_BY_REASON[reason] === undefined).sort(),
      [...ACTED_ON].sort(),
    )
  })

  for (const [state, action, registrations] of CASES)
    for (const reason of REASONS.filter((each) => !ACTED_ON.includes(each))) {
      const decision = resting(action, reason)
      if (!isToBeTold(decision)) continue
      it(`is told once: ${state} for ${reason}`, async () => {
        const found = await findings(inspectionOfPlan([decision], registrations))

        assert.deepEqual(found.map(isAbout(decision)), [true], JSON.stringify(found))
      })
    }

  it('is found on any hub, and so is what a person has to know beside it', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (spec) => {
        const inspection = inspectionOf(build(spec), settingsOf(spec))
        const { decisions } = await inspection.look()
        const found = await findings(inspection)

        const untold = decisions.filter((decision) => isToBeTold(decision) && !found.some(isAbout(decision)))
        assert.deepEqual(untold, [])
        const rested = decisions.filter(({ action }) => ['refuse', 'wait', 'keep'].includes(action))
        assert.deepEqual(
          rested.filter(({ reason }) => ACTED_ON.includes(reason)),
          [],
        )
        const twins = await clusterDuplicateServer.run(inspection)
        const ids = new Set<string>(found.map(({ id }) => id))
        if (twins.length > 0 || ids.has('server-alias')) ids.add('cluster-duplicate-server')
        const silent = decisions
          .flatMap(({ warnings }) => warnings)
          .flatMap(({ reason }) => TOLD_BY_WARNING[reason] ?? [])
          .filter((id) => PLANNED.has(id) && !ids.has(id))
        assert.deepEqual(silent, [])
      }),
      { ...FUZZ, examples: [...SEEN] },
    )
  })
})
