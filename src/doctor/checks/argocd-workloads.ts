import type { Deployment, StatefulSet } from '../../kube/objects.ts'
import type { Inspection } from '../inspection.ts'

type Workload = Deployment | StatefulSet
type PodTemplate = NonNullable<Workload['spec']>['template']
type PodContainer = NonNullable<NonNullable<PodTemplate['spec']>['containers']>[number]

/** A part of Argo CD, as it is deployed in the target namespace. */
export interface ArgoCdPart {
  readonly kind: 'deployment' | 'statefulset'
  readonly name: string
  readonly replicas: number
  readonly template: PodTemplate
  readonly container: PodContainer
}

const COMPONENT = 'app.kubernetes.io/component'

/** Charts and the operator put names of their own before it. */
const isPart = ({ metadata }: Workload, component: string): boolean =>
  metadata.labels?.[COMPONENT] === component ||
  metadata.name === component ||
  metadata.name.endsWith(`-${component}`)

const partOf = (kind: ArgoCdPart['kind'], workload: Workload, component: string): readonly ArgoCdPart[] => {
  const { template, replicas = 1 } = workload.spec ?? {}
  const containers = template?.spec?.containers ?? []
  const container = containers.find(({ name }) => name.endsWith(component)) ?? containers[0]
  return template && container ? [{ kind, name: workload.metadata.name, replicas, template, container }] : []
}

/** The parts of Argo CD of this name: `application-controller` is a StatefulSet, or with dynamic sharding a Deployment. */
const partsOf = async (inspection: Inspection, component: string): Promise<readonly ArgoCdPart[]> => {
  const { targetNamespace: namespace } = inspection.settings
  const [deployments, statefulSets] = await Promise.all([
    inspection.list('deployments', { namespace }),
    inspection.list('statefulsets', { namespace }),
  ])
  return [
    ...statefulSets.map((workload) => ({ kind: 'statefulset', workload }) as const),
    ...deployments.map((workload) => ({ kind: 'deployment', workload }) as const),
  ].flatMap(({ kind, workload }) => (isPart(workload, component) ? partOf(kind, workload, component) : []))
}

/** Undefined where Argo CD's application controller is not in the target namespace. */
export const applicationController = async (inspection: Inspection): Promise<ArgoCdPart | undefined> =>
  (await partsOf(inspection, 'application-controller'))[0]

/** The value of a container's variable; undefined where it is not set, or comes from elsewhere. */
export const variableOf = ({ container }: ArgoCdPart, name: string): string | undefined =>
  container.env?.find((variable) => variable.name === name)?.value

/** Whether a container has a variable, wherever its value comes from. */
export const hasVariable = ({ container }: ArgoCdPart, pattern: RegExp): boolean =>
  (container.env ?? []).some(({ name }) => pattern.test(name))
