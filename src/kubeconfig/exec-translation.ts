import type { ClusterConfig } from '../argocd/cluster-config.ts'

/** What an exec plugin becomes in Argo CD's config. */
export interface ExecTranslation {
  readonly cloud: 'aws' | 'azure'
  readonly config: Pick<ClusterConfig, 'awsAuthConfig' | 'execProviderConfig'>
  /** Names of flags and variables that were left out. */
  readonly dropped: readonly string[]
}
