import assert from 'node:assert/strict'
import { secret, type Context } from './subject.ts'
import { describeEvent, versionOf, type Event } from './watch.ts'

/** `seconds`: how long a watch has to be open to get a bookmark. kube-apiserver 1.34 sends a quiet watch its first one
 *  after about a minute, and none before it ends, whatever the time-out. */
export const bookmarkCases = (hub: Context, seconds: number): void => {
  describe('watch, for a while', () => {
    it('sends a bookmark to resume from, not behind the last event', async function () {
      this.timeout((seconds + 20) * 1000)
      const namespace = await hub.namespace()
      const resourceVersion = await versionOf(hub, namespace)
      await hub.client.create('secrets', secret(namespace, 'a'))

      const seen: Event[] = []
      const options = { namespace, resourceVersion, timeoutSeconds: seconds }
      for await (const event of hub.client.watch('secrets', options)) seen.push(event)

      const last = seen.at(-1)
      assert.deepEqual([...new Set(seen.map(describeEvent))], ['ADDED a', 'BOOKMARK'])
      assert.ok(Number(last?.resourceVersion) >= Number(seen[0]?.resourceVersion))
    })
  })
}
