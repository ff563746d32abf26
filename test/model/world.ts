import type { KubeClient } from '../../src/kube/client.ts'
import type { Namespace, Secret } from '../../src/kube/objects.ts'
import { P, SECRET_TYPE } from '../engine/test-hub.ts'
import { edited } from './hand-edits.ts'
import type { ModelHub } from './hub.ts'
import { base64, edit, remove, withLabels } from './objects.ts'
import { sourceNamespaceOf } from './sight.ts'
import { SourceNamespaces } from './source-namespaces.ts'
import type { WorldStep } from './steps.ts'
import type { Place } from './words.ts'

const MINUTE = 60_000

/** Everything on a hub that is not us. Steps that fit nothing on it do nothing, so that any part of a history is one. */
export class World {
  readonly #hub: ModelHub
  readonly #admin: KubeClient
  readonly #namespaces: SourceNamespaces

  constructor(hub: ModelHub) {
    this.#hub = hub
    this.#namespaces = new SourceNamespaces(hub)
    this.#admin = hub.admin
  }

  nameOf(place: Place): string {
    return this.#namespaces.nameOf(place)
  }

  namespace(place: Place): Promise<Namespace | undefined> {
    return this.#namespaces.find(place)
  }

  async apply(step: WorldStep): Promise<void> {
    switch (step.do) {
      case 'create':
        return this.#namespaces.create(step.at, step.name, step.source)
      case 'delete':
        return this.#namespaces.delete(step.at)
      case 'finish':
        return this.#namespaces.finish(step.at)
      case 'recreate':
        if (!(await this.namespace(step.at))) return
        await this.#namespaces.finish(step.at)
        return this.#namespaces.create(step.at, step.name, step.source)
      case 'label':
        return this.#label(step.at, 'cluster', step.name === '' ? undefined : step.name)
      case 'manage':
        return this.#label(step.at, 'managed-by', step.on ? this.#hub.owner : undefined)
      case 'tier':
        return this.#label(step.at, 'tier', step.value)
      case 'kubeconfig':
        return this.#namespaces.kubeconfig(step.at, step.source)
      case 'no-kubeconfig':
        return remove(this.#admin, 'secrets', this.#namespaces.sourceRef(step.at))
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

  #label(place: Place, name: string, value: string | undefined): Promise<void> {
    return edit(this.#admin, 'namespaces', { name: this.nameOf(place) }, (namespace) =>
      withLabels(namespace, { [P + name]: value }),
    )
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
