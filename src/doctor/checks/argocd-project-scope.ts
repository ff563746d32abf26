import { isJsonObject } from '../../argocd/config-shape.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import { liveClusters } from './clusters-live.ts'

const isScopedOnly = (spec: unknown): boolean =>
  isJsonObject(spec) && spec['permitOnlyProjectScopedClusters'] === true

/** Clusters given to a project that is not there, and projects that take none but clusters of their own and have none. */
export const projectScope: Check = {
  id: 'project-scope',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const { targetNamespace: namespace } = inspection.settings
    const projects = await inspection.list('appprojects', { namespace })
    const names = new Set(projects.map(({ metadata }) => metadata.name))
    const clusters = await liveClusters(inspection)
    const strays = clusters.flatMap(({ entry, object, secret }): Finding[] =>
      entry.project === undefined || names.has(entry.project)
        ? []
        : [
            {
              severity: 'warning',
              object,
              params: {
                problem: 'project-absent',
                project: printableName(entry.project),
                namespace,
                secret: secret.metadata.name,
              },
            },
          ],
    )
    const used = new Set(clusters.flatMap(({ entry }) => entry.project ?? []))
    const empty = projects
      .filter(({ metadata, spec }) => isScopedOnly(spec) && !used.has(metadata.name))
      .map(({ metadata }): Finding => {
        const params = { problem: 'no-cluster', project: metadata.name, namespace }
        return { severity: 'warning', object: metadata.name, params }
      })
    return [...strays, ...empty]
  },
}
