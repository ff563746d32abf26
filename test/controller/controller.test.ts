import assert from 'node:assert/strict'
import type { KubeClient } from '../../src/kube/client.ts'
import type { RawSettings } from '../../src/settings/raw.ts'
import { replacing, SECRET_TYPE, TestHub } from '../engine/test-hub.ts'
import { runController } from './running.ts'

/** A controller on a hub in memory, and what it said. */
const start = async (hub: TestHub, raw: RawSettings = {}, client: KubeClient = hub.client) => {
  const said: string[] = []
  const faults: unknown[] = []
  const running = await runController(client, raw, {
    decided: (_namespace, outcomes) => {
      for (const { decision, result } of outcomes)
        said.push([decision.secret, decision.action, decision.reason, result].filter(Boolean).join(' '))
    },
    fault: (error) => {
      faults.push(error)
    },
  })
  return { said, faults, ...running }
}

describe('the controller', function () {
  this.timeout(10_000)

  it('registers what is there, then what comes, whichever of label and kubeconfig is last', async () => {
    const hub = new TestHub().namespace('one').source('one', { server: 'https://10.0.0.1' })
    const running = await start(hub)
    assert.deepEqual(running.said, ['cluster-one register first-registration done'])

    hub.namespace('two')
    await running.idle()
    hub.source('two', { server: 'https://10.0.0.2' })
    await running.idle()
    hub.source('three', { server: 'https://10.0.0.3' })
    await running.idle()
    hub.namespace('three')
    await running.idle()

    assert.deepEqual(running.said.slice(1), [
      'cluster-two wait source-missing',
      'cluster-two register first-registration done',
      'cluster-three register first-registration done',
    ])
    assert.deepEqual(running.faults, [])
    await running.stop()
  })

  it('asks for a kubeconfig as the watch told of it, and not for the newest state there is', async () => {
    const hub = new TestHub()
    const asked: (readonly [string, string | undefined])[] = []
    const recording = replacing((client) => ({
      listPage: (resource, options) => {
        if (options.fieldSelector) asked.push([options.fieldSelector, options.notOlderThan])
        return client.listPage(resource, options)
      },
    }))
    const running = await start(hub, {}, recording(hub.client))

    hub.source('one', { server: 'https://10.0.0.1' })
    const { metadata } = await hub.client.get('secrets', { namespace: 'one', name: 'k3k-one-kubeconfig' })
    hub.namespace('one')
    await running.idle()

    assert.deepEqual(running.said, ['cluster-one register first-registration done'])
    assert.deepEqual(asked, [['metadata.name=k3k-one-kubeconfig', metadata.resourceVersion]])
    await running.stop()
  })

  it('updates, repairs, renames and removes as events come', async () => {
    const hub = new TestHub()
      .namespace('ns', { cluster: 'a' })
      .source('ns')
      .namespace('other')
      .source('other', { server: 'https://10.0.0.9' })
    const running = await start(hub)
    hub.source('ns', { token: 'next' })
    await running.idle()
    assert.match(hub.read('cluster-a')?.data['config'] ?? '', /next/)
    hub.edit('cluster-a', (secret) => ({ ...secret, data: { ...secret.data, name: 'eA==' } }))
    await running.idle()
    assert.equal(hub.read('cluster-a')?.data['name'], 'a')
    hub.namespace('ns', { cluster: 'b' })
    await running.idle()
    assert.equal(hub.read('cluster-a')?.labels[SECRET_TYPE], undefined)
    assert.equal(hub.read('cluster-b')?.labels[SECRET_TYPE], 'cluster')
    hub.gone('ns')
    await running.idle()

    assert.equal(hub.read('cluster-a'), undefined)
    assert.equal(hub.read('cluster-b'), undefined)
    assert.deepEqual(running.faults, [])
    await running.stop()
  })

  /** Clusters of a hub, each at its own address. */
  const fleet = (size: number): TestHub => {
    const hub = new TestHub()
    for (let index = 0; index < size; index += 1)
      hub.namespace(`c${index}`).source(`c${index}`, { server: `https://10.2.0.${index}` })
    return hub
  }
  const drop = (hub: TestHub, count: number): void => {
    for (let index = 0; index < count; index += 1) hub.gone(`c${index}`)
  }
  const left = (hub: TestHub, size: number): number =>
    Array.from({ length: size }, (_, index) => hub.read(`cluster-c${index}`)).filter(Boolean).length

  for (const [size, gone] of [
    [4, 4],
    [12, 8],
  ] as const) {
    it(`holds what is over the brake where ${gone} of ${size} namespaces went while nothing ran`, async () => {
      const hub = fleet(size)
      await hub.sync()
      drop(hub, gone)

      const running = await start(hub)

      assert.equal(left(hub, size), size)
      await running.stop()
    })

    it(`holds what is over the brake where ${gone} of ${size} namespaces go at once`, async () => {
      const hub = fleet(size)
      const running = await start(hub)
      drop(hub, gone)
      await running.idle()

      assert.equal(left(hub, size), size)
      assert.ok(running.said.includes('cluster-c0 prune namespace-gone held'))
      await running.stop()
    })
  }

  it('lets go what the brake allows', async () => {
    const hub = fleet(12)
    const running = await start(hub)
    drop(hub, 6)
    await running.idle()

    assert.equal(left(hub, 12), 6)
    await running.stop()
  })
})
