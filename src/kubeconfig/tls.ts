import { compactBase64 } from '../argocd/base64.ts'
import { readCa } from '../argocd/certificate.ts'
import type { TlsClientConfig } from '../argocd/cluster-config.ts'
import { flagField, textFields } from './fields.ts'
import type { Section } from './fields.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'
import type { TranslationWarning } from './translation.ts'

/** How the child's own certificate is checked. */
export interface Transport {
  readonly tls: TlsClientConfig
  readonly warnings: readonly TranslationWarning[]
}

/** A CA that Argo CD can't decode makes it drop the whole Secret, and with it every ApplicationSet's list. */
export const checkCa = ({ caData }: TlsClientConfig): Step<undefined> => {
  const read = caData === undefined ? undefined : readCa(caData)
  return read?.ok === false ? refuse('ca-invalid', { problem: read.problem }) : done(undefined)
}

/** Reads the TLS side of the cluster entry; CA data beside `insecure` breaks Argo CD's client. */
export const readTransport = (cluster: Section, insecure: boolean): Step<Transport> => {
  const texts = textFields(cluster, [
    'certificate-authority',
    'certificate-authority-data',
    'tls-server-name',
  ])
  if (!texts.ok) return texts
  const file = texts.value['certificate-authority']
  const ca = compactBase64(texts.value['certificate-authority-data'])
  const serverName = texts.value['tls-server-name']
  if (file !== '') return refuse('credential-file', { field: 'certificate-authority' })
  if (insecure && ca !== '') return refuse('ca-with-insecure')
  if (/[\s\p{Cc}]/u.test(serverName))
    return refuse('server-invalid', { problem: 'white-space', field: 'tls-server-name' })
  return done({
    tls: { insecure, ...(ca === '' ? {} : { caData: ca }), ...(serverName === '' ? {} : { serverName }) },
    warnings: insecure ? [{ id: 'insecure', params: {} }] : [],
  })
}

/** `insecure-skip-tls-verify` and `disable-compression`. */
export const readFlags = (
  cluster: Section,
): Step<{ readonly insecure: boolean; readonly disableCompression: boolean }> => {
  const insecure = flagField(cluster, 'insecure-skip-tls-verify')
  if (!insecure.ok) return insecure
  const compression = flagField(cluster, 'disable-compression')
  if (!compression.ok) return compression
  return done({ insecure: insecure.value, disableCompression: compression.value })
}
