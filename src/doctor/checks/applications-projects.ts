import type { AppProject } from '../../kube/objects.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import { matchesGlob } from './applications-glob.ts'
import { knownClusters, type KnownCluster } from './applications-known.ts'
import {
  destinationsOf,
  isDeny,
  projectFaults,
  type ProjectDestination,
} from './applications-project-shape.ts'
import { argoCdNamespaces } from './clusters-metadata.ts'
import { shownAddress } from './clusters-shown.ts'

const ownProjects = (inspection: Inspection): Promise<readonly AppProject[]> =>
  inspection.list('appprojects', { namespace: inspection.settings.targetNamespace })

const paramsOf = ({ metadata }: AppProject): { readonly project: string; readonly namespace: string } => ({
  project: metadata.name,
  namespace: metadata.namespace ?? '',
})

const entryText = ({ name, server, namespace }: ProjectDestination): string =>
  [
    ...(name === '' ? [] : [`name ${printableName(name)}`]),
    ...(server === '' ? [] : [`server ${shownAddress(server)}${server.endsWith('/') ? '/' : ''}`]),
    `namespace ${printableName(namespace)}`,
  ].join(', ')

export const projectInvalid: Check = {
  id: 'project-invalid',
  section: 'argocd',
  on: 'anywhere',
  run: async (inspection) =>
    (await ownProjects(inspection)).flatMap((project) =>
      projectFaults(project).map(({ path, why }): Finding => {
        const params = { ...paramsOf(project), path, why }
        return { severity: 'error', object: project.metadata.name, params }
      }),
    ),
}

/** Argo CD makes this one itself, open to everything, and no ordinary hub is without it. */
const OPEN_BY_DEFAULT = 'default'

export const projectAllowAll: Check = {
  id: 'project-allow-all',
  section: 'argocd',
  on: 'anywhere',
  run: async (inspection) =>
    (await ownProjects(inspection)).flatMap((project): Finding[] => {
      const { name } = project.metadata
      const open = destinationsOf(project).find(
        (entry) => entry.namespace === '*' && (entry.server === '*' || entry.name === '*'),
      )
      const severity = name === OPEN_BY_DEFAULT ? 'info' : 'warning'
      return open ? [{ severity, object: name, params: { ...paramsOf(project), path: open.path } }] : []
    }),
}

/** Clusters that a field of an entry matches; undefined where a pattern has more in it than is understood here. */
const matchedBy = (
  field: 'name' | 'server',
  entry: ProjectDestination,
  clusters: readonly KnownCluster[],
): readonly KnownCluster[] | undefined => {
  const verdicts = clusters.map((cluster) => matchesGlob(entry[field], cluster[field]))
  return verdicts.includes(undefined) ? undefined : clusters.filter((_cluster, index) => verdicts[index])
}

const isDead = (entry: ProjectDestination, clusters: readonly KnownCluster[]): boolean =>
  (['name', 'server'] as const).every((field) => matchedBy(field, entry, clusters)?.length === 0)

/** Patterns keep their slashes, and clusters are stored without. */
const isSlashOnly = ({ server, ...entry }: ProjectDestination, clusters: readonly KnownCluster[]): boolean =>
  server.endsWith('/') && !isDead({ ...entry, server: server.replace(/\/+$/, '') }, clusters)

export const projectDeadDestination: Check = {
  id: 'project-dead-destination',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const [projects, { clusters }] = await Promise.all([ownProjects(inspection), knownClusters(inspection)])
    return projects.flatMap((project) =>
      destinationsOf(project)
        .filter((entry) => !isDeny(entry) && isDead(entry, clusters))
        .map((entry): Finding => {
          const slash = isSlashOnly(entry, clusters) ? { slash: 'true' } : {}
          const params = { ...paramsOf(project), path: entry.path, entry: entryText(entry), ...slash }
          return { severity: 'warning', object: project.metadata.name, params }
        }),
    )
  },
}

/** Argo CD asks for one of the two, not for both: an entry with name and server allows either cluster. */
export const projectNameServerMixed: Check = {
  id: 'project-name-server-mixed',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const [projects, { clusters }] = await Promise.all([ownProjects(inspection), knownClusters(inspection)])
    return projects.flatMap((project) =>
      destinationsOf(project).flatMap((entry): Finding[] => {
        if (entry.name === '' || entry.server === '' || isDeny(entry)) return []
        const [byName, byServer] = [matchedBy('name', entry, clusters), matchedBy('server', entry, clusters)]
        const extra = byName?.filter((cluster) => byServer?.includes(cluster) === false) ?? []
        const [first, other] = [extra[0], byServer?.find((cluster) => byName?.includes(cluster) === false)]
        if (!first || !other) return []
        const params = {
          ...paramsOf(project),
          path: entry.path,
          one: printableName(first.name),
          other: other.name === '' ? shownAddress(other.server) : printableName(other.name),
        }
        return [{ severity: 'warning', object: project.metadata.name, params }]
      }),
    )
  },
}

export const projectNamespace: Check = {
  id: 'project-namespace',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const homes = await argoCdNamespaces(inspection)
    return (await inspection.list('appprojects'))
      .filter(({ metadata }) => !homes.has(metadata.namespace ?? ''))
      .map((project): Finding => {
        const { namespace, project: name } = paramsOf(project)
        const target = inspection.settings.targetNamespace
        return {
          severity: 'error',
          object: `${namespace}/${name}`,
          params: { namespace, project: name, target },
        }
      })
  },
}
