/** What a request is authenticated with. */
export interface AuthMaterial {
  /** The whole `Authorization` header. */
  readonly authorization?: string
  /** PEM. */
  readonly cert?: string
  readonly key?: string
}

export interface LoadedMaterial extends AuthMaterial {
  /** Milliseconds since the epoch after which it must be loaded again; Infinity = when refused. */
  readonly expires: number
}

export type CredentialKind = 'none' | 'static' | 'token-file' | 'service-account' | 'exec' | 'oidc'

/** Numbered, so that a refusal of an old one does not make many callers load a new one each. */
export interface Issue<T> {
  readonly value: T
  readonly number: number
}

/** Gives what is in force now, loading it again once it is stale. */
export interface Renewable<T> {
  current(): Promise<Issue<T>>
  /** Loads anew unless somebody already did since `refused`; true when the value differs from the refused one. */
  renew(refused: number): Promise<boolean>
}

export interface CredentialSource extends Renewable<AuthMaterial> {
  readonly kind: CredentialKind
}

/** PEM of the authorities trusted; undefined = the runtime's own. */
export type TrustSource = Renewable<string | undefined>

interface Loaded<T> {
  readonly value: T
  readonly expires: number
}

/**
 * Keeps one value and shares one load among all who ask at the same time. `load` failing leaves the old value in force
 * where there is one: a token file that is being rewritten must not end a running `watch`.
 */
class Cached<T> implements Renewable<T> {
  readonly #load: () => Promise<Loaded<T>>
  readonly #now: () => number
  #held: (Loaded<T> & { readonly number: number }) | undefined
  #loading: Promise<Issue<T>> | undefined

  constructor(load: () => Promise<Loaded<T>>, now: () => number) {
    this.#load = load
    this.#now = now
  }

  async current(): Promise<Issue<T>> {
    const held = this.#held
    if (held && held.expires > this.#now()) return held
    try {
      return await this.#reload()
    } catch (error) {
      if (!held) throw error
      return held
    }
  }

  async renew(refused: number): Promise<boolean> {
    const before = this.#held
    if (before && before.number > refused) return true
    const after = await this.#reload()
    return JSON.stringify(after.value) !== JSON.stringify(before?.value)
  }

  #reload(): Promise<Issue<T>> {
    this.#loading ??= this.#load()
      .then((loaded) => {
        this.#held = { ...loaded, number: (this.#held?.number ?? 0) + 1 }
        return this.#held
      })
      .finally(() => {
        this.#loading = undefined
      })
    return this.#loading
  }
}

/** A credential that is loaded on first use, again at its expiry, and again when the server refuses it. */
export const credentialSource = (
  kind: CredentialKind,
  load: () => Promise<LoadedMaterial>,
  now: () => number,
): CredentialSource => {
  const cached = new Cached<AuthMaterial>(async () => {
    const { expires, ...value } = await load()
    return { value, expires }
  }, now)
  return { kind, current: () => cached.current(), renew: (refused) => cached.renew(refused) }
}

export const trustSource = (
  load: () => Promise<{ readonly value: string | undefined; readonly expires: number }>,
  now: () => number,
): TrustSource => new Cached(load, now)
