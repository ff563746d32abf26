import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Fleet } from '../../src/controller/fleet.ts'
import { neighbourhood } from '../../src/controller/neighbourhood.ts'
import type { Decision } from '../../src/engine/decision.ts'
import { observe } from '../../src/engine/observe/index.ts'
import { plan } from '../../src/engine/plan/index.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { NOW } from '../engine/test-hub.ts'
import { build, SEEN, settingsOf, world } from '../engine/worlds.ts'
import { FUZZ } from '../support/fuzz.ts'

/** The other providers a hub uses are named in one remedy, which a part of the hub can't know. */
const substance = ({ params: { providers: _named, ...params }, ...decision }: Decision): object => ({
  ...decision,
  params,
})

describe('a plan for one namespace', function () {
  this.timeout(0)

  it('over its neighbourhood alone decides as one over the whole hub', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (spec) => {
        const settings = resolveSettings(settingsOf(spec).settings)
        const { snapshot } = await observe(build(spec).client, settings, {
          concurrency: 4,
          now: NOW,
          policy: { execCredentials: false, execHosts: [], execProxies: [], hubServers: [], hubServices: [] },
        })
        const fleet = new Fleet(settings)
        for (const [name, sight] of [...snapshot.namespaces, ...snapshot.absences])
          fleet.putNamespace(name, sight)
        for (const [name, sight] of snapshot.sources) fleet.putSource(name, sight)
        for (const registration of snapshot.registrations.values())
          fleet.putRegistration(registration.name, registration)
        const whole = plan(snapshot, settings, NOW)

        for (const name of new Set(whole.map(({ namespace }) => namespace ?? ''))) {
          const isOf = (decision: Decision): boolean => decision.namespace === name
          const part = plan(neighbourhood(fleet, name), settings, NOW)
          if (name !== '')
            assert.deepEqual(part.filter(isOf).map(substance), whole.filter(isOf).map(substance), name)
        }
      }),
      { ...FUZZ, examples: [...SEEN] },
    )
  })
})
