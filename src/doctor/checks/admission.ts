import { keysUnder } from '../../engine/keys.ts'
import type { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from '../../kube/objects.ts'
import type { Check } from '../check.ts'
import type { Inspection } from '../inspection.ts'

const covers = (given: readonly string[] | undefined, wanted: string): boolean =>
  (given ?? []).some((item) => item === wanted || item === '*' || item === '*/*')

/** Judges changes of namespaces. */
const judgesNamespaces = ({ spec }: ValidatingAdmissionPolicy): boolean =>
  (spec?.matchConstraints?.resourceRules ?? []).some(
    ({ apiGroups, resources, operations }) =>
      covers(apiGroups, '') && covers(resources, 'namespaces') && covers(operations, 'UPDATE'),
  )

/** What it says anywhere of its conditions; what they come to cannot be told from outside. */
const mentions = ({ spec }: ValidatingAdmissionPolicy, label: string): boolean =>
  JSON.stringify([
    spec?.validations,
    spec?.variables,
    spec?.matchConditions,
    spec?.matchConstraints?.objectSelector,
  ]).includes(label)

/** What becomes of a change of a label that somebody may not make. */
interface Guarded {
  readonly label: string
  readonly guard: 'none' | 'warns' | 'denies'
  readonly policy: string
  readonly binding: string
}

const guardOf = (
  label: string,
  policies: readonly ValidatingAdmissionPolicy[],
  bindings: readonly ValidatingAdmissionPolicyBinding[],
): Omit<Guarded, 'label'> => {
  const names = policies
    .filter((policy) => judgesNamespaces(policy) && mentions(policy, label))
    .map(({ metadata }) => metadata.name)
  const bound = bindings.filter(({ spec }) => names.includes(spec?.policyName ?? ''))
  const [first] = bound
  const denying = bound.find(({ spec }) => spec?.validationActions?.includes('Deny'))
  return {
    guard: denying ? 'denies' : first ? 'warns' : 'none',
    policy: (denying ?? first)?.spec?.policyName ?? '',
    binding: (denying ?? first)?.metadata.name ?? '',
  }
}

/** The two labels that decide what is registered, and as what (behaviour.md §8). */
const guards = async (inspection: Inspection): Promise<readonly Guarded[]> => {
  const [policies, bindings] = await Promise.all([
    inspection.list('validatingadmissionpolicies'),
    inspection.list('validatingadmissionpolicybindings'),
  ])
  const { managedBy, cluster } = keysUnder(inspection.settings.labelPrefix)
  return [managedBy, cluster].map((label) => ({ label, ...guardOf(label, policies, bindings) }))
}

export const admissionAbsent: Check = {
  id: 'admission-absent',
  section: 'controller',
  on: 'hub',
  run: async (inspection) => {
    const labels = (await guards(inspection))
      .filter(({ guard }) => guard === 'none')
      .map(({ label }) => label)
    return labels.length === 0
      ? []
      : [
          {
            severity: 'info',
            object: labels.join(', '),
            params: { labels: labels.join(' and ') },
          },
        ]
  },
}

export const admissionWarnOnly: Check = {
  id: 'admission-warn-only',
  section: 'controller',
  on: 'hub',
  run: async (inspection) =>
    (await guards(inspection))
      .filter(({ guard }) => guard === 'warns')
      .map(({ label, policy, binding }) => ({
        severity: 'info',
        object: policy,
        params: { label, policy, binding },
      })),
}
