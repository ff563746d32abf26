import { isDenied } from './reflector-patience.ts'
import type { Sight } from './reflector-source.ts'

/** Tells of a change of sight, and only of a change. */
export class SightTeller {
  readonly #tell: (sight: Sight) => void
  #kind: Sight['kind'] | undefined

  constructor(tell: (sight: Sight) => void) {
    this.#tell = tell
  }

  synced(): void {
    this.#change({ kind: 'synced' })
  }

  failed(why: unknown): void {
    this.#change({ kind: isDenied(why) ? 'denied' : 'stale', why })
  }

  #change(sight: Sight): void {
    if (sight.kind === this.#kind) return
    this.#kind = sight.kind
    this.#tell(sight)
  }
}
