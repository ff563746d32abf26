import type { KubeClient } from '../../src/kube/client.ts'
import { CHECKS } from '../../src/doctor/checks/index.ts'
import type { Check } from '../../src/doctor/check.ts'
import { inspect } from '../../src/doctor/inspect.ts'
import type { Inspection } from '../../src/doctor/inspection.ts'
import { runChecks, type CheckResult } from '../../src/doctor/run-checks.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import { loadObject } from '../commands/memory-hub.ts'
import type { Fixture } from './fixture.ts'
import { refusing } from './refusing-client.ts'

export interface Ward {
  readonly client: KubeClient
  readonly inspection: Inspection
}

/** A hub in memory with a fixture's objects, to be looked at in its circumstances. */
export const wardOf = (fixture: Fixture): Ward => {
  const { objects, settings, now, minValidity, forbidden, unserved, user = 'somebody' } = fixture
  const store = new MemoryStore()
  for (const object of objects) loadObject(store, object)
  const memory = new MemoryClient(store, { absenceIsProof: true, now: () => now })
  const client = refusing(memory, { forbidden, unserved, user })
  const inspection = inspect({
    client,
    about: { source: 'cluster', context: 'hub', server: 'https://hub.example:6443' },
    settings,
    policy: {
      execCredentials: settings.execCredentials,
      execHosts: settings.execHosts,
      execProxies: settings.execProxies,
      hubServers: ['https://hub.example:6443'],
      hubServices: [],
    },
    concurrency: 4,
    now,
    minValidity,
  })
  return { client, inspection }
}

/** What every check that needs no probing comes to. */
export const resultsOf = async (
  fixture: Fixture,
  checks: readonly Check[] = CHECKS.filter(({ only }) => only === undefined),
): Promise<readonly CheckResult[]> => {
  const results: CheckResult[] = []
  for await (const section of runChecks(checks, wardOf(fixture).inspection)) results.push(...section.results)
  return results
}

/** `id severity object` of every finding, in the order of a report. */
export const briefly = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap((result) =>
    'findings' in result
      ? result.findings.map(({ severity, object }) => `${result.check.id} ${severity} ${object}`)
      : [],
  )
