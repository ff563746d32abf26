import { stringify } from 'yaml'
import { shownServer } from '../engine/redact.ts'
import { printableName } from '../kubeconfig/printable.ts'
import type { Secret } from '../kube/objects.ts'
import { sortedByKey } from '../order.ts'

/** Safe for readers of YAML 1.1, which kubectl is: a label `no` is quoted, and long base64 stays on one line. */
const STYLE = { compat: 'yaml-1.1', lineWidth: 0 } as const

const HEADER =
  '# for: kubectl apply --server-side -f -\n# (plain apply would copy the credentials into the last-applied annotation)\n'

const REDACTED = '(redacted)'

/** Plain apply's: a second copy of the whole Secret, which an apply of this document would make anew. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

type Map = Readonly<Record<string, string>>

const toBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** How the keys that hold no credential are shown. */
const SHOWN: Readonly<Record<string, (text: string) => string>> = { name: printableName, server: shownServer }

/** A key that is not ours may hold a credential as well as the config does. */
const maskedData = (data: Map): Map =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      const show = Object.hasOwn(SHOWN, key) ? SHOWN[key] : undefined
      return [key, toBase64(show ? show(Buffer.from(value, 'base64').toString()) : REDACTED)]
    }),
  )

/** Tools keep copies of what they applied in annotations of their own; short plain texts are none. */
const maskedAnnotations = (annotations: Map): Map =>
  Object.fromEntries(
    Object.entries(annotations).map(([key, value]) => [
      key,
      printableName(value) === value ? value : REDACTED,
    ]),
  )

const annotationsOf = ({ metadata }: Secret): Map =>
  Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([key]) => key !== LAST_APPLIED))

const document = (secret: Secret, redact: boolean): object => {
  const { name, namespace, labels } = secret.metadata
  const annotations = annotationsOf(secret)
  const data = secret.data ?? {}
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace,
      ...(labels ? { labels: sortedByKey(labels) } : {}),
      ...(Object.keys(annotations).length > 0
        ? { annotations: sortedByKey(redact ? maskedAnnotations(annotations) : annotations) }
        : {}),
    },
    type: secret.type ?? 'Opaque',
    data: sortedByKey(redact ? maskedData(data) : data),
  }
}

/**
 * Cluster Secrets as documents for `kubectl apply --server-side`, without uid, resourceVersion and what plain apply left.
 * @param redact masks all data but the name and the address, and annotations that might hold a credential
 */
export const secretsYaml = (secrets: readonly Secret[], redact: boolean): string =>
  HEADER + secrets.map((secret) => stringify(document(secret, redact), STYLE)).join('---\n')
