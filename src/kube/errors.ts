/**
 * Why a call to the hub failed.
 * - `status`: the API server answered with a Status body (`code`, `reason`).
 * - `http`: something answered that is not the API server's Status (a proxy's page, say); proves nothing.
 * - `network`: no answer. `timeout`: the deadline passed. `aborted`: the caller's signal.
 * - `body`: the answer was cut off or is not the JSON expected.
 */
export type KubeErrorKind = 'status' | 'http' | 'network' | 'timeout' | 'aborted' | 'body'

export interface KubeErrorFields {
  readonly kind: KubeErrorKind
  /** HTTP status; 0 where there was no answer. */
  readonly code: number
  /** `reason` of the Status (`NotFound`, `Conflict`, `AlreadyExists`, `Expired` …); empty without one. */
  readonly reason: string
  readonly message: string
  /** What the call was, for messages: `GET secrets argocd/cluster-a`. Never a query with a token in it. */
  readonly call: string
  /** `details` of the Status: kind and name of the object it is about. */
  readonly details?: { readonly kind?: string; readonly name?: string }
  /** Seconds the server asked to wait. */
  readonly retryAfter?: number
  /** The API server's own page for a path it knows nothing under: a CRD that is not installed. */
  readonly unserved?: boolean
  readonly cause?: unknown
}

/** A failed call. Its text never holds a credential: bodies of requests are not quoted. */
export class KubeError extends Error {
  override readonly name = 'KubeError'
  readonly kind: KubeErrorKind
  readonly code: number
  readonly reason: string
  readonly call: string
  readonly details: { readonly kind?: string; readonly name?: string }
  readonly retryAfter: number | undefined
  readonly unserved: boolean

  constructor(fields: KubeErrorFields) {
    super(fields.message, { cause: fields.cause })
    this.kind = fields.kind
    this.code = fields.code
    this.reason = fields.reason
    this.call = fields.call
    this.details = fields.details ?? {}
    this.retryAfter = fields.retryAfter
    this.unserved = fields.unserved ?? false
  }
}

/**
 * True only for the API server's own word that this very object does not exist: a 404 with a Status, reason NotFound,
 * naming it. A proxy's 404 page is no proof (decisions.md §4).
 */
export const isNotFound = (error: unknown, name: string): boolean =>
  error instanceof KubeError &&
  error.kind === 'status' &&
  error.code === 404 &&
  error.reason === 'NotFound' &&
  error.details.name === name

/**
 * The hub serves no such resource, as opposed to no such object: a Status 404 about nothing by name (the group is there, the
 * resource is not), or the API server's page (neither is). A proxy's 404 is neither.
 */
export const isNotServed = (error: unknown): boolean =>
  error instanceof KubeError &&
  error.code === 404 &&
  (error.unserved ||
    (error.kind === 'status' && error.reason === 'NotFound' && error.details.name === undefined))

export const isForbidden = (error: unknown): boolean =>
  error instanceof KubeError && error.kind === 'status' && error.code === 403

/** 409 has two meanings, told apart by the reason: the object exists, or it changed since it was read. */
export const isAlreadyExists = (error: unknown): boolean =>
  error instanceof KubeError && error.code === 409 && error.reason === 'AlreadyExists'

export const isConflict = (error: unknown): boolean =>
  error instanceof KubeError && error.code === 409 && error.reason === 'Conflict'

/** 410: the resourceVersion or the continue token is too old. */
export const isExpired = (error: unknown): boolean => error instanceof KubeError && error.code === 410
