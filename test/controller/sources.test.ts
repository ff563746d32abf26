import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Fleet } from '../../src/controller/fleet.ts'
import { Sources } from '../../src/controller/sources.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { NOW, TestHub } from '../engine/test-hub.ts'
import { loadCredentials } from '../fleet/certificates.ts'
import { kubeconfigText } from '../fleet/kubeconfig-text.ts'

const SIZE = 200_000
const COUNT = 40

const policy = { execCredentials: false, execHosts: [], execProxies: [], hubServers: [], hubServices: [] }

/** Bytes in use once what nobody holds is gone. */
const inUse = (): number => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

describe('the sources of a fleet', function () {
  this.timeout(20_000)

  it('are held on to in digests: of a kubeconfig that was read nothing stays', async () => {
    const [credential] = loadCredentials()
    assert.ok(credential)
    const names = { cluster: 'c', context: 'x', user: 'u' }
    const hub = new TestHub()
    const fleet = new Fleet(resolveSettings({}))
    const sources = new Sources(hub.client, fleet, () => ({ now: NOW, policy }))
    const read = (name: string): Promise<unknown> =>
      sources.read({
        name,
        uid: name,
        terminating: false,
        managed: true,
        labels: { 'argocd-cluster-registrar/cluster': name },
        annotations: {},
      })
    const all = Array.from({ length: COUNT }, (_, index) => `one-${index}`)
    for (const name of all) {
      const server = `https://${name}.example.com:6443`
      const text = kubeconfigText({ server, ca: credential.ca, ...names, credential })
      hub.namespace(name).source(name, { text: `${text}# ${'x'.repeat(SIZE)}\n` })
    }
    await read('none-such')
    const before = inUse()
    for (const name of all) await read(name)

    const servers = [...fleet.sources.values()].flatMap((sight) =>
      sight.complete
        ? sight.candidates.map(({ result }) => (result.outcome === 'translated' ? result.server : 'none'))
        : ['unread'],
    )
    assert.equal(servers.filter((server) => server.endsWith('.example.com:6443')).length, COUNT)
    const kept = inUse() - before
    assert.ok(kept < (COUNT * SIZE) / 4, `${kept} bytes are kept of ${COUNT * SIZE}`)
  })
})
