/** Names and labels as the API server accepts them (k8s.io/apimachinery/pkg/util/validation). */

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/

/** DNS-1123 label, at most 63 characters: a namespace's name. */
export const isDnsLabel = (text: string): boolean => text.length <= 63 && LABEL.test(text)

/** DNS-1123 subdomain, at most 253 characters: a Secret's name. */
export const isDnsSubdomain = (text: string): boolean => text.length <= 253 && SUBDOMAIN.test(text)

/** Empty, or at most 63 characters that begin and end alphanumeric. */
export const isLabelValue = (text: string): boolean =>
  text === '' || (text.length <= 63 && QUALIFIED.test(text))

/** `name` or `prefix/name`. */
export const isLabelKey = (text: string): boolean => {
  const slash = text.indexOf('/')
  const name = text.slice(slash + 1)
  const prefix = slash < 0 ? undefined : text.slice(0, slash)
  return name.length <= 63 && QUALIFIED.test(name) && (prefix === undefined || isDnsSubdomain(prefix))
}
