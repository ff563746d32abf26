import assert from 'node:assert/strict'
import fc from 'fast-check'
import { look } from '../../src/cli/explain-look.ts'
import { lookNear } from '../../src/cli/explain-near.ts'
import type { Io } from '../../src/cli/io.ts'
import type { Session } from '../../src/cli/session.ts'
import { explain } from '../../src/explaining/explain.ts'
import type { Explanation } from '../../src/explaining/explanation.ts'
import { matchesOf, type Match } from '../../src/explaining/match.ts'
import { readSubject } from '../../src/explaining/subject.ts'
import type { View } from '../../src/explaining/view.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { NOW } from '../engine/test-hub.ts'
import { build, SEEN, settingsOf, world, type World } from '../engine/worlds.ts'
import { FUZZ } from '../support/fuzz.ts'
import { reached } from './support.ts'

const WORDS = [
  ...['a', 'b', 'c', 'ns-a', 'ns-b', 'ns-c', 'ns-gone', 'by-hand'],
  ...['cluster-a', 'cluster/b', 'namespace/ns-c', 'secret/argocd/cluster-c'],
  ...['k3k-ns-a-kubeconfig', 'ns-b/k3k-ns-b-kubeconfig', 'https://10.0.0.1', 'https://10.0.0.2/'],
]

const IO = { now: () => NOW } as Io

/** What is said, but for who else leads to the address: a look nearby does not read that, and says so. */
const told = (view: View, match: Match): object => {
  const { explanation, exit } = explain({
    hub: { source: 'cluster' },
    subject: '',
    match,
    view,
    completed: (remedy) => remedy,
  })
  const { server, ...claims } = explanation.claims
  const held: Explanation['claims']['server'] | undefined = server && {
    ...server,
    claimants: [],
    claimantsKnown: false,
  }
  return { ...explanation, claims: { ...claims, ...(held ? { server: held } : {}) }, exit }
}

describe('an explanation from a look nearby', function () {
  this.timeout(0)

  it('says what one from a whole pass says, on hubs where everything collides', async () => {
    let near = 0
    await fc.assert(
      fc.asyncProperty(world, fc.boolean(), async (spec, isSynced) => {
        const hub = build(spec)
        const raw = settingsOf(spec)
        if (isSynced) await hub.sync({ ...raw, pass: { pause: () => Promise.resolve() } })
        const session: Session = {
          hub: reached(hub),
          files: undefined,
          settings: resolveSettings(raw.settings),
        }
        let seen: View | undefined
        for (const word of WORDS) {
          const asked = readSubject(word)
          const found = await lookNear(session, IO, asked)
          if (!found) continue
          near += 1
          const whole = (seen ??= await look(session, IO))
          const matches = matchesOf(whole, asked)
          assert.deepEqual(found.matches, matches, word)
          assert.deepEqual(told(found.view, found.matches[0]), told(whole, matches[0]!), word)
        }
      }),
      { ...FUZZ, examples: SEEN.map(([spec]): [World, boolean] => [spec, true]) },
    )
    assert.ok(near > 100, `${near} looks nearby were enough`)
  })
})
