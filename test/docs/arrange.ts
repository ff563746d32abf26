import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { Hub } from '../envtest/hub.ts'
import { ROOT } from './pages.ts'

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

const documentsOf = (text: string): readonly Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest)

const NAMESPACE = '/api/v1/namespaces/k3k-sandbox'
export const TARGET_SECRETS = '/api/v1/namespaces/argocd/secrets'

/** The hub the README speaks of: an Argo CD, and a namespace in which k3k has left a kubeconfig. */
export const prepare = async ({ rest }: Hub): Promise<void> => {
  for (const name of ['argocd', 'k3k-sandbox'])
    await rest.json('POST', '/api/v1/namespaces', { metadata: { name } })
  await rest.json('POST', '/api/v1/namespaces/argocd/configmaps', { metadata: { name: 'argocd-cm' } })
  const manifests = documentsOf(readFileSync(join(ROOT, 'examples/hub/k3k.yaml'), 'utf8'))
  const secret = manifests.find(({ kind }) => kind === 'Secret')
  await rest.json('POST', '/api/v1/namespaces/k3k-sandbox/secrets', secret)
}

const API = 'argoproj.io/v1alpha1'
const ARGO = `/apis/${API}/namespaces/argocd`
const source = { repoURL: 'https://git.example.com/team/guestbook.git', path: '.' }

/** Before docs/applications.md: one Application that an ApplicationSet generated, and one that a person wrote. */
const deploy = async ({ rest }: Hub): Promise<void> => {
  const { metadata } = await rest.json('POST', `${ARGO}/applicationsets`, {
    apiVersion: API,
    kind: 'ApplicationSet',
    metadata: { name: 'guestbook' },
    spec: {
      generators: [{ clusters: {} }],
      template: {
        metadata: { name: 'guestbook-{{name}}' },
        spec: { project: 'default', destination: { server: '{{server}}', namespace: 'guestbook' }, source },
      },
    },
  })
  const owner = { apiVersion: API, kind: 'ApplicationSet', name: 'guestbook' }
  await rest.json('POST', `${ARGO}/applications`, {
    apiVersion: API,
    kind: 'Application',
    metadata: {
      name: 'guestbook-sandbox',
      ownerReferences: [{ ...owner, uid: metadata.uid, controller: true }],
      finalizers: ['resources-finalizer.argocd.argoproj.io'],
    },
    spec: { project: 'default', destination: { server: 'https://192.0.2.10' }, source },
  })
  await rest.json('POST', `${ARGO}/applications`, {
    apiVersion: API,
    kind: 'Application',
    metadata: { name: 'report' },
    spec: { project: 'default', destination: { name: 'sandbox' }, source },
  })
}

/** Before docs/life-cycle.md: nobody uses the cluster. */
const undeploy = async ({ rest }: Hub): Promise<void> => {
  for (const name of ['guestbook-sandbox', 'report']) {
    await rest.json('PATCH', `${ARGO}/applications/${name}`, { metadata: { finalizers: null } })
    await rest.json('DELETE', `${ARGO}/applications/${name}`)
  }
  await rest.json('DELETE', `${ARGO}/applicationsets/guestbook`)
}

/** Registrations whose namespaces are gone. */
export const lose =
  (...names: readonly string[]) =>
  async ({ rest }: Hub): Promise<void> => {
    const prefix = 'argocd-cluster-registrar'
    for (const name of names)
      await rest.json('POST', TARGET_SECRETS, {
        metadata: {
          name: `cluster-${name}`,
          labels: {
            'argocd.argoproj.io/secret-type': 'cluster',
            [`${prefix}/managed-by`]: 'cluster-registrar',
            [`${prefix}/cluster`]: name,
            [`${prefix}/provider`]: 'k3k',
            [`${prefix}/source-namespace`]: `k3k-${name}`,
          },
        },
        stringData: {
          name,
          server: `https://${name}.example.com`,
          config: '{"bearerToken":"throw-away-example","tlsClientConfig":{"insecure":false}}',
        },
      })
  }

const NO_LABELS = { 'argocd-cluster-registrar/managed-by': null, 'argocd-cluster-registrar/cluster': null }

/** The hub docs/from-argocd-cluster-add.md speaks of: nothing is labelled, and the cluster was added by hand. */
const addByHand = async ({ rest }: Hub): Promise<void> => {
  for (const name of ['k3k-soon', 'registrar-staging'])
    await rest.json('PATCH', `/api/v1/namespaces/${name}`, { metadata: { labels: NO_LABELS } })
  for (const name of ['sandbox', 'staging']) await rest.json('DELETE', `${TARGET_SECRETS}/cluster-${name}`)
  const { metadata } = await rest.json('GET', NAMESPACE)
  const name = metadata.name
  await rest.json('PUT', NAMESPACE, {
    metadata: { ...metadata, labels: { 'kubernetes.io/metadata.name': name } },
  })
  await rest.json('POST', TARGET_SECRETS, {
    metadata: {
      name: 'cluster-192.0.2.10-1234567890',
      labels: { 'argocd.argoproj.io/secret-type': 'cluster' },
      annotations: { 'managed-by': 'argocd.argoproj.io' },
    },
    stringData: {
      name: 'sandbox',
      server: 'https://192.0.2.10',
      config: '{"bearerToken":"throw-away-example","tlsClientConfig":{"insecure":false}}',
    },
  })
}

/** In this order, one page goes on from where the former left the hub. */
export const HUB_PAGES: readonly { readonly page: string; readonly arrange?: (hub: Hub) => Promise<void> }[] =
  [
    { page: 'README.md' },
    { page: 'docs/getting-started.md' },
    { page: 'docs/list.md' },
    { page: 'docs/doctor.md' },
    { page: 'docs/watch.md' },
    { page: 'docs/applications.md', arrange: deploy },
    { page: 'docs/life-cycle.md', arrange: undeploy },
    { page: 'docs/removing.md' },
    { page: 'docs/brake.md', arrange: lose('north', 'east', 'south', 'west') },
    { page: 'docs/register.md' },
    { page: 'docs/from-argocd-cluster-add.md', arrange: addByHand },
  ]
