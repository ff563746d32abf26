import { splitUrl } from '../../argocd/url.ts'
import { shownServer } from '../../engine/redact.ts'
import { MASK, printableHost, printableName } from '../../kubeconfig/printable.ts'

const shownPath = (path: string): string => path.split('/').map(printableName).join('/')

/**
 * A stored address as a finding may show it. Whoever wrote the Secret may have put a credential anywhere in it: what looks
 * like one is masked, user-info, fragment and all queries but Argo CD's own are left out.
 */
export const shownAddress = (server: string): string => {
  const parts = splitUrl(server)
  if (!parts) return printableName(shownServer(server))
  const port = parts.port === undefined ? '' : `:${/^\d{1,5}$/.test(parts.port) ? parts.port : MASK}`
  const plain = shownServer(server)
  const query = plain.includes('?') ? plain.slice(plain.indexOf('?')) : ''
  const path = shownPath(parts.path.replace(/\/+$/, ''))
  return `${parts.scheme}://${printableHost(parts.host)}${port}${path}${query === '' || query === '?…' ? query : printableName(query)}`
}
