export interface Case {
  readonly title: string
  readonly values: object
  readonly name?: string
  readonly namespace?: string
}

const METRICS = { enabled: true, service: { enabled: true } }

/** Everything that can be turned on, at once. */
export const EVERYTHING = {
  targetNamespace: 'argocd',
  providers: [
    'capi',
    'edge=edge-*=value,other=exec',
    { name: 'mine', secretNamePattern: 'm-*', secretKeys: ['a', 'b'], allowExec: true },
  ],
  execCredentials: true,
  execHosts: ['*.example.com'],
  execProxies: ['http://proxy.example.com:3128'],
  interval: '5m',
  demotedTTL: '720h',
  maxRemovals: '10%',
  renames: 'hold',
  updatesPerMinute: 0,
  uidGrace: '2d',
  debug: true,
  logFormat: 'json',
  workers: 4,
  leaderElection: { enabled: true },
  replicaCount: 2,
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
  image: { repository: 'registry.example.com/team/registrar', digest: `sha256:${'0a'.repeat(32)}` },
  imagePullSecrets: [{ name: 'pull' }],
  resources: { limits: { memory: '256Mi' } },
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [{ key: 'role', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: {} },
  ],
  priorityClassName: 'system-cluster-critical',
  podLabels: { team: 'no', 'app.kubernetes.io/name': 'taken' },
  podAnnotations: { note: '1' },
  extraEnv: [{ name: 'HTTPS_PROXY', value: 'http://proxy.example.com:3128' }],
  commonLabels: { team: 'platform', 'app.kubernetes.io/name': 'taken' },
  commonAnnotations: { note: 'a: b', owner: 'yes' },
  serviceAccount: { annotations: { role: 'none' } },
  rbac: { watchSecrets: true, watchTargetSecrets: true, events: true, applications: true },
  probes: { bindAddress: ':9081', liveness: { timeoutSeconds: 3 } },
  metrics: {
    enabled: true,
    bindAddress: ':9080',
    service: { enabled: true, port: 9090, annotations: { note: 'of the service' } },
    serviceMonitor: { enabled: true, interval: '30s', labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true, staleSeconds: 3600, labels: { release: 'prometheus' } },
    dashboard: { enabled: true, labels: { grafana_dashboard: 'yes' }, annotations: { folder: 'Argo CD' } },
  },
  networkPolicy: {
    enabled: true,
    metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    apiServerPorts: [6443],
    egress: [{ to: [{ ipBlock: { cidr: '192.0.2.1/32' } }], ports: [{ protocol: 'TCP', port: 3128 }] }],
  },
  podDisruptionBudget: { enabled: true },
  admissionPolicy: {
    enabled: true,
    authorizedGroups: ['platform'],
    authorizedUsers: ['system:serviceaccount:argocd:argocd-application-controller', 'a"b\\c <&>é'],
    validationActions: ['Deny', 'Audit'],
    failurePolicy: 'Ignore',
    clusterNameMustMatchNamespace: true,
  },
} as const

/** A values file of the reference chart, with each of its keys. */
const REFERENCE = {
  targetNamespace: 'argocd',
  labelPrefix: 'argocd-cluster-registrar/',
  managedBy: 'cluster-registrar',
  providers: ['k3k', { name: 'edge', secretNamePattern: 'edge-*', secretKeys: ['value'], allowExec: false }],
  execCredentials: false,
  secretNamePattern: '',
  secretKey: '',
  interval: '60s',
  demotedTTL: 0,
  dryRun: false,
  debug: false,
  leaderElection: { enabled: true },
  probes: {
    enabled: true,
    bindAddress: ':8081',
    liveness: { initialDelaySeconds: 15, periodSeconds: 20 },
    readiness: { initialDelaySeconds: 5, periodSeconds: 10 },
  },
  metrics: {
    enabled: true,
    bindAddress: ':8080',
    service: { enabled: true, port: 8080, annotations: { 'prometheus.io/scrape': 'true' } },
  },
  replicaCount: 2,
  strategy: { type: 'Recreate' },
  terminationGracePeriodSeconds: 40,
  image: { tag: '', pullPolicy: 'IfNotPresent' },
  resources: { requests: { cpu: '10m', memory: '32Mi' }, limits: { cpu: '200m', memory: '128Mi' } },
  nodeSelector: {},
  tolerations: [],
  affinity: {},
  commonLabels: {},
  commonAnnotations: {},
  admissionPolicy: {
    enabled: true,
    authorizedGroups: ['platform'],
    authorizedUsers: [],
    validationActions: ['Warn', 'Audit'],
    failurePolicy: 'Fail',
    clusterNameMustMatchNamespace: false,
  },
} as const

