import { UsageError } from '../../errors.ts'

/** `host:port` of a server, the port filled in: what messages call it. */
export const authority = (server: string): string => {
  const url = new URL(server)
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

/**
 * The hub's address in one spelling. Without a scheme it is https where anything about TLS is set, else http (client-go
 * `DefaultServerURL`). User-info, query and fragment are refused and not quoted.
 */
export const serverUrl = (text: string, tls: boolean, origin: string): string => {
  const refuse = (problem: string): UsageError =>
    new UsageError(`${origin}: ${problem}`, 'write the server as https://HOST:PORT')
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${tls ? 'https' : 'http'}://${text}`
  if (!URL.canParse(written)) throw refuse('the server is not an address')
  const url = new URL(written)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse('the server is neither https nor http')
  if (url.username || url.password) throw refuse('the server holds user-info')
  if (url.search || url.hash) throw refuse('the server holds a query or a fragment')
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`
}
