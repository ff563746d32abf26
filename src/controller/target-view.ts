import type { RegistrationDigest } from '../engine/snapshot.ts'
import type { KubeClient } from '../kube/client.ts'
import { find } from '../kube/find.ts'
import type { Secret } from '../kube/objects.ts'
import { coalesced } from './coalesced.ts'
import type { Fleet } from './fleet.ts'
import type { Source } from './reflector-source.ts'
import { targetByMetadata, targetSecret, targetSource, type TargetSecret } from './target.ts'

export interface TargetViewOptions {
  readonly client: KubeClient
  readonly fleet: Fleet
  /** Told of what a registration was and of what it is now, where somebody else changed it. */
  readonly changed: (registration: RegistrationDigest, byOthers: boolean) => void
}

/** What was learnt last of one Secret. */
interface Known {
  /** Undefined: this process deleted it at `version`, which events and lists on their way may still show. */
  readonly secret: TargetSecret | undefined
  readonly version: string
  /** When, as a count of what was learnt. */
  readonly at: number
}

/** When a list was asked for, and the version it shows. */
interface Dating {
  readonly asked: number
  readonly version: string
}

/** By etcd's revisions; what is no number says nothing. */
export const isOlder = (a: string, b: string): boolean =>
  /^\d+$/.test(a) && /^\d+$/.test(b) && BigInt(a) < BigInt(b)

/**
 * The Secrets of the target namespace, from lists, events, single reads and this process's own writes, which overtake one
 * another. A read that was asked for after something was learnt is newer than it, whatever the versions say: they start
 * again where etcd is restored from a backup.
 */
export class TargetView {
  readonly #o: TargetViewOptions
  readonly #known = new Map<string, Known>()
  readonly #datings = new WeakMap<readonly TargetSecret[], Dating>()
  #learnt = 0
  #written = { version: '0', at: 0 }
  /** As the watch begins. */
  readonly source: Source<TargetSecret>
  /** Where there is none. */
  readonly lists: Pick<Source<TargetSecret>, 'list'>
  /** Brings it up to date by one list; those who wait share the next one that starts. */
  readonly refresh: () => Promise<void>

  /** @param signal ends the lists of `refresh` */
  constructor(options: TargetViewOptions, signal: () => AbortSignal) {
    this.#o = options
    const { client, fleet } = options
    const source = targetSource(client, fleet.settings)
    this.source = { ...source, list: this.#dated(source) }
    this.lists = {
      list: this.#dated(targetByMetadata(client, fleet.settings, (name) => this.#known.get(name)?.secret)),
    }
    this.refresh = coalesced(async () => {
      this.replace((await this.lists.list(signal())).items)
    })
  }

  /** The latest version this process wrote and no list has shown since. */
  get written(): string {
    return this.#written.version
  }

  /** The Secret of this name, as it was told of last. */
  find(name: string): TargetSecret | undefined {
    return this.#known.get(name)?.secret
  }

  *secrets(): Iterable<TargetSecret> {
    for (const { secret } of this.#known.values()) if (secret) yield secret
  }

  /** Takes a whole list of one of the two sources. */
  replace(all: readonly TargetSecret[]): void {
    const { asked, version } = this.#datings.get(all) ?? { asked: this.#learnt, version: '' }
    const names = new Set(all.map(({ name }) => name))
    for (const [name, { at, secret, version: present }] of [...this.#known]) {
      const isNewer = at > asked && (!secret || isOlder(version, present))
      if (!names.has(name) && !isNewer) this.#put(name, undefined)
    }
    for (const secret of all) if (!this.#isOld(secret, asked)) this.#put(secret.name, secret)
    if (this.#written.at <= asked) this.#written = { version: '0', at: asked }
  }

  event(type: 'ADDED' | 'MODIFIED' | 'DELETED', secret: TargetSecret): void {
    if (this.#isOld(secret, 0)) return
    this.#put(secret.name, type === 'DELETED' ? undefined : secret)
  }

  /** Takes a write of this process for seen: its event says nothing new. */
  stored(name: string, written: Secret | undefined): void {
    const secret = written && targetSecret(written, this.#o.fleet.settings)
    const version = secret?.resourceVersion ?? this.#known.get(name)?.version ?? ''
    if (secret && this.#isOld(secret, 0)) return
    this.#put(name, secret, false)
    if (!secret && version !== '') this.#known.set(name, { secret, version, at: this.#learnt })
    if (secret && isOlder(this.#written.version, version)) this.#written = { version, at: this.#learnt }
  }

  /** Looks at one Secret as it stands now. @throws KubeError */
  async look(name: string): Promise<void> {
    const { client, fleet } = this.#o
    const asked = this.#learnt
    const found = await find(client, 'secrets', { namespace: fleet.settings.targetNamespace, name })
    const secret = found && targetSecret(found, fleet.settings)
    const known = this.#known.get(name)
    if (secret ? this.#isOld(secret, asked) : known && known.at > asked) return
    this.#put(name, secret)
  }

  /** Whether it says nothing that was not known, `asked` being when it was asked for. */
  #isOld({ name, resourceVersion }: TargetSecret, asked: number): boolean {
    const known = this.#known.get(name)
    if (!known) return false
    if (known.version === resourceVersion) return known.secret !== undefined || known.at > asked
    return known.at > asked && isOlder(resourceVersion, known.version)
  }

  #put(name: string, secret: TargetSecret | undefined, byOthers = true): void {
    const { changed, fleet } = this.#o
    const before = this.#known.get(name)?.secret?.registration
    const at = (this.#learnt += 1)
    if (secret) this.#known.set(name, { secret, version: secret.resourceVersion, at })
    else this.#known.delete(name)
    if (before) changed(before, byOthers)
    fleet.putRegistration(name, secret?.registration)
    if (secret?.registration) changed(secret.registration, byOthers)
  }

  #dated({ list }: Pick<Source<TargetSecret>, 'list'>): Source<TargetSecret>['list'] {
    return async (signal) => {
      const asked = this.#learnt
      const listing = await list(signal)
      this.#datings.set(listing.items, { asked, version: listing.resourceVersion })
      return listing
    }
  }
}
