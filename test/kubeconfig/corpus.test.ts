import assert from 'node:assert/strict'
import { translate } from '../../src/kubeconfig/translate.ts'
import type { Translation } from '../../src/kubeconfig/translation.ts'
import { rankCandidates } from '../../src/providers/candidates.ts'
import { parseProvider } from '../../src/providers/parse-provider.ts'
import { cases } from '../fixtures/kubeconfigs/load.ts'
import type { KubeconfigCase } from '../fixtures/kubeconfigs/load.ts'
import { NOW, POLICY } from './support.ts'

const attempts = ({ providers, secret, peers, execCredentials }: KubeconfigCase): readonly Translation[] =>
  rankCandidates(providers.map(parseProvider), [secret, ...peers]).candidates.map((candidate) =>
    translate({
      secret: candidate.secret,
      key: candidate.key,
      allowExec: candidate.provider.allowExec,
      policy: { ...POLICY, execCredentials },
      now: NOW,
    }),
  )

const outcome = (tried: readonly Translation[]): KubeconfigCase['expect'] => {
  const winner = tried.find((translation) => translation.outcome === 'translated')
  if (winner !== undefined)
    return { outcome: 'registered', server: winner.server, config: JSON.parse(winner.config) as unknown }
  const [first] = tried
  if (first === undefined) return { outcome: 'skipped', reason: 'key-missing' }
  return first.outcome === 'unusable'
    ? { outcome: 'refused', reason: first.cause }
    : { outcome: 'skipped', reason: 'source-empty' }
}

describe('kubeconfigs of real provisioners', () => {
  it('number 69', () => {
    assert.equal(cases.length, 69)
  })

  // A refusal of the cluster's name is the plan's affair, not the translation's.
  for (const item of cases.filter(({ expect }) => expect.reason !== 'cluster-name-reserved')) {
    const { id, expect } = item
    it(`${id}: ${expect.outcome}${expect.reason === undefined ? '' : ` (${expect.reason})`}`, () => {
      assert.deepEqual(outcome(attempts(item)), expect)
    })
  }
})
