import { listed } from '../../engine/listed.ts'
import { isForbidden } from '../../kube/errors.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'

const ARGO_CD = 'argocd-cm'

/** Namespaces with an Argo CD, as far as they may be looked for. */
const homes = async (inspection: Inspection): Promise<readonly string[]> => {
  try {
    const found = await inspection.list('configmaps', { fieldSelector: `metadata.name=${ARGO_CD}` })
    return found.flatMap(({ metadata }) => metadata.namespace ?? []).sort()
  } catch (error) {
    if (isForbidden(error)) return []
    throw error
  }
}

const findingOf = async (inspection: Inspection, problem: 'absent' | 'no-argo-cd'): Promise<Finding> => {
  const { targetNamespace: target, targetNamespaceChosen: isChosen } = inspection.settings
  const found = await homes(inspection)
  return {
    // Whoever names a namespace may have an Argo CD in mind that keeps its settings elsewhere.
    severity: problem === 'no-argo-cd' && isChosen ? 'warning' : 'error',
    object: target,
    params: { target, problem, homes: listed(found), first: found[0] ?? '' },
    ...(found.length === 0 ? {} : { related: found }),
  }
}

export const targetNamespaceMissing: Check = {
  id: 'target-namespace-missing',
  section: 'access',
  on: 'hub',
  run: async (inspection) => {
    const { targetNamespace: namespace } = inspection.settings
    if (!(await inspection.find('namespaces', { name: namespace })))
      return [await findingOf(inspection, 'absent')]
    if (await inspection.find('configmaps', { namespace, name: ARGO_CD })) return []
    return [await findingOf(inspection, 'no-argo-cd')]
  },
}
