import type { Application, ApplicationSet } from '../../kube/objects.ts'
import type { Inspection } from '../inspection.ts'
import { matchesGlob } from './applications-glob.ts'

/** Namespaces beside the target namespace whose Applications Argo CD heeds, as it was told: names, globs, `/regex/`. */
const patternsOf = async (inspection: Inspection, key: string): Promise<readonly string[]> => {
  const namespace = inspection.settings.targetNamespace
  const params = await inspection.find('configmaps', { namespace, name: 'argocd-cmd-params-cm' })
  return (params?.data?.[key] ?? '')
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
}

/** A regular expression of somebody else's is not run: it counts as a match. */
const isHeeded = (namespace: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => pattern.startsWith('/') || matchesGlob(pattern, namespace) !== false)

const heeded = async <R extends 'applications' | 'applicationsets'>(
  inspection: Inspection,
  resource: R,
  key: string,
): Promise<readonly (R extends 'applications' ? Application : ApplicationSet)[]> => {
  const target = inspection.settings.targetNamespace
  const patterns = await patternsOf(inspection, key)
  if (patterns.length === 0) return inspection.list(resource, { namespace: target })
  const all = await inspection.list(resource)
  return all.filter(
    ({ metadata: { namespace = '' } }) => namespace === target || isHeeded(namespace, patterns),
  )
}

/** The Applications of this Argo CD. */
export const applicationsOf = (inspection: Inspection): Promise<readonly Application[]> =>
  heeded(inspection, 'applications', 'application.namespaces')

/** The ApplicationSets of this Argo CD. */
export const applicationSetsOf = (inspection: Inspection): Promise<readonly ApplicationSet[]> =>
  heeded(inspection, 'applicationsets', 'applicationsetcontroller.namespaces')
