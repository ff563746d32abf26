import { printableName } from '../kubeconfig/printable.ts'

/** How a secret value shows in output: `sha256:1a2b3c4d (1234 bytes)`; equal digests show equal. */
export const fingerprint = (digest: string | undefined, bytes: number): string =>
  digest === undefined ? `unreadable (${bytes} bytes)` : `sha256:${digest.slice(0, 8)} (${bytes} bytes)`

/** The only queries that are part of a cluster's address; a token in any other would show. */
const ADDRESS_QUERY = /^\?(?:agentName|__uid)=[A-Za-z0-9.-]*$/

/** Segment by segment, as a proxy's path is part of an address; with no host before it, a token may stand where one belongs. */
const withoutTokens = (address: string): string => {
  const [, origin = '', path = ''] = /^([^/]*\/\/[^/]*)?(.*)$/s.exec(address) ?? []
  return origin + path.split('/').map(printableName).join('/')
}

/**
 * A stored server as it may be shown: without user-info, fragment, query and what looks like a token, whatever else is
 * wrong with it. Somebody else may have written it, and the reference registrar accepted all of them.
 */
export const shownServer = (server: string): string => {
  const [, address = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(server) ?? []
  const plain = withoutTokens(address.replace(/^([^/]*\/\/)?[^/]*@/, '$1…@').replace(/\/+$/, ''))
  return rest === '' || ADDRESS_QUERY.test(rest) ? plain + rest : `${plain}?…`
}
