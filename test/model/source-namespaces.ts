import type { KubeClient } from '../../src/kube/client.ts'
import type { ConfigMap, Namespace } from '../../src/kube/objects.ts'
import { kubeconfig, P } from '../engine/test-hub.ts'
import type { ModelHub } from './hub.ts'
import { base64, edit, find, remove } from './objects.ts'
import type { Kubeconfig, Place, Source } from './words.ts'

const HOLD = 'hold'

const TEXTS: Readonly<Record<Exclude<Kubeconfig, 'good' | 'other-key'>, string>> = {
  broken: '<html>',
  empty: '',
}

const kubeconfigText = ({ server, token, holds }: Source): string =>
  holds === 'broken' || holds === 'empty' ? TEXTS[holds] : kubeconfig({ server, token })

/** Makes and ends source namespaces and what is in them. */
export class SourceNamespaces {
  readonly #hub: ModelHub
  readonly #admin: KubeClient

  constructor(hub: ModelHub) {
    this.#hub = hub
    this.#admin = hub.admin
  }

  nameOf(place: Place): string {
    return this.#hub.prefix + place
  }

  find(place: Place): Promise<Namespace | undefined> {
    return find(this.#admin, 'namespaces', { name: this.nameOf(place) })
  }

  sourceRef(place: Place): { readonly namespace: string; readonly name: string } {
    const namespace = this.nameOf(place)
    return { namespace, name: `k3k-${namespace}-kubeconfig` }
  }

  async create(place: Place, cluster: string, source: Source | undefined): Promise<void> {
    if (await this.find(place)) return
    const labels = {
      [`${P}managed-by`]: this.#hub.owner,
      ...(cluster === '' ? {} : { [`${P}cluster`]: cluster }),
    }
    await this.#admin.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: this.nameOf(place), labels },
    })
    if (source) await this.kubeconfig(place, source)
  }

  async kubeconfig(place: Place, source: Source): Promise<void> {
    const namespace = await this.find(place)
    if (!namespace || namespace.metadata.deletionTimestamp !== undefined) return
    const ref = this.sourceRef(place)
    await remove(this.#admin, 'secrets', ref)
    const key = source.holds === 'other-key' ? 'other' : 'kubeconfig.yaml'
    await this.#admin.create('secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: ref,
      data: { [key]: base64(kubeconfigText(source)) },
    })
  }

  /** What is in the namespace goes at once, but for an object that holds it up. */
  async delete(place: Place): Promise<void> {
    const present = await this.find(place)
    if (!present || present.metadata.deletionTimestamp !== undefined) return
    const namespace = this.nameOf(place)
    const metadata = { name: HOLD, namespace, finalizers: ['registrar.test/hold'] }
    await this.#admin.create('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
    } satisfies ConfigMap)
    await remove(this.#admin, 'namespaces', { name: namespace })
    await remove(this.#admin, 'secrets', this.sourceRef(place))
    await remove(this.#admin, 'configmaps', { namespace, name: HOLD })
  }

  async finish(place: Place): Promise<void> {
    await this.delete(place)
    const namespace = this.nameOf(place)
    await edit(this.#admin, 'configmaps', { namespace, name: HOLD }, (map) => ({
      ...map,
      metadata: { ...map.metadata, finalizers: [] },
    }))
    await this.#hub.finalize(namespace)
  }
}
