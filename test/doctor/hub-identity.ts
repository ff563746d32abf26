import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { briefly } from './harness.ts'
import { CHECKS } from '../../src/doctor/checks/index.ts'
import { inspect } from '../../src/doctor/inspect.ts'
import type { Inspection } from '../../src/doctor/inspection.ts'
import { runChecks, type CheckResult } from '../../src/doctor/run-checks.ts'
import { createLiveClient, type LiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import type { Settings } from '../../src/settings/settings.ts'
import type { Hub } from '../envtest/hub.ts'
import type { Rest } from '../envtest/rest.ts'

/** A client of whoever this is, whom nobody had to make before. */
export const clientOf = async (hub: Hub, as: string): Promise<LiveClient> =>
  createLiveClient(await resolveConnection({ kubeconfig: hub.kubeconfig('admin'), as }, {}, nodeDeps({})))

export const inspectionAs = (client: LiveClient, settings: Settings): Inspection =>
  inspect({
    client,
    about: { source: 'cluster' },
    settings,
    policy: {
      execCredentials: false,
      execHosts: [],
      execProxies: [],
      hubServers: [],
      hubServices: [],
    },
    concurrency: 4,
    now: Date.now(),
    minValidity: 0,
  })

/** What the checks of these ids come to, in the order of a report. */
export const resultsFor = async (
  inspection: Inspection,
  ids: readonly string[],
): Promise<readonly CheckResult[]> => {
  const results: CheckResult[] = []
  const checks = CHECKS.filter(({ id }) => ids.includes(id))
  for await (const section of runChecks(checks, inspection)) results.push(...section.results)
  return results
}

/** `id severity object` of every finding, and `id: why` of every check that had no answer. */
export const brief = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap((result) =>
    result.result === 'skipped' ? [`${result.check.id} skipped`] : briefly([result]),
  )

interface Applied {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** The objects of a page's YAML blocks, with other words in place of some. */
export const objectsOf = (page: string, words: Readonly<Record<string, string>>): readonly Applied[] => {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => block)
  const replaced = Object.entries(words).reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    blocks.join('\n---\n'),
  )
  return parseAllDocuments(replaced).map((document) => document.toJS() as Applied)
}

const GROUPS: Readonly<Record<string, string>> = {
  ServiceAccount: '/api/v1',
  ValidatingAdmissionPolicy: '/apis/admissionregistration.k8s.io/v1',
  ValidatingAdmissionPolicyBinding: '/apis/admissionregistration.k8s.io/v1',
}

const plural = (kind: string): string => (kind.endsWith('Policy') ? `${kind.slice(0, -1)}ies` : `${kind}s`)

/** Creates what a page tells to. */
export const apply = async (rest: Rest, objects: readonly Applied[]): Promise<void> => {
  for (const object of objects) {
    const { namespace } = object.metadata
    const base = GROUPS[object.kind] ?? '/apis/rbac.authorization.k8s.io/v1'
    const scope = namespace === undefined ? '' : `/namespaces/${namespace}`
    await rest.json('POST', `${base}${scope}/${plural(object.kind).toLowerCase()}`, object)
  }
}
