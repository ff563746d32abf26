import files from '../../deploy/chart/files/admission.json' with { type: 'json' }
import { canonicalJson } from './canonical-json.ts'
import type { Manifest, Naming } from './names.ts'

const API = 'admissionregistration.k8s.io/v1'

interface Rules {
  readonly variables: readonly object[]
  readonly validations: readonly object[]
}

interface Variable {
  readonly name: string
  readonly expression: string
}

/** JSON texts are literals of CEL too. */
const variable = (name: string, value: unknown): Variable => ({ name, expression: canonicalJson(value) })

const policy = (
  { metadata, values }: Naming,
  suffix: string,
  variables: readonly Variable[],
  rules: Rules,
): readonly Manifest[] => {
  const { failurePolicy, validationActions } = values.admissionPolicy
  const { name } = metadata(suffix)
  return [
    {
      apiVersion: API,
      kind: 'ValidatingAdmissionPolicy',
      metadata: metadata(suffix),
      spec: {
        failurePolicy,
        matchConstraints: files.matchConstraints,
        variables: [...variables, ...rules.variables],
        validations: rules.validations,
      },
    },
    {
      apiVersion: API,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: metadata(suffix),
      // No matchResources: a selector on labels could be dodged by leaving the label off (C8.58).
      spec: { policyName: name, validationActions },
    },
  ]
}

/** Who may set the label that marks source namespaces, and which names they may claim (behaviour.md §8d). */
export const admissionManifests = (naming: Naming): readonly Manifest[] => {
  const { admissionPolicy, labelPrefix } = naming.values
  const { authorizedGroups, authorizedUsers, clusterNameMustMatchNamespace, enabled } = admissionPolicy
  if (!enabled) return []
  const marks = [
    variable('label', `${labelPrefix}managed-by`),
    variable('users', authorizedUsers),
    variable('groups', authorizedGroups),
  ]
  const names = [variable('label', `${labelPrefix}cluster`)]
  return [
    ...policy(naming, '-managed-by', marks, files.managedBy),
    ...(clusterNameMustMatchNamespace ? policy(naming, '-cluster-name', names, files.clusterName) : []),
  ]
}
