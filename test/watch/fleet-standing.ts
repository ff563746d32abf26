import { decode, P, type Site } from '../e2e/site.ts'
import type { Json } from '../envtest/rest.ts'

/** A registration as Argo CD sees it. */
export interface Standing {
  readonly server: string
  readonly token: string
  /** Source namespace it records. */
  readonly from: string
}

/** Cluster names with what stands behind them; what Argo CD does not see is not among them. */
export type Fleet = Readonly<Record<string, Standing>>

const isVisible = ({ metadata: { labels = {} } }: Json): boolean =>
  labels['argocd.argoproj.io/secret-type'] === 'cluster'

const standingOf = (secret: Json): Standing => {
  const { bearerToken = '' } = JSON.parse(decode(secret, 'config') || '{}') as {
    readonly bearerToken?: string
  }
  return {
    server: decode(secret, 'server'),
    token: bearerToken,
    from: secret.metadata.labels?.[`${P}source-namespace`] ?? '',
  }
}

/** All cluster Secrets of the target namespace that Argo CD sees, by their cluster's name. */
export const standing = async (site: Site): Promise<Fleet> => {
  const secrets = [...(await site.registrations()).values()].filter(isVisible)
  return Object.fromEntries(secrets.map((secret) => [decode(secret, 'name'), standingOf(secret)]))
}
