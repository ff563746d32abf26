import { P } from '../e2e/site.ts'
import type { Hub } from '../envtest/hub.ts'
import { OWNER } from './twenty-objects.ts'

const DAY = 86_400_000

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Straight into the hub's store, as the API server would give it the age of now. */
export const addOldNamespace = async (hub: Hub, name: string): Promise<void> => {
  const object = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      uid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
      creationTimestamp: new Date(Date.now() - 2 * DAY).toISOString().replace(/\.\d+Z$/, 'Z'),
      labels: {
        [`${P}managed-by`]: OWNER,
        [`${P}cluster`]: 'empty',
        'kubernetes.io/metadata.name': name,
      },
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }
  const answer = await fetch(`${hub.plane.etcd.url}/v3/kv/put`, {
    method: 'POST',
    body: JSON.stringify({
      key: base64(`/registry/namespaces/${name}`),
      value: base64(JSON.stringify(object)),
    }),
  })
  if (!answer.ok) throw new Error(`etcd: ${answer.status} ${await answer.text()}`)
}
