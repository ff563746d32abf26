import type {
  EventsV1Event,
  V1ConfigMap,
  V1Deployment,
  V1Job,
  V1Lease,
  V1Namespace,
  V1ObjectMeta,
  V1OwnerReference,
  V1Pod,
  V1Secret,
  V1Service,
  V1ServiceAccount,
  V1StatefulSet,
  V1ValidatingAdmissionPolicy,
  V1ValidatingAdmissionPolicyBinding,
} from '@kubernetes/client-node'

/** A client-node model as the API server's JSON spells it: times are RFC 3339 strings, nothing is a class. */
type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Wire<T[Key]> }
      : T

export type OwnerReference = Wire<V1OwnerReference>

/** Metadata of an object that has a name; `uid`, `resourceVersion` and times are absent on objects read from files. */
export type ObjectMeta = Omit<Wire<V1ObjectMeta>, 'name'> & { readonly name: string }

type Named<T> = Omit<Wire<T>, 'metadata'> & { readonly metadata: ObjectMeta }

export type Secret = Named<V1Secret>
export type Namespace = Named<V1Namespace>
export type ConfigMap = Named<V1ConfigMap>
/** batch/v1: what `doctor --probe=pod` runs for a moment. */
export type Job = Named<V1Job>
export type Pod = Named<V1Pod>
/** coordination.k8s.io/v1. */
export type Lease = Named<V1Lease>
/** events.k8s.io/v1; unlike those of the core group they may be about objects of another namespace. */
export type KubeEvent = Omit<Named<EventsV1Event>, 'eventTime'> & {
  /** An API server takes no Event without it; the core group's have none. */
  readonly eventTime?: string
}

/** An object of a CRD. Its version may be newer than the one it was read for, so `spec` has no shape until it is looked at. */
interface Custom {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: ObjectMeta
  readonly spec?: unknown
}

/** Argo CD's, argoproj.io/v1alpha1. */
export type Application = Custom
export type ApplicationSet = Custom
export type AppProject = Custom

/** What runs on the hub beside what is registered; only looked at. */
export type Deployment = Named<V1Deployment>
export type StatefulSet = Named<V1StatefulSet>
export type Service = Named<V1Service>
export type ServiceAccount = Named<V1ServiceAccount>
export type ValidatingAdmissionPolicy = Named<V1ValidatingAdmissionPolicy>
export type ValidatingAdmissionPolicyBinding = Named<V1ValidatingAdmissionPolicyBinding>

/** What a metadata-only list or watch yields. `managedFields` and annotations are dropped while parsing:
 *  last-applied-configuration may hold a whole credential. */
export interface ObjectMetadata {
  readonly metadata: Omit<ObjectMeta, 'annotations' | 'managedFields'>
}

/** Where an object of a manifest stands, for messages. `line` counts from 1. */
export interface Place {
  readonly file: string
  readonly line: number
}

export interface Objects {
  readonly namespaces: Namespace
  readonly secrets: Secret
  readonly configmaps: ConfigMap
  readonly applications: Application
  readonly applicationsets: ApplicationSet
  readonly appprojects: AppProject
  readonly deployments: Deployment
  readonly statefulsets: StatefulSet
  readonly services: Service
  readonly serviceaccounts: ServiceAccount
  readonly validatingadmissionpolicies: ValidatingAdmissionPolicy
  readonly validatingadmissionpolicybindings: ValidatingAdmissionPolicyBinding
  readonly jobs: Job
  readonly pods: Pod
  readonly leases: Lease
  readonly events: KubeEvent
}

export type Resource = keyof Objects

/** What this project may write. Argo CD's own objects are only read. */
export type WritableResource = 'namespaces' | 'secrets' | 'configmaps' | 'leases' | 'events' | 'jobs'