export const CASES: readonly Case[] = [
  { title: 'nothing', values: {} },
  { title: 'every key of the reference chart', values: REFERENCE },
  { title: 'everything that can be turned on', values: EVERYTHING },
  { title: 'another namespace for the pod', values: {}, namespace: 'registrar-system' },
  { title: 'names that look like numbers', values: {}, name: '123', namespace: '1e3' },
  { title: 'a name that is the chart’s', values: {}, name: 'my-kubectl-registrar' },
  { title: 'a name too long for a label', values: {}, name: `${'long-'.repeat(8)}end` },
  {
    title: 'a name that is cut at a hyphen',
    values: { fullnameOverride: `${'a'.repeat(40)}-${'b'.repeat(20)}` },
  },
  { title: 'a name of one’s own', values: { fullnameOverride: 'mine' } },
  { title: 'the deprecated pair', values: { secretNamePattern: 'vc-*', secretKey: 'a,b' } },
  { title: 'a limit that is a number', values: { maxRemovals: 5 } },
  { title: 'no time to live', values: { demotedTTL: null } },
  { title: 'a dry run without probes', values: { dryRun: true, prune: false, probes: { enabled: false } } },
  {
    title: 'another prefix and owner',
    values: { labelPrefix: 'example.com/', managedBy: 'other', leaderElection: { enabled: true } },
  },
  { title: 'a lease of one’s own', values: { leaderElection: { enabled: true, id: 'my-lease' } } },
  { title: 'metrics without a Service', values: { metrics: { enabled: true } } },
  { title: 'a Service without metrics', values: { metrics: { service: { enabled: true } } } },
  {
    title: 'a ServiceMonitor as Prometheus has it',
    values: { metrics: { ...METRICS, serviceMonitor: { enabled: true } } },
  },
  { title: 'common labels alone', values: { commonLabels: { team: 'a' } } },
  { title: 'common annotations alone', values: { commonAnnotations: { team: 'a' } } },
  {
    title: 'a network policy that lets nobody in',
    values: { networkPolicy: { enabled: true }, metrics: METRICS },
  },
  { title: 'each right by itself: Secrets', values: { rbac: { watchSecrets: true } } },
  { title: 'each right by itself: registrations', values: { rbac: { watchTargetSecrets: true } } },
  { title: 'each right by itself: Events', values: { rbac: { events: true } } },
  { title: 'each right by itself: Applications', values: { rbac: { applications: true } } },
  { title: 'verbosity over debug', values: { verbosity: 6, debug: true } },
  {
    title: 'a default taken away',
    values: { metrics: { dashboard: { enabled: true, labels: { grafana_dashboard: null, mine: 'x' } } } },
  },
  { title: 'resources taken away', values: { resources: { limits: null } } },
]

