import type { Params } from '../../kubeconfig/translation.ts'
import type { Severity } from '../finding.ts'
import type { CertificateFault } from './certificate.ts'
import type { Answer } from './request.ts'
import type { Target, Withheld } from './target.ts'
import type { Phase, ProbeId, Verdict } from './verdict.ts'
import { LOCAL } from './wire.ts'

export type ProbeFault = NonNullable<Verdict['fault']>

export const fault = (id: ProbeId, params: Params, severity: Severity = 'error'): ProbeFault => ({
  id,
  severity,
  params,
})

const UNKNOWN_NAME: readonly string[] = ['ENOTFOUND', 'EAI_NONAME', 'ENODATA']

/** What only the hub's own DNS knows. */
const isInHub = (host: string): boolean => host.endsWith('.svc') || /\.svc\.[a-z0-9.-]+$/.test(host)

const dnsFault = ({ host }: Target, code: string): ProbeFault => {
  if (code === LOCAL) return fault('probe-dns', { problem: 'local' }, 'info')
  if (isInHub(host)) return fault('probe-dns', { problem: 'in-hub' }, 'info')
  return fault('probe-dns', { problem: UNKNOWN_NAME.includes(code) ? 'unknown' : 'failed', code })
}

/** What a server says in TLS of a client certificate it does not take, or of one it misses. */
const isRefusedPair = (code: string): boolean =>
  /ALERT_(?:BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED)$/.test(code)

const CONTEXT: Readonly<Record<string, string>> = {
  UNUSABLE_CA: 'unusable-ca',
  UNUSABLE_PAIR: 'unusable-pair',
}

/**
 * A step that failed below HTTP, by the code of its `Fault`.
 * @param atProxy the proxy failed, or said so
 */
export const brokenFault = (target: Target, phase: Phase, code: string, atProxy: boolean): ProbeFault => {
  const context = CONTEXT[code]
  if (context !== undefined)
    return fault(code === 'UNUSABLE_CA' ? 'probe-tls-ca' : 'probe-auth', { problem: context })
  if (phase === 'dns') return dnsFault(target, code)
  if (phase === 'tcp')
    return code === LOCAL
      ? dnsFault(target, code)
      : fault('probe-tcp', { problem: atProxy ? 'proxy' : 'refused', code })
  if (isRefusedPair(code)) return fault('probe-auth', { problem: 'pair-refused', code })
  return phase === 'tls'
    ? fault('probe-tcp', { problem: 'no-tls', code })
    : fault('probe-discovery', { problem: 'cut-off', code })
}

const LATE: Readonly<Record<Phase, ProbeId>> = {
  dns: 'probe-dns',
  tcp: 'probe-tcp',
  tls: 'probe-tcp',
  version: 'probe-discovery',
  api: 'probe-discovery',
}

export const lateFault = (phase: Phase, limit: number): ProbeFault =>
  fault(LATE[phase], { problem: 'late', phase, limit: `${limit / 1000} s` })

export const certificateVerdict = (found: CertificateFault): ProbeFault => {
  if (found.fault === 'authority')
    return fault('probe-tls-ca', { problem: 'authority', code: found.code, issuer: found.issuer })
  if (found.fault === 'name') return fault('probe-tls-name', { wanted: found.wanted, names: found.names })
  return fault('probe-tls-expired', { problem: found.fault, date: found.date })
}

export const withheldVerdict = (why: Withheld): ProbeFault => fault('probe-auth', { problem: why }, 'info')

const isStatus = ({ body }: Answer): boolean => body?.['kind'] === 'Status'

/** An API server that took nobody for somebody: the credential was no credential to it. */
const isAnonymous = ({ body }: Answer): boolean => String(body?.['message']).includes('system:anonymous')

/** Undefined where the answer is the one an API server gives to somebody it knows. */
const refusal = (answer: Answer, { signsIn }: Target, path: string): ProbeFault | undefined => {
  const { status } = answer
  if (status === 401 || (status === 403 && isAnonymous(answer)))
    return fault('probe-auth', { problem: signsIn ? 'refused' : 'none', status: String(status) })
  if (status === 403 && isStatus(answer)) return fault('probe-forbidden', { path })
  if (status >= 300 && status < 400)
    return fault('probe-discovery', { problem: 'redirect', status: String(status), path })
  return status === 200
    ? undefined
    : fault('probe-discovery', { problem: 'status', status: String(status), path })
}

export const versionVerdict = (answer: Answer, target: Target): ProbeFault | undefined =>
  refusal(answer, target, '/version') ??
  (typeof answer.body?.['gitVersion'] === 'string'
    ? undefined
    : fault('probe-discovery', { problem: 'not-kubernetes', path: '/version' }))

export const apiVerdict = (answer: Answer, target: Target): ProbeFault | undefined => {
  const refused = refusal(answer, target, '/api')
  if (refused) return refused
  const versions = answer.body?.['versions']
  return Array.isArray(versions) && versions.length > 0
    ? undefined
    : fault('probe-discovery', { problem: 'empty', path: '/api' })
}
