/** How a secret value shows in output: `sha256:1a2b3c4d (1234 bytes)`; equal digests show equal. */
export const fingerprint = (digest: string | undefined, bytes: number): string =>
  digest === undefined ? `unreadable (${bytes} bytes)` : `sha256:${digest.slice(0, 8)} (${bytes} bytes)`

/** A URL without its user-info, whatever else is wrong with it. */
export const withoutUserInfo = (url: string): string => url.replace(/^([^/?#]*\/\/)[^/?#]*@/, '$1…@')
