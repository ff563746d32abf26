import { createLiveClient, type LiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import type { Hub } from '../envtest/hub.ts'
import { grantReference, type User } from '../envtest/identities.ts'
import type { ModelHub } from './hub.ts'

const connect = async (hub: Hub, user: User): Promise<LiveClient> => {
  // Nothing of the machine's own environment may lead elsewhere.
  const env = {}
  return createLiveClient(await resolveConnection({ kubeconfig: hub.kubeconfig(user) }, env, nodeDeps(env)))
}

/** Puts histories, one after the other, on shares of one real hub, each with namespaces and an owner of its own. */
export class RealHubs {
  readonly #hub: Hub
  readonly #clients: Promise<readonly [admin: LiveClient, reference: LiveClient]>
  readonly #run = crypto.randomUUID().slice(0, 6)
  #count = 0

  constructor(hub: Hub) {
    this.#hub = hub
    this.#clients = Promise.all([connect(hub, 'admin'), connect(hub, 'reference')])
  }

  /** Passes have the rights of the reference, and no more. */
  async next(): Promise<ModelHub> {
    this.#count += 1
    const { rest } = this.#hub
    const name = `model-${this.#run}-${this.#count}`
    const target = `argocd-${name}`
    const [admin, client] = await this.#clients
    await rest.json('POST', '/api/v1/namespaces', { metadata: { name: target } })
    await grantReference(rest, { targetNamespace: target })
    const clock = { offset: 0 }
    return {
      client,
      admin,
      owner: `owner-${name}`,
      target,
      prefix: `${name}-`,
      now: () => Date.now() + clock.offset,
      advance: (milliseconds) => {
        clock.offset += milliseconds
      },
      swap: () => Promise.resolve(),
      finalize: async (namespace) => {
        const path = `/api/v1/namespaces/${namespace}`
        for (let tries = 0; tries < 100; tries += 1) {
          const { status, text } = await rest.send('GET', path)
          if (status === 404) return
          // The namespace controller is at it too: who comes second gets a 404 or a 409, and looks again.
          const present = JSON.parse(text) as object
          await rest.send('PUT', `${path}/finalize`, { ...present, spec: { finalizers: [] } })
        }
        throw new Error(`${namespace} does not go`)
      },
    }
  }

  async close(): Promise<void> {
    for (const client of await this.#clients) client.close()
  }
}
