import { createHash } from 'node:crypto'

/** Characters of base64url: enough to tell two bundles of one cluster apart. */
const LENGTH = 16

const caOf = (configText: string): unknown => {
  try {
    const config = JSON.parse(configText) as {
      readonly tlsClientConfig?: { readonly caData?: unknown }
    } | null
    return config?.tlsClientConfig?.caData
  } catch {
    return undefined
  }
}

/** Tells whether the CA of a `config` is another: it is kept of each registration, so that the text need not be. Empty without one. */
export const caDigest = (configText: string | undefined): string => {
  const ca = configText === undefined ? undefined : caOf(configText)
  if (typeof ca !== 'string' || ca === '') return ''
  return createHash('sha256').update(ca).digest('base64url').slice(0, LENGTH)
}
