import { stringify } from 'yaml'

const PREFIX = 'argocd-cluster-registrar/'

/** A Namespace or a Secret, written as one YAML document. */
export type Manifest = object

/** One example: the name of its file, without the ending, and the text. */
export type Case = readonly [name: string, text: string]

export interface NamespaceOptions {
  /** Labels under the prefix, beside the two that every source namespace has. */
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** Only where the age decides. */
  readonly createdAt?: string
}

const prefixed = (map: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [PREFIX + key, value]))

/** A source namespace that asks for the cluster name `cluster`. */
export const namespaceOf = (name: string, cluster: string, options: NamespaceOptions = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    ...(options.createdAt === undefined ? {} : { creationTimestamp: options.createdAt }),
    labels: prefixed({ 'managed-by': 'cluster-registrar', cluster, ...options.labels }),
    ...(options.annotations === undefined ? {} : { annotations: prefixed(options.annotations) }),
  },
})

export interface SecretOptions {
  readonly type?: string
  readonly labels?: Readonly<Record<string, string>>
  /** apiVersion, kind and name of the owner, which is recorded as the controller. */
  readonly controller?: readonly [apiVersion: string, kind: string, name: string]
}

/** A Secret with its values in clear under `stringData`. */
export const secretOf = (
  namespace: string,
  name: string,
  values: Readonly<Record<string, string>>,
  { type = 'Opaque', labels, controller }: SecretOptions = {},
): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name,
    namespace,
    ...(labels === undefined ? {} : { labels }),
    ...(controller === undefined
      ? {}
      : {
          ownerReferences: [
            {
              apiVersion: controller[0],
              kind: controller[1],
              name: controller[2],
              uid: '00000000-0000-4000-8000-000000000001',
              controller: true,
            },
          ],
        }),
  },
  type,
  stringData: values,
})

const WARNING = `# Every credential in this file is a throw-away one, made for this example: it opens nothing anywhere.
# Written by examples/make-examples.ts; change that, not this.
`

/** One file: what it shows, a warning, and its documents. */
export const fileText = (shows: readonly string[], documents: readonly Manifest[]): string =>
  `${shows.map((line) => `# ${line}\n`).join('')}#\n${WARNING}---\n` +
  documents.map((document) => stringify(document, { lineWidth: 0 })).join('---\n')
