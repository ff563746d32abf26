import { planContext } from '../../src/engine/plan/context.ts'
import type { Decision } from '../../src/engine/decision.ts'
import { registrationKey } from '../../src/engine/keys.ts'
import { EMPTY_SNAPSHOT, type RegistrationDigest, type Snapshot } from '../../src/engine/snapshot.ts'
import type { CheckId } from '../../src/doctor/catalogue.ts'
import { findingText } from '../../src/doctor/catalogue.ts'
import { PLAN_CHECKS } from '../../src/doctor/checks/claims-all.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import { inspect } from '../../src/doctor/inspect.ts'
import type { Inspection } from '../../src/doctor/inspection.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import type { RawSettings } from '../../src/settings/raw.ts'
import { NOW, type TestHub } from '../engine/test-hub.ts'

export interface InspectedAs {
  readonly settings?: RawSettings
  /** As with `-n`. */
  readonly namespaces?: readonly string[]
  readonly source?: 'cluster' | 'files'
  readonly through?: (client: KubeClient) => KubeClient
}

/** The doctor's view of a test hub. */
export const inspectionOf = (hub: TestHub, options: InspectedAs = {}): Inspection => {
  const {
    settings: raw = {},
    namespaces = [],
    source = 'cluster',
    through = (client: KubeClient) => client,
  } = options
  const settings = resolveSettings(raw, namespaces)
  return inspect({
    client: through(hub.client),
    about: { source },
    settings,
    policy: {
      execCredentials: settings.execCredentials,
      execHosts: settings.execHosts,
      execProxies: settings.execProxies,
      hubServers: [],
      hubServices: [],
    },
    concurrency: 4,
    now: NOW,
    minValidity: 7 * 86_400_000,
  })
}

/** An inspection of a plan that was made up. */
export const inspectionOfPlan = (
  decisions: readonly Decision[],
  registrations: readonly RegistrationDigest[] = [],
): Inspection => {
  const settings = resolveSettings({})
  const snapshot: Snapshot = {
    ...EMPTY_SNAPSHOT,
    registrations: new Map(
      registrations.map((registration) => [registrationKey('argocd', registration.name), registration]),
    ),
  }
  const context = planContext(snapshot, settings, NOW)
  const observation = { snapshot, credentials: new Map<string, string>() }
  return {
    where: 'hub',
    about: { source: 'cluster' },
    settings,
    now: NOW,
    minValidity: 0,
    look: () => Promise.resolve({ observation, context, decisions }),
    list: () => Promise.resolve([]),
    find: () => Promise.resolve(undefined),
    mayI: () => Promise.resolve(true),
    whoAmI: () => Promise.reject(new Error('nobody asks')),
    shared: (_key, work) => work(),
  }
}

export interface Found extends Finding {
  readonly id: CheckId
}

/** What the checks of the plan find. */
export const findings = async (inspection: Inspection): Promise<readonly Found[]> => {
  const lists = await Promise.all(
    PLAN_CHECKS.map(async ({ id, run }) => (await run(inspection)).map((finding) => ({ ...finding, id }))),
  )
  return lists.flat()
}

/** `severity id object: message → remedy` of each, of the checks of the plan or of those named. */
export const said = async (inspection: Inspection, ...ids: readonly CheckId[]): Promise<readonly string[]> =>
  (await findings(inspection))
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map(({ id, severity, object, params }) => {
      const { message, remedy } = findingText(id, params)
      return `${severity} ${id} ${object}: ${message}${remedy === '' ? '' : ` → ${remedy}`}`
    })
