import type { Resource } from './objects.ts'

interface ResourceType {
  /** As objects carry it: `v1`, or `group/version`. */
  readonly apiVersion: string
  readonly kind: string
  readonly namespaced: boolean
  /** Only looked at: what is wrong with such an object is its owner's concern. */
  readonly readOnly: boolean
  /** Objects a list asks for at once: Applications carry their history and the state of all they deployed. */
  readonly pageSize: number
}

const core = (kind: string, namespaced = true): ResourceType => ({
  apiVersion: 'v1',
  kind,
  namespaced,
  readOnly: false,
  pageSize: 500,
})

const argoCd = (kind: string): ResourceType => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind,
  namespaced: true,
  readOnly: true,
  pageSize: 100,
})

export const RESOURCES: { readonly [R in Resource]: ResourceType } = {
  namespaces: core('Namespace', false),
  secrets: core('Secret'),
  configmaps: core('ConfigMap'),
  applications: argoCd('Application'),
  applicationsets: argoCd('ApplicationSet'),
}

export const RESOURCE_NAMES = Object.keys(RESOURCES) as readonly Resource[]
