import { looksLikeToken } from '../argocd/token.ts'

/** Stands in a message for what may not be shown. */
export const MASK = '…'

const MAX_NAME = 100
const MAX_HOST = 253

/**
 * A name of the kubeconfig as messages may show it: whole, or not at all where it might be a credential that slipped
 * into the wrong field (a token's beginning, a long run of base64 or hexadecimal), is over 100 characters long, or would
 * not print as written.
 */
export const printableName = (text: string): string =>
  text.length > MAX_NAME || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) || looksLikeToken(text)
    ? MASK
    : text

// An EKS endpoint begins with 32 hexadecimal digits.
const EKS_ID = /^[0-9A-F]{32}(?=\.[a-z0-9]+\.[a-z0-9-]+\.eks\.amazonaws\.com(?:\.cn)?(?::\d+)?$)/i

/** The same for a host, with or without its port. */
export const printableHost = (host: string): string => {
  if (host.length > MAX_HOST + ':65535'.length) return MASK
  const labels = host.replace(EKS_ID, '').split('.')
  return labels.every((label) => label.length <= 63 && printableName(label) === label) ? host : MASK
}

/** A word out of a fixed alphabet, as flags, variables and field names are; the mask for any other. */
export const printableWord = (word: string, form: RegExp): string =>
  form.test(word) ? printableName(word) : MASK
