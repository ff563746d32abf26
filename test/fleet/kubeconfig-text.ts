import { stringify } from 'yaml'

export interface ExecUser {
  readonly command: string
  readonly args: readonly string[]
  readonly installHint?: string
}

export interface KubeconfigFields {
  readonly server: string
  readonly ca: string
  readonly cluster: string
  readonly context: string
  readonly user: string
  readonly credential:
    | { readonly certificate: string; readonly key: string; readonly token?: string }
    | { readonly token: string }
    | ExecUser
}

const userOf = (credential: KubeconfigFields['credential']): object => {
  if ('certificate' in credential)
    return {
      'client-certificate-data': credential.certificate,
      'client-key-data': credential.key,
      ...(credential.token === undefined ? {} : { token: credential.token }),
    }
  if ('token' in credential) return { token: credential.token }
  const { command, args, installHint } = credential
  return {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1beta1',
      args,
      command,
      env: null,
      ...(installHint === undefined ? {} : { installHint }),
      interactiveMode: 'IfAvailable',
      provideClusterInfo: false,
    },
  }
}

/** One cluster, one user, one context, keys in the order client-go writes them. */
export const kubeconfigText = (fields: KubeconfigFields): string =>
  stringify(
    {
      apiVersion: 'v1',
      clusters: [
        { cluster: { 'certificate-authority-data': fields.ca, server: fields.server }, name: fields.cluster },
      ],
      contexts: [{ context: { cluster: fields.cluster, user: fields.user }, name: fields.context }],
      'current-context': fields.context,
      kind: 'Config',
      preferences: {},
      users: [{ name: fields.user, user: userOf(fields.credential) }],
    },
    { lineWidth: 0 },
  )
