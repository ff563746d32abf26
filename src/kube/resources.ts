import type { Resource } from './objects.ts'

interface ResourceType {
  /** As objects carry it: `v1`, or `group/version`. */
  readonly apiVersion: string
  readonly kind: string
  readonly namespaced: boolean
  /** Only looked at: what is wrong with such an object is its owner's concern. */
  readonly readOnly: boolean
  /** Read from manifests. A dump of a hub also holds its Leases and Events, which say nothing to a plan. */
  readonly inManifests: boolean
  /** Objects a list asks for at once: Applications carry their history and the state of all they deployed. */
  readonly pageSize: number
}

const core = (kind: string, namespaced = true): ResourceType => ({
  apiVersion: 'v1',
  kind,
  namespaced,
  readOnly: false,
  inManifests: true,
  pageSize: 500,
})

const argoCd = (kind: string): ResourceType => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind,
  namespaced: true,
  readOnly: true,
  inManifests: true,
  pageSize: 100,
})

/** What runs on a hub; manifests of it say nothing about what does. */
const looked = (apiVersion: string, kind: string, namespaced = true): ResourceType => ({
  ...core(kind, namespaced),
  apiVersion,
  readOnly: true,
  inManifests: false,
})

/** What the controller keeps about itself. */
const own = (apiVersion: string, kind: string): ResourceType => ({
  ...core(kind),
  apiVersion,
  inManifests: false,
})

export const RESOURCES: { readonly [R in Resource]: ResourceType } = {
  namespaces: core('Namespace', false),
  secrets: core('Secret'),
  configmaps: core('ConfigMap'),
  applications: argoCd('Application'),
  applicationsets: argoCd('ApplicationSet'),
  appprojects: argoCd('AppProject'),
  deployments: looked('apps/v1', 'Deployment'),
  statefulsets: looked('apps/v1', 'StatefulSet'),
  services: looked('v1', 'Service'),
  serviceaccounts: looked('v1', 'ServiceAccount'),
  validatingadmissionpolicies: looked('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', false),
  validatingadmissionpolicybindings: looked(
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicyBinding',
    false,
  ),
  pods: looked('v1', 'Pod'),
  jobs: own('batch/v1', 'Job'),
  leases: own('coordination.k8s.io/v1', 'Lease'),
  events: own('events.k8s.io/v1', 'Event'),
}

export const RESOURCE_NAMES = Object.keys(RESOURCES) as readonly Resource[]
