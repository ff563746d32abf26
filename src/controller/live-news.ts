import type { Outcome } from '../engine/decision.ts'
import type { HubSight } from '../engine/hub-identity.ts'
import type { FeedSight } from './feed.ts'
import type { FeedName } from './view.ts'

/** What somebody who looks on is told while the controller runs. No credential is in it. */
export type News =
  /** What became of a namespace; nothing where it is forgotten. Empty name: registrations of no namespace, all there are. */
  | { readonly kind: 'decided'; readonly namespace: string; readonly outcomes: readonly Outcome[] }
  | { readonly kind: 'seeded' }
  | { readonly kind: 'sight'; readonly feed: FeedName; readonly sight: FeedSight; readonly why?: string }
  /** Work on a namespace, or for the empty name on the fleet, failed, and is repeated. */
  | { readonly kind: 'fault'; readonly namespace: string; readonly error: string }
  | { readonly kind: 'hub'; readonly hub: HubSight }
  | { readonly kind: 'role'; readonly role: Role; readonly holder?: string }
  | { readonly kind: 'lease'; readonly error: string }
  /** Settings that a restart would bring. None: they are those in force again. */
  | { readonly kind: 'settings'; readonly changed: readonly string[] }

/** `alone`: there is no election */
export type Role = 'alone' | 'electing' | 'leading' | 'standing-by' | 'lost'