/** Values that make no installation, and what has to be said of them by both. */
export const REFUSED: readonly (Case & { readonly says: readonly string[] })[] = [
  {
    title: 'one provider twice',
    values: { providers: ['capi', 'k3k', 'capi'] },
    says: ['provider capi is listed twice'],
  },
  {
    title: 'one name for two providers',
    values: { providers: ['edge=a-*=b', { name: 'edge', secretNamePattern: 'c', secretKeys: ['d'] }] },
    says: ['provider edge is listed twice'],
  },
  { title: 'a preset that does not exist', values: { providers: ['cappy'] }, says: ['providers'] },
  { title: 'a provider of two fields', values: { providers: ['edge=a-*'] }, says: ['providers'] },
  { title: 'C8.26 only a pattern', values: { secretNamePattern: 'vc-*' }, says: ['secretKey is missing'] },
  { title: 'C8.26 only a key', values: { secretKey: 'config' }, says: ['secretNamePattern is missing'] },
  {
    title: 'C8.27 the pair beside providers',
    values: { secretNamePattern: 'a', secretKey: 'b', providers: ['k3k'] },
    says: ['cannot stand beside providers'],
  },
  {
    title: 'C8.38 probes elsewhere',
    values: { probes: { bindAddress: '0.0.0.0:8081' } },
    says: ['probes.bindAddress'],
  },
  { title: 'C8.38 a bare port', values: { probes: { bindAddress: '8081' } }, says: ['probes.bindAddress'] },
  {
    title: 'C8.38 empty',
    values: { metrics: { enabled: true, bindAddress: '' } },
    says: ['metrics.bindAddress'],
  },
  {
    title: 'one port for both',
    values: { metrics: { enabled: true, bindAddress: ':8081' } },
    says: ['are the same'],
  },
  {
    title: 'C8.39 several without a lease',
    values: { replicaCount: 2 },
    says: ['replicaCount', 'leaderElection.enabled'],
  },
  {
    title: 'C8.50 a policy for nobody',
    values: { admissionPolicy: { enabled: true } },
    says: ['authorizedGroups', 'authorizedUsers'],
  },
  {
    title: 'Deny and Warn',
    values: {
      admissionPolicy: { enabled: true, authorizedUsers: ['a'], validationActions: ['Deny', 'Warn'] },
    },
    says: ['validationActions'],
  },
  {
    title: 'an action that is none',
    values: { admissionPolicy: { validationActions: ['Refuse'] } },
    says: ['validationActions'],
  },
  { title: 'no action', values: { admissionPolicy: { validationActions: [] } }, says: ['validationActions'] },
  {
    title: 'a ServiceMonitor without a Service',
    values: { metrics: { enabled: true, serviceMonitor: { enabled: true } } },
    says: ['metrics.service.enabled'],
  },
  {
    title: 'alerts without metrics',
    values: { metrics: { prometheusRule: { enabled: true } } },
    says: ['metrics.enabled'],
  },
  {
    title: 'the image of the reference',
    values: { image: { repository: 'mirror.example.com/x/argocd-cluster-registrar' } },
    says: ['image.repository'],
  },
  {
    title: 'a key under its flag’s name',
    values: { leaderElect: true },
    says: ['leaderElect', 'leaderElection.enabled'],
  },
  { title: 'a key that does not exist', values: { replicacount: 2 }, says: ['replicacount'] },
  {
    title: 'a nested key that does not exist',
    values: { metrics: { servicemonitor: {} } },
    says: ['servicemonitor'],
  },
  {
    title: 'C10.54 a provider without a name',
    values: { providers: [{ secretNamePattern: 'a', secretKeys: ['b'] }] },
    says: ['providers'],
  },
  {
    title: 'a provider without keys',
    values: { providers: [{ name: 'x', secretNamePattern: 'a', secretKeys: [] }] },
    says: ['providers'],
  },
  { title: 'text for a switch', values: { dryRun: 'false' }, says: ['dryRun'] },
  { title: 'days in the time to live', values: { demotedTTL: '30d' }, says: ['demotedTTL'] },
  { title: 'a number of seconds', values: { interval: 60 }, says: ['interval'] },
  {
    title: 'a prefix of somebody else',
    values: { labelPrefix: 'argocd.argoproj.io/' },
    says: ['labelPrefix'],
  },
  { title: 'a prefix above somebody else', values: { labelPrefix: 'io/' }, says: ['labelPrefix'] },
  { title: 'a prefix without a slash', values: { labelPrefix: 'example.com' }, says: ['labelPrefix'] },
  { title: 'an owner that is no label value', values: { managedBy: 'a b' }, says: ['managedBy'] },
  { title: 'no target namespace', values: { targetNamespace: '' }, says: ['targetNamespace'] },
  { title: 'a part taken away', values: { probes: null }, says: ['probes'] },
  { title: 'a limit above all', values: { maxRemovals: '101%' }, says: ['maxRemovals'] },
]
