import type { TLSSocket } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { certificateDates } from '../../argocd/certificate-dates.ts'
import { printableHost, printableName } from '../../kubeconfig/printable.ts'
import { identityOf, type Target } from './target.ts'

/** What is wrong with a server's certificate, as Argo CD's client would see it. */
export type CertificateFault =
  | { readonly fault: 'authority'; readonly code: string; readonly issuer: string }
  | { readonly fault: 'name'; readonly wanted: string; readonly names: string }
  | { readonly fault: 'expired' | 'not-yet-valid'; readonly date: string }

const NAMED = 5

/** `CN=ca` of a name of several lines; what it says is the server's own. */
const commonName = (name: string): string =>
  printableName(
    name
      .split('\n')
      .findLast((line) => line.startsWith('CN='))
      ?.slice(3) ?? 'an unnamed authority',
  )

const day = (ms: number | undefined): string =>
  ms === undefined ? '' : new Date(ms).toISOString().slice(0, 10)

/** The names a client compares: Go reads no common name. */
const namesOf = ({ subjectAltName }: X509Certificate): string => {
  const names = (subjectAltName ?? '')
    .split(', ')
    .filter((name) => /^(DNS|IP Address):/.test(name))
    .map((name) => printableHost(name.slice(name.indexOf(':') + 1)))
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return names.slice(0, NAMED).join(', ') + more
}

const isFor = (certificate: X509Certificate, target: Target): boolean => {
  const { name, isIp } = identityOf(target)
  const found = isIp
    ? certificate.checkIP(name)
    : certificate.checkHost(name, { subject: 'never', partialWildcards: false })
  return found !== undefined
}

/** Read anew: on a client, the runtime's `getPeerX509Certificate` takes the certificate away from the connection. */
const certificateOf = (socket: TLSSocket): X509Certificate | undefined => {
  const { raw } = socket.getPeerCertificate() as { readonly raw?: Buffer }
  try {
    return raw && new X509Certificate(raw)
  } catch {
    return undefined
  }
}

/** Undefined where the certificate is as it should be. */
export const certificateFault = (socket: TLSSocket, target: Target): CertificateFault | undefined => {
  const certificate = certificateOf(socket)
  const code = socket.authorized ? '' : String(socket.authorizationError)
  if (!certificate) return { fault: 'authority', code: code || 'NO_CERTIFICATE', issuer: '' }
  const dates = certificateDates(certificate.raw)
  if (code === 'CERT_HAS_EXPIRED') return { fault: 'expired', date: day(dates?.notAfter) }
  if (code === 'CERT_NOT_YET_VALID') return { fault: 'not-yet-valid', date: day(dates?.notBefore) }
  if (code !== '') return { fault: 'authority', code, issuer: commonName(certificate.issuer) }
  return isFor(certificate, target)
    ? undefined
    : { fault: 'name', wanted: printableHost(identityOf(target).name), names: namesOf(certificate) }
}

/** When the server's certificate ends, in milliseconds since the epoch. */
export const certificateEnd = (socket: TLSSocket): number | undefined => {
  const certificate = certificateOf(socket)
  return certificate && certificateDates(certificate.raw)?.notAfter
}
