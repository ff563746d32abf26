import { sortedByKey } from '../order.ts'
import { stringify } from 'yaml'
import type { Secret } from '../kube/objects.ts'

/** Safe for readers of YAML 1.1, which kubectl is: a label `no` is quoted, and long base64 stays on one line. */
const STYLE = { compat: 'yaml-1.1', lineWidth: 0 } as const

const HEADER =
  '# for: kubectl apply --server-side -f -\n# (plain apply would copy the credentials into the last-applied annotation)\n'

const MASK = Buffer.from('(redacted)').toString('base64')

const document = (secret: Secret, redact: boolean): object => {
  const { name, namespace, labels, annotations } = secret.metadata
  const data = { ...secret.data }
  if (redact && data['config'] !== undefined) data['config'] = MASK
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace,
      ...(labels ? { labels: sortedByKey(labels) } : {}),
      ...(annotations && Object.keys(annotations).length > 0
        ? { annotations: sortedByKey(annotations) }
        : {}),
    },
    type: secret.type ?? 'Opaque',
    data: sortedByKey(data),
  }
}

/**
 * Cluster Secrets as documents for `kubectl apply --server-side`, without uid and resourceVersion.
 * @param redact masks the config, which holds the credential
 */
export const secretsYaml = (secrets: readonly Secret[], redact: boolean): string =>
  HEADER + secrets.map((secret) => stringify(document(secret, redact), STYLE)).join('---\n')
