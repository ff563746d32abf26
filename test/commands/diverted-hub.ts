import type { ClusterHub } from '../../src/cli/hub.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { previewClient } from '../../src/registering/preview-client.ts'
import type { MemoryHub } from './memory-hub.ts'

/** The same hub, some of whose calls go another way. */
export const diverted = (hub: MemoryHub, divert: (client: KubeClient) => Partial<KubeClient>): ClusterHub => {
  const { client, ...rest } = hub.again()
  // A view that changes nothing: a client whose methods can be replaced.
  return { ...rest, client: { ...previewClient(client, { namespaces: [] }), ...divert(client) } }
}

/** The hub's no. */
export const forbidden = (call: string): KubeError =>
  new KubeError({ kind: 'status', code: 403, reason: 'Forbidden', message: `${call} is forbidden`, call })
