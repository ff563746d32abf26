import assert from 'node:assert/strict'
import { createLiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import { labelling } from '../../src/registering/labelling.ts'
import { applyLabelling, readNamespaceToLabel } from '../../src/registering/namespaces.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { refusalOf } from './support.ts'

describe('labelling a namespace of a real hub', function () {
  this.timeout(60_000)
  const hub = useHub()

  it('given it is deleted, and made again, before the PATCH, then each is said and nothing is labelled', async () => {
    const env = {}
    const client = createLiveClient(
      await resolveConnection({ kubeconfig: hub().kubeconfig('admin') }, env, nodeDeps(env)),
    )
    const name = 'labelled-too-late'
    const make = (): Promise<unknown> =>
      client.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    try {
      await make()
      const read = await readNamespaceToLabel(client, name)
      const planned = labelling(read, { labels: { tier: 'gold' }, annotations: {} })
      const { uid, resourceVersion } = read.metadata
      await client.delete('namespaces', { name }, { uid: uid!, resourceVersion: resourceVersion! })
      while (await client.get('namespaces', { name }).catch(() => undefined))
        await new Promise((resolve) => setTimeout(resolve, 100))

      assert.equal(
        await refusalOf(applyLabelling(client, planned, {})),
        `namespace ${name} does not exist on this hub | kubectl get namespaces`,
      )
      await make()
      assert.equal(
        await refusalOf(applyLabelling(client, planned, {})),
        `namespace ${name} was deleted and made again at the same moment: what it holds was not looked at | run it again`,
      )
      const { labels = {} } = (await readNamespaceToLabel(client, name)).metadata
      assert.equal(labels['tier'], undefined)
    } finally {
      client.close()
    }
  })
})
