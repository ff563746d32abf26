import type { Access } from '../../kube/client.ts'
import type { Finding, Severity } from '../finding.ts'
import type { Inspection } from '../inspection.ts'

/** What commands have to be allowed, of one resource in one place. */
export interface Need {
  readonly group: string
  readonly resource: string
  /** Absent = everywhere. */
  readonly namespace?: string
  readonly verbs: readonly string[]
  /** What stops, or is done less well, without it. */
  readonly stops: string
  readonly severity: Severity
}

const SERVICE_ACCOUNT = 'system:serviceaccount:'

/** What runs on its own has rights made for it; a person has what a person has. */
export const isServiceAccount = async (inspection: Inspection): Promise<boolean> =>
  (await inspection.whoAmI()).username.startsWith(SERVICE_ACCOUNT)

const allowed = async (
  inspection: Inspection,
  access: Omit<Access, 'verb'>,
  verbs: readonly string[],
): Promise<readonly string[]> => {
  const answers = await Promise.all(verbs.map((verb) => inspection.mayI({ ...access, verb })))
  return verbs.filter((_verb, index) => answers[index])
}

/** Those of the verbs that this identity may do. */
export const allowedOf = (
  inspection: Inspection,
  { group, resource, namespace, verbs }: Pick<Need, 'group' | 'resource' | 'namespace' | 'verbs'>,
): Promise<readonly string[]> =>
  allowed(inspection, { group, resource, ...(namespace === undefined ? {} : { namespace }) }, verbs)

/** As it stands in a Role or ClusterRole. */
const ruleOf = ({ group, resource }: Need, verbs: readonly string[]): string =>
  `{apiGroups: ['${group}'], resources: [${resource}], verbs: [${verbs.join(', ')}]}`

const findingOf = async (
  inspection: Inspection,
  need: Need,
  missing: readonly string[],
): Promise<Finding> => {
  const { resource, namespace, stops, severity } = need
  const { username } = await inspection.whoAmI()
  return {
    severity,
    object: namespace === undefined ? resource : `${resource} in ${namespace}`,
    params: {
      verbs: missing.join(', '),
      resource,
      where: namespace === undefined ? 'everywhere' : `in ${namespace}`,
      stops,
      who: username,
      role: namespace === undefined ? 'a ClusterRole' : `a Role in ${namespace}`,
      rule: ruleOf(need, missing),
    },
  }
}

/** A finding for each need that is not met, with the verbs that are missing. */
export const unmet = async (inspection: Inspection, needs: readonly Need[]): Promise<readonly Finding[]> => {
  const found = await Promise.all(
    needs.map(async (need) => {
      const may = await allowedOf(inspection, need)
      const missing = need.verbs.filter((verb) => !may.includes(verb))
      return missing.length === 0 ? [] : [await findingOf(inspection, need, missing)]
    }),
  )
  return found.flat()
}
