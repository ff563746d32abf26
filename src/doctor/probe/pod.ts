import { pause, type Clock } from '../../controller/clock.ts'
import type { KubeClient, ObjectRef } from '../../kube/client.ts'
import { isNotFound } from '../../kube/errors.ts'
import type { Job, Pod } from '../../kube/objects.ts'
import { listAll } from '../../kube/paging.ts'
import { Skipped } from '../check.ts'
import type { Prober } from '../inspection.ts'
import { JOB_SECONDS, modelAmong, probeJob } from './pod-job.ts'
import { verdictsIn } from './pod-log.ts'

/** Milliseconds between two looks at the pod. */
const PAUSE = 1000

export interface PodProberOptions {
  readonly client: KubeClient
  readonly log: (pod: ObjectRef) => Promise<string>
  readonly clock: Clock
  readonly namespace: string
  /** Name of the Job. */
  readonly name: string
  /** Flags that say which registrations are meant. */
  readonly flags: readonly string[]
  /** Told before anything is written, and of what is left behind. */
  readonly note: (text: string) => void
}

const podOf = async ({ client, namespace, name }: PodProberOptions): Promise<Pod | undefined> => {
  const labelSelector = `batch.kubernetes.io/job-name=${name}`
  return (await listAll(client, 'pods', { namespace, labelSelector }, (pod) => pod)).items[0]
}

const isDone = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** Why it does not get on; empty where nothing is said of it. */
const waitsFor = (pod: Pod | undefined): string =>
  pod?.status?.containerStatuses?.[0]?.state?.waiting?.reason ?? pod?.status?.phase ?? 'no pod was made'

const finished = async (options: PodProberOptions): Promise<Pod> => {
  const { clock } = options
  const end = clock.monotonic() + 1000 * JOB_SECONDS
  for (;;) {
    const pod = await podOf(options)
    if (pod && isDone(pod)) return pod
    if (clock.monotonic() >= end)
      throw new Skipped(`the probing pod did not end within ${JOB_SECONDS} s: ${waitsFor(pod)}`)
    await pause(clock, PAUSE, new AbortController().signal)
  }
}

/** With its pod, which the API server would leave behind. */
const remove = async ({ client, namespace, name, note }: PodProberOptions): Promise<void> => {
  try {
    const { uid = '', resourceVersion = '' } = (await client.get('jobs', { namespace, name })).metadata
    await client.delete('jobs', { namespace, name }, { uid, resourceVersion, propagation: 'Background' })
  } catch (error) {
    if (!isNotFound(error, name))
      note(
        `job ${namespace}/${name} could not be removed, and goes by itself ${(2 * JOB_SECONDS) / 60} minutes after its end`,
      )
  }
}

/** The Job that `--probe=pod` would write. @throws Skipped where there is nothing to make it of */
export const plannedJob = async ({ client, namespace, name, flags }: PodProberOptions): Promise<Job> => {
  const { items } = await listAll(client, 'deployments', { namespace }, (deployment) => deployment)
  const model = modelAmong(items)
  if (!model)
    throw new Skipped(
      `no Deployment in ${namespace} runs kubectl-registrar, whose image and ServiceAccount the probing pod would take`,
    )
  return probeJob({ model, namespace, name, flags })
}

/** Has a pod on the hub contact them: written before, and removed after. What it contacts it reads for itself. */
export const podProber =
  (options: PodProberOptions): Prober =>
  async () => {
    const { client, log, namespace, name, note } = options
    const job = await plannedJob(options)
    note(`--probe=pod writes job ${namespace}/${name}, and removes it after`)
    await client.create('jobs', job)
    try {
      const pod = await finished(options)
      return verdictsIn(await log({ namespace, name: pod.metadata.name }), namespace)
    } finally {
      await remove(options)
    }
  }
