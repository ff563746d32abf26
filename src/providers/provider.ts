/** One shape of kubeconfig Secret. Order among providers is precedence. */
export interface Provider {
  /** Becomes the value of the `provider` label. */
  readonly name: string
  /** Go `path.Match` glob over the whole Secret name. */
  readonly secretNamePattern: string
  /** Data keys that may hold the kubeconfig, in order. */
  readonly secretKeys: readonly string[]
  /** A Secret of this type is preferred (+2); it never excludes. */
  readonly secretType?: string
  /** A Secret under this prefix with a controller owner of this kind also matches, whatever its ending. */
  readonly ownedMatch?: { readonly prefix: string; readonly kind: string; readonly group: string }
  /** May its exec credentials be translated, once `execCredentials` is on? */
  readonly allowExec: boolean
}
