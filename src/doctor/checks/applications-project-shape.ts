import { isJsonObject, type Json } from '../../argocd/config-shape.ts'
import type { AppProject } from '../../kube/objects.ts'

/** An entry of `spec.destinations`; empty where it is not set. */
export interface ProjectDestination {
  readonly path: string
  readonly name: string
  readonly server: string
  readonly namespace: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const specOf = ({ spec }: AppProject): Json => (isJsonObject(spec) ? spec : {})

export const destinationsOf = (project: AppProject): readonly ProjectDestination[] =>
  list(specOf(project)['destinations']).map((entry, index) => {
    const { name, server, namespace } = isJsonObject(entry) ? entry : {}
    return {
      path: `spec.destinations[${index}]`,
      name: text(name),
      server: text(server),
      namespace: text(namespace),
    }
  })

/** A deny entry is also an allow entry for all that it does not name; what it matches is not looked at here. */
export const isDeny = ({ name, server, namespace }: ProjectDestination): boolean =>
  [name, server, namespace].some((pattern) => pattern.startsWith('!'))

/** Something for which Argo CD refuses the project (v1alpha1 ValidateProject). */
export interface ProjectFault {
  readonly path: string
  /** In Argo CD's words, without values. */
  readonly why: string
}

/** The entries that say what an earlier one says. */
const repeated = (
  entries: readonly (readonly [path: string, key: string])[],
  why: string,
): ProjectFault[] => {
  const seen = new Set<string>()
  return entries.flatMap(([path, key]) => {
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated ? [{ path, why }] : []
  })
}

const texts = (spec: Json, field: string): readonly (readonly [string, string])[] =>
  list(spec[field]).map((entry, index) => [`spec.${field}[${index}]`, text(entry)] as const)

/** The key under which Argo CD finds a destination twice. */
const keyOf = ({ server, name, namespace }: ProjectDestination): string =>
  `${server === '' ? name : server}/${namespace}`

const windowFaults = (spec: Json): readonly ProjectFault[] =>
  list(spec['syncWindows']).flatMap((window, index): ProjectFault[] => {
    if (!isJsonObject(window)) return []
    const isScoped = ['applications', 'namespaces', 'clusters'].some(
      (field) => list(window[field]).length > 0,
    )
    return isScoped
      ? []
      : [{ path: `spec.syncWindows[${index}]`, why: 'requires one of application, cluster or namespace' }]
  })

export const projectFaults = (project: AppProject): readonly ProjectFault[] => {
  const spec = specOf(project)
  const destinations = destinationsOf(project)
  const denyAll = destinations.flatMap((destination) =>
    (['name', 'server', 'namespace'] as const).flatMap((field): ProjectFault[] =>
      destination[field] === '!*'
        ? [{ path: `${destination.path}.${field}`, why: `${field} has an invalid format, '!*'` }]
        : [],
    ),
  )
  const denySources = texts(spec, 'sourceRepos').flatMap(([path, source]): ProjectFault[] =>
    source === '!*' ? [{ path, why: "source repository has an invalid format, '!*'" }] : [],
  )
  return [
    ...denyAll,
    ...denySources,
    ...repeated(
      destinations.map((destination) => [destination.path, keyOf(destination)] as const),
      'destination already added',
    ),
    ...repeated(texts(spec, 'sourceRepos'), 'source repository already added'),
    ...repeated(texts(spec, 'sourceNamespaces'), 'source namespace already added'),
    ...windowFaults(spec),
  ]
}
