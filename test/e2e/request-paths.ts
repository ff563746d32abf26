import { namespaceOf } from './changes.ts'
import type { Site } from './site.ts'

/** The GET of a cluster's source namespace, as `rules` match it. */
export const namespacePath = (site: Site, cluster: string): RegExp =>
  new RegExp(`/api/v1/namespaces/${namespaceOf(site, cluster)}(\\?|$)`)

/** LISTs of the Secrets in a cluster's source namespace. */
export const sourcesPath = (site: Site, cluster: string): RegExp =>
  new RegExp(`/namespaces/${namespaceOf(site, cluster)}/secrets(\\?|$)`)

/** The registration itself: GET, PUT, DELETE. */
export const registrationPath = ({ target }: Site, cluster: string): RegExp =>
  new RegExp(`/namespaces/${target}/secrets/cluster-${cluster}(\\?|$)`)

/** Everything in the target namespace. */
export const targetPath = ({ target }: Site): RegExp => new RegExp(`/namespaces/${target}/secrets`)

/** LISTs of namespaces. */
export const NAMESPACES_PATH = /\/api\/v1\/namespaces(\?|$)/

export const LANDMARK_PATH = /\/api\/v1\/namespaces\/kube-system(\?|$)/

export const isWrite = ({ method }: { readonly method: string }): boolean => method !== 'GET'
