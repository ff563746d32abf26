import type { Provider } from '../providers/provider.ts'

type Text = Readonly<Record<string, string>>
/** A part of a Kubernetes object, taken as it is. */
type Part = Readonly<Record<string, unknown>>

/** A provider as values files have it: text as `--provider` takes it, or a map. */
export type ProviderValue =
  string | Readonly<Pick<Provider, 'name' | 'secretNamePattern' | 'secretKeys'> & { allowExec?: boolean }>

/** Values of the chart (deploy/chart/values.yaml, which says what each means). */
export interface Values {
  readonly targetNamespace: string
  readonly labelPrefix: string
  readonly managedBy: string
  readonly providers: readonly ProviderValue[]
  readonly execCredentials: boolean
  readonly execHosts: readonly string[]
  readonly execProxies: readonly string[]
  readonly interval: string
  readonly demotedTTL: string | number
  readonly maxRemovals: string | number
  readonly renames: string
  readonly updatesPerMinute: number
  readonly uidGrace: string
  readonly secretNamePattern: string
  readonly secretKey: string
  readonly dryRun: boolean
  readonly prune: boolean
  readonly debug: boolean
  readonly verbosity: number
  readonly logFormat: string
  readonly workers: number
  readonly leaderElection: { readonly enabled: boolean; readonly id: string }
  readonly replicaCount: number
  readonly strategy: Part
  readonly terminationGracePeriodSeconds: number
  readonly image: {
    readonly repository: string
    readonly tag: string
    readonly digest: string
    readonly pullPolicy: string
  }
  readonly imagePullSecrets: readonly Part[]
  readonly resources: Part
  readonly nodeSelector: Text
  readonly tolerations: readonly Part[]
  readonly affinity: Part
  readonly topologySpreadConstraints: readonly Part[]
  readonly priorityClassName: string
  readonly podLabels: Text
  readonly podAnnotations: Text
  readonly extraEnv: readonly Part[]
  readonly fullnameOverride: string
  readonly commonLabels: Text
  readonly commonAnnotations: Text
  readonly serviceAccount: { readonly annotations: Text }
  readonly rbac: {
    readonly watchSecrets: boolean
    readonly watchTargetSecrets: boolean
    readonly events: boolean
    readonly applications: boolean
  }
  readonly probes: {
    readonly enabled: boolean
    readonly bindAddress: string
    readonly liveness: Part
    readonly readiness: Part
  }
  readonly metrics: {
    readonly enabled: boolean
    readonly bindAddress: string
    readonly service: { readonly enabled: boolean; readonly port: number; readonly annotations: Text }
    readonly serviceMonitor: { readonly enabled: boolean; readonly interval: string; readonly labels: Text }
    readonly prometheusRule: {
      readonly enabled: boolean
      readonly staleSeconds: number
      readonly labels: Text
    }
    readonly dashboard: { readonly enabled: boolean; readonly labels: Text; readonly annotations: Text }
  }
  readonly networkPolicy: {
    readonly enabled: boolean
    readonly metricsFrom: readonly Part[]
    readonly apiServerPorts: readonly number[]
    readonly egress: readonly Part[]
  }
  readonly podDisruptionBudget: { readonly enabled: boolean; readonly maxUnavailable: number }
  readonly admissionPolicy: {
    readonly enabled: boolean
    readonly authorizedGroups: readonly string[]
    readonly authorizedUsers: readonly string[]
    readonly validationActions: readonly string[]
    readonly failurePolicy: string
    readonly clusterNameMustMatchNamespace: boolean
  }
}
