import { readFileSync } from 'node:fs'
import { stringify } from 'yaml'

/** How the user of an example kubeconfig signs in. */
export type Login =
  | { readonly kind: 'certificate' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'exec'; readonly command: string; readonly args: readonly string[] }

export interface Names {
  readonly cluster: string
  readonly user: string
  readonly context: string
}

/** PEM text by file name, without its ending: ca, client, client-key. */
export type Pem = (name: string) => string

export const readPems = (folder: string): Pem => {
  const texts = new Map(
    ['ca', 'client', 'client-key'].map((name) => [name, readFileSync(`${folder}/${name}.pem`, 'utf8')]),
  )
  return (name) => texts.get(name) ?? ''
}

const userOf = (login: Login, base64: Pem): object => {
  if (login.kind === 'certificate')
    return { 'client-certificate-data': base64('client'), 'client-key-data': base64('client-key') }
  if (login.kind === 'token') return { token: login.token }
  const { command, args } = login
  return {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1beta1',
      command,
      args,
      interactiveMode: 'IfAvailable',
      provideClusterInfo: false,
    },
  }
}

/** A kubeconfig of one cluster, one user and one context, as provisioners write it. */
export const kubeconfigText = (
  pem: Pem,
  server: string,
  { cluster, user, context }: Names,
  login: Login,
): string => {
  const base64: Pem = (name) => Buffer.from(pem(name)).toString('base64')
  return stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: cluster, cluster: { 'certificate-authority-data': base64('ca'), server } }],
      users: [{ name: user, user: userOf(login, base64) }],
      contexts: [{ name: context, context: { cluster, user } }],
      'current-context': context,
    },
    { lineWidth: 0 },
  )
}
