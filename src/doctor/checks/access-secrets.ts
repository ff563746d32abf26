import { UsageError } from '../../errors.ts'
import { isForbidden } from '../../kube/errors.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import { unmet, type Need } from './access-needs.ts'

const SECRETS = { group: '', resource: 'secrets' } as const

/** What is known of the source namespaces where Secrets may not be listed everywhere. */
interface Reach {
  readonly all: number
  /** Those whose Secrets the hub would not list. */
  readonly closed: readonly string[]
}

/** Undefined where none could be looked at. */
const reach = async (inspection: Inspection): Promise<Reach | undefined> => {
  try {
    const { sources } = (await inspection.look()).observation.snapshot
    const closed = [...sources].filter(([, sight]) => !sight.complete && sight.forbidden)
    return { all: sources.size, closed: closed.map(([namespace]) => namespace) }
  } catch (error) {
    if (error instanceof UsageError || isForbidden(error)) return undefined
    throw error
  }
}

const LIST_SOURCES: Need = {
  ...SECRETS,
  verbs: ['list'],
  stops: 'sync, register and watch find no kubeconfig, and register nothing',
  severity: 'error',
}

const inThese = (finding: Finding, namespaces: readonly string[]): Finding => {
  const [first = '', ...others] = namespaces
  const where = others.length === 0 ? first : `${namespaces.length} source namespaces`
  return {
    ...finding,
    object: `secrets in ${where}`,
    params: {
      ...finding.params,
      where: `in ${where}`,
      role: 'a ClusterRole, or a Role in each of them,',
      stops: 'what is registered from there stays as it is, and nothing new is',
    },
    related: namespaces,
  }
}

/** Rights that are granted namespace by namespace are as good, where they reach every source namespace. */
const sourceFindings = async (inspection: Inspection): Promise<readonly Finding[]> => {
  const findings = await unmet(inspection, [LIST_SOURCES])
  if (findings.length === 0) return findings
  const seen = await reach(inspection)
  if (seen === undefined || seen.all === 0) return findings
  return seen.closed.length === 0 ? [] : findings.map((finding) => inThese(finding, seen.closed))
}

export const accessSecrets: Check = {
  id: 'access-secrets',
  section: 'access',
  on: 'hub',
  run: async (inspection) => {
    const namespace = inspection.settings.targetNamespace
    const target: Need = {
      ...SECRETS,
      namespace,
      verbs: ['get', 'list'],
      stops: 'no command works without reading the registrations',
      severity: 'error',
    }
    return [...(await sourceFindings(inspection)), ...(await unmet(inspection, [target]))]
  },
}
