import { configText } from './config-text.ts'
import { leaseOf } from './identity.ts'
import { selectorOf, sha256, type Manifest, type Naming } from './names.ts'
import type { Values } from './values.ts'

const FOLDER = '/etc/kubectl-registrar'
const USER = 65532

/** Words of the container: all settings are in the file, and how it runs is here. */
const argsOf = (values: Values): readonly string[] => {
  const { leaderElection, metrics, probes } = values
  const verbosity = Math.max(values.verbosity, Number(values.debug))
  return [
    'watch',
    `--config=${FOLDER}/config.yaml`,
    `--workers=${values.workers}`,
    `--log-format=${values.logFormat}`,
    ...(leaderElection.enabled ? ['--leader-elect', `--leader-election-id=${leaseOf(values)}`] : []),
    `--health-probe-bind-address=${probes.enabled ? probes.bindAddress : '0'}`,
    ...(metrics.enabled ? [`--metrics-bind-address=${metrics.bindAddress}`] : []),
    ...(values.dryRun ? ['--dry-run'] : []),
    ...(values.prune ? [] : ['--no-prune']),
    ...(verbosity > 0 ? [`-v=${verbosity}`] : []),
  ]
}

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== ''

/** Only what is set: an empty affinity is no affinity. */
const filled = (parts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => isFilled(value)))

const portsOf = ({ metrics, probes }: Values): readonly object[] => [
  ...(probes.enabled ? [{ name: 'probes', containerPort: Number(probes.bindAddress.slice(1)) }] : []),
  ...(metrics.enabled ? [{ name: 'metrics', containerPort: Number(metrics.bindAddress.slice(1)) }] : []),
]

const probesOf = ({ probes }: Values): object =>
  probes.enabled
    ? {
        livenessProbe: { httpGet: { path: '/healthz', port: 'probes' }, ...probes.liveness },
        readinessProbe: { httpGet: { path: '/readyz', port: 'probes' }, ...probes.readiness },
      }
    : {}

const containerOf = ({ release, values }: Naming): object => {
  const { digest, pullPolicy, repository, tag } = values.image
  return {
    name: 'watch',
    image: digest === '' ? `${repository}:${tag || release.version}` : `${repository}@${digest}`,
    imagePullPolicy: pullPolicy,
    args: argsOf(values),
    ...filled({ env: values.extraEnv, ports: portsOf(values) }),
    ...probesOf(values),
    resources: values.resources,
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [{ name: 'config', mountPath: FOLDER, readOnly: true }],
  }
}

const podOf = (naming: Naming): object => {
  const { fullName, values } = naming
  const { affinity, imagePullSecrets, nodeSelector, priorityClassName, tolerations } = values
  return {
    serviceAccountName: `${fullName}-sa`,
    // Variables of Services called registrar would look like settings.
    enableServiceLinks: false,
    terminationGracePeriodSeconds: values.terminationGracePeriodSeconds,
    ...filled({ affinity, imagePullSecrets, nodeSelector, priorityClassName, tolerations }),
    ...filled({ topologySpreadConstraints: values.topologySpreadConstraints }),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER,
      runAsGroup: USER,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [containerOf(naming)],
    volumes: [{ name: 'config', configMap: { name: `${fullName}-config` } }],
  }
}

export const deploymentManifest = (naming: Naming): Manifest => {
  const { metadata, release, values } = naming
  const selector = selectorOf(release)
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata('', release.namespace),
    spec: {
      replicas: values.replicaCount,
      strategy: values.strategy,
      selector: { matchLabels: selector },
      template: {
        metadata: {
          labels: { ...values.podLabels, ...selector },
          // Settings are read once: another text is another pod.
          annotations: {
            ...values.commonAnnotations,
            ...values.podAnnotations,
            'checksum/config': sha256(configText(values)),
          },
        },
        spec: podOf(naming),
      },
    },
  }
}
