import type { News, Role } from '../controller/live-news.ts'
import type { FeedSight } from '../controller/feed.ts'
import type { FeedName } from '../controller/view.ts'
import type { HubSight } from '../engine/hub-identity.ts'
import { visible } from './live-text.ts'

/** Milliseconds a renewal that failed is shown: that one went well is not told. */
const LEASE_SHOWN = 60_000

const because = (why: string | undefined): string => (why === undefined ? '' : `: ${why}`)

/** How the controller sees and what role it has, and what of that is not as it should be. */
export class LiveTroubles {
  readonly #sights = new Map<FeedName, { readonly sight: FeedSight; readonly why?: string }>()
  /** What failed for each namespace, last. */
  readonly #faults = new Map<string, string>()
  #hub: HubSight = 'same'
  #role: { readonly role: Role; readonly holder?: string } = { role: 'alone' }
  #lease: { readonly error: string; readonly at: number } | undefined
  #settings: readonly string[] = []
  #seeded = false

  /** @param now milliseconds of the monotonic clock */
  take(news: News, now: number): void {
    switch (news.kind) {
      case 'decided':
        this.#faults.delete(news.namespace)
        break
      case 'seeded':
        this.#seeded = true
        break
      case 'sight':
        this.#sights.set(news.feed, news)
        break
      case 'fault':
        this.#faults.set(news.namespace, news.error)
        break
      case 'hub':
        this.#hub = news.hub
        break
      case 'role':
        this.#role = news
        this.#lease = undefined
        break
      case 'lease':
        this.#lease = { error: news.error, at: now }
        break
      case 'settings':
        this.#settings = news.changed
    }
  }

  /** How it sees, in a word or two. */
  sight(): string {
    const sights = [...this.#sights.values()].map(({ sight }) => sight)
    if (sights.length < 3) return 'looking'
    if (this.#sightLines().length > 0) return 'not seeing all'
    const polled = [...this.#sights].filter(([, { sight }]) => sight !== 'synced').map(([feed]) => feed)
    if (polled.length === 0) return 'watching'
    return polled.length === sights.length ? 'polling' : `watching, polling ${polled.join(' and ')}`
  }

  role(): string | undefined {
    const words = { alone: undefined, electing: 'electing', leading: 'leader', 'standing-by': 'standby' }
    return this.#role.role === 'lost' ? 'lease lost' : words[this.#role.role]
  }

  /** What is said where there is no cluster to show. */
  idle(): string {
    const { role, holder } = this.#role
    if (role === 'standing-by') return `stands by and writes nothing: ${visible(holder ?? '')} leads`
    return this.#seeded ? 'no cluster yet: no namespace is labelled' : 'looking …'
  }

  /** A line each, the worst first. @param now milliseconds of the monotonic clock */
  lines(now: number): readonly string[] {
    const lines: string[] = []
    if (this.#role.role === 'lost') lines.push('the lease is lost, and another one may write')
    if (this.#hub === 'other') lines.push('another hub answers: nothing is hidden or removed')
    if (this.#hub === 'unknown') lines.push('kube-system cannot be read: which hub answers is not known')
    lines.push(...this.#sightLines())
    if (this.#lease && now - this.#lease.at < LEASE_SHOWN)
      lines.push(`the lease was not renewed: ${this.#lease.error}`)
    lines.push(...this.#faultLines())
    if (this.#settings.length > 0)
      lines.push(`settings have changed, restart to use them: ${this.#settings.join(', ')}`)
    return lines.map(visible)
  }

  /** One line for all that is not seen for the same reason. Secrets that may not be listed are looked at one by one. */
  #sightLines(): readonly string[] {
    const alike = new Map<string, readonly FeedName[]>()
    for (const [feed, { sight, why }] of this.#sights) {
      if (sight !== 'stale' && (sight !== 'denied' || feed === 'secrets')) continue
      const text = `${sight === 'stale' ? 'cannot be seen just now' : 'may not be listed'}${because(why)}`
      alike.set(text, [...(alike.get(text) ?? []), feed])
    }
    return [...alike].map(([text, feeds]) => `${feeds.join(', ')} ${text}`)
  }

  /** One line for all that failed alike. */
  #faultLines(): readonly string[] {
    const alike = new Map<string, number>()
    for (const error of this.#faults.values()) alike.set(error, (alike.get(error) ?? 0) + 1)
    return [...alike].map(([error, count]) => `${count} failed and will be tried again: ${error}`)
  }
}
