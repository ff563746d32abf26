import type { Deployment, Job } from '../../kube/objects.ts'
import { PROBE_IDS } from './verdict.ts'

/** Seconds that the Job may take, its image pulled. */
export const JOB_SECONDS = 300
const PROGRAM = 'kubectl-registrar'

type PodSpec = NonNullable<NonNullable<Deployment['spec']>['template']['spec']>

/** What a probe's pod takes over from the controller's: it has this program in it, and may read the registrations. */
export interface Model {
  readonly image: string
  readonly pod: PodSpec
}

const isOwn = (image: string | undefined): boolean =>
  new RegExp(`(?:^|/)${PROGRAM}(?:[:@]|$)`).test(image ?? '')

/** Undefined where no Deployment among them runs this program. */
export const modelAmong = (deployments: readonly Deployment[]): Model | undefined => {
  for (const { spec } of deployments) {
    const pod = spec?.template.spec
    const image = pod?.containers.find((container) => isOwn(container.image))?.image
    if (pod && image !== undefined) return { image, pod }
  }
  return undefined
}

export interface JobOptions {
  readonly model: Model
  readonly namespace: string
  readonly name: string
  /** Flags that say which registrations are meant. */
  readonly flags: readonly string[]
}

/** A pod that probes once and says what it found as a report; it keeps nothing, and goes by itself if nobody removes it. */
export const probeJob = ({ model: { image, pod }, namespace, name, flags }: JobOptions): Job => {
  const { imagePullSecrets, nodeSelector, serviceAccountName, tolerations } = pod
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace, labels: { 'app.kubernetes.io/name': `${PROGRAM}-probe` } },
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: JOB_SECONDS,
      ttlSecondsAfterFinished: 2 * JOB_SECONDS,
      template: {
        metadata: { labels: { 'app.kubernetes.io/name': `${PROGRAM}-probe` } },
        spec: {
          restartPolicy: 'Never',
          ...(serviceAccountName === undefined ? {} : { serviceAccountName }),
          ...(imagePullSecrets === undefined ? {} : { imagePullSecrets }),
          ...(nodeSelector === undefined ? {} : { nodeSelector }),
          ...(tolerations === undefined ? {} : { tolerations }),
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'probe',
              image,
              args: [
                'doctor',
                '--probe=here',
                '--output=json',
                '--exit-zero',
                '--no-discover-config',
                ...PROBE_IDS.map((id) => `--check=${id}`),
                ...flags,
              ],
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
        },
      },
    },
  }
}
