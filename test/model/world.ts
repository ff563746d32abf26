import type { KubeClient } from '../../src/kube/client.ts'
import type { ConfigMap, Namespace, Secret } from '../../src/kube/objects.ts'
import { kubeconfig, P, SECRET_TYPE } from '../engine/test-hub.ts'
import { edited } from './hand-edits.ts'
import type { ModelHub } from './hub.ts'
import { base64, edit, find, remove, withLabels } from './objects.ts'
import { sourceNamespaceOf } from './sight.ts'
import type { Kubeconfig, Place, Source, WorldStep } from './steps.ts'

const MINUTE = 60_000
const HOLD = 'hold'

const TEXTS: Readonly<Record<Exclude<Kubeconfig, 'good' | 'other-key'>, string>> = {
  broken: '<html>',
  empty: '',
}

const kubeconfigText = ({ server, token, holds }: Source): string =>
  holds === 'broken' || holds === 'empty' ? TEXTS[holds] : kubeconfig({ server, token })

/** Everything on a hub that is not us. Steps that fit nothing on it do nothing, so that any part of a history is one. */
export class World {
  readonly #hub: ModelHub
  readonly #admin: KubeClient

  constructor(hub: ModelHub) {
    this.#hub = hub
    this.#admin = hub.admin
  }

  nameOf(place: Place): string {
    return this.#hub.prefix + place
  }

  namespace(place: Place): Promise<Namespace | undefined> {
    return find(this.#admin, 'namespaces', { name: this.nameOf(place) })
  }

  async apply(step: WorldStep): Promise<void> {
    switch (step.do) {
      case 'create':
        return this.#create(step.at, step.name, step.source)
      case 'delete':
        return this.#delete(step.at)
      case 'finish':
        return this.#finish(step.at)
      case 'recreate':
        if (!(await this.namespace(step.at))) return
        await this.#finish(step.at)
        return this.#create(step.at, step.name, step.source)
      case 'label':
        return this.#label(step.at, 'cluster', step.name === '' ? undefined : step.name)
      case 'manage':
        return this.#label(step.at, 'managed-by', step.on ? this.#hub.owner : undefined)
      case 'tier':
        return this.#label(step.at, 'tier', step.value)
      case 'kubeconfig':
        return this.#kubeconfig(step.at, step.source)
      case 'no-kubeconfig':
        return remove(this.#admin, 'secrets', this.#sourceRef(step.at))
      case 'foreign':
        return this.#foreign(step)
      case 'edit': {
        const ref = { namespace: this.#hub.target, name: step.secret }
        const { edit: how } = step
        if (how === 'delete') return remove(this.#admin, 'secrets', ref)
        return edit(this.#admin, 'secrets', ref, (secret) => edited(secret, how, this.#hub.owner))
      }
      case 'wait':
        this.#hub.advance(step.minutes * MINUTE)
        return
      case 'other-hub':
        return this.#hub.swap()
    }
  }

  /** Gives the namespace that a registration records the name it is registered under. */
  async labelBack(secret: Secret): Promise<void> {
    const cluster = secret.metadata.name.replace(/^cluster-/, '')
    const ref = { name: sourceNamespaceOf(secret) }
    if (ref.name !== '')
      await edit(this.#admin, 'namespaces', ref, (found) => withLabels(found, { [`${P}cluster`]: cluster }))
  }

  #sourceRef(place: Place): { readonly namespace: string; readonly name: string } {
    const namespace = this.nameOf(place)
    return { namespace, name: `k3k-${namespace}-kubeconfig` }
  }

  async #create(place: Place, cluster: string, source: Source | undefined): Promise<void> {
    if (await this.namespace(place)) return
    const labels = {
      [`${P}managed-by`]: this.#hub.owner,
      ...(cluster === '' ? {} : { [`${P}cluster`]: cluster }),
    }
    await this.#admin.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: this.nameOf(place), labels },
    })
    if (source) await this.#kubeconfig(place, source)
  }

  #label(place: Place, name: string, value: string | undefined): Promise<void> {
    return edit(this.#admin, 'namespaces', { name: this.nameOf(place) }, (namespace) =>
      withLabels(namespace, { [P + name]: value }),
    )
  }

  async #kubeconfig(place: Place, source: Source): Promise<void> {
    const namespace = await this.namespace(place)
    if (!namespace || namespace.metadata.deletionTimestamp !== undefined) return
    const ref = this.#sourceRef(place)
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
  async #delete(place: Place): Promise<void> {
    const present = await this.namespace(place)
    if (!present || present.metadata.deletionTimestamp !== undefined) return
    const namespace = this.nameOf(place)
    const metadata = { name: HOLD, namespace, finalizers: ['registrar.test/hold'] }
    await this.#admin.create('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
    } satisfies ConfigMap)
    await remove(this.#admin, 'namespaces', { name: namespace })
    await remove(this.#admin, 'secrets', this.#sourceRef(place))
    await remove(this.#admin, 'configmaps', { namespace, name: HOLD })
  }

  async #finish(place: Place): Promise<void> {
    await this.#delete(place)
    const namespace = this.nameOf(place)
    await edit(this.#admin, 'configmaps', { namespace, name: HOLD }, (map) => ({
      ...map,
      metadata: { ...map.metadata, finalizers: [] },
    }))
    await this.#hub.finalize(namespace)
  }

  async #foreign(step: Extract<WorldStep, { readonly do: 'foreign' }>): Promise<void> {
    const ref = { namespace: this.#hub.target, name: step.secret }
    await edit(this.#admin, 'secrets', ref, (secret) => edited(secret, 'release-finalizer', this.#hub.owner))
    await remove(this.#admin, 'secrets', ref)
    await this.#admin.create('secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        ...ref,
        labels: {
          [SECRET_TYPE]: 'cluster',
          ...(step.owner === '' ? {} : { [`${P}managed-by`]: step.owner }),
        },
      },
      data: { name: base64(step.name), server: base64(step.server), config: base64('{}') },
    } satisfies Secret)
  }
}
