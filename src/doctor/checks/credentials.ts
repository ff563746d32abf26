import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import { caState, credentialFinding, sourceState, span, when, wordFor } from './credentials-findings.ts'
import { liveCredentials, type DatedCredential, type LiveCredential } from './credentials-live.ts'
import { expiredSources } from './credentials-sources.ts'
import { renewerOf } from './credentials-renewers.ts'

interface Dated extends LiveCredential {
  readonly credential: DatedCredential
}

const isDated = (live: LiveCredential): live is Dated => live.credential !== undefined

type CredentialCheckId =
  | 'credential-expired'
  | 'credential-expiring'
  | 'credential-not-yet-valid'
  | 'credential-late-renewal'
  | 'token-short-lived'

/** Tokens of a day or less are no credential to register: whatever renews them has to run without a break. */
const SHORT = 24 * 3_600_000

/** A renewal may be late by a tenth of what was left, as controllers look at it now and then. */
const PATIENCE = 0.9

const isLate = ({ credential, source }: Dated, left: number): boolean => {
  const { notBefore, notAfter } = credential
  if (notBefore === undefined || notAfter === undefined) return false
  const due = renewerOf(source?.candidate?.provider ?? source?.provider ?? '').dueBefore
  return due !== undefined && left < due(notAfter - notBefore) * PATIENCE
}

/** The one thing to say of a credential's dates: the gravest, and of two the more exact. */
const verdictOf = (live: Dated, { now, minValidity }: Inspection): CredentialCheckId | undefined => {
  const { kind, maker, notBefore, notAfter } = live.credential
  if (notAfter !== undefined && notAfter <= now) return 'credential-expired'
  if (notBefore !== undefined && notBefore > now) return 'credential-not-yet-valid'
  if (maker !== undefined) return 'token-short-lived'
  if (notAfter === undefined) return undefined
  const left = notAfter - now
  if (kind === 'token' && left < SHORT) return 'token-short-lived'
  if (left <= minValidity) return 'credential-expiring'
  return isLate(live, left) && sourceState(live, notAfter) === 'none' ? 'credential-late-renewal' : undefined
}

const findingOf = (live: Dated, id: CredentialCheckId, { now, settings }: Inspection): Finding => {
  const { credential } = live
  const { notBefore = now, notAfter, maker } = credential
  const at = id === 'credential-not-yet-valid' ? notBefore : notAfter
  const isDead = id === 'credential-expired' || id === 'credential-not-yet-valid'
  const isDying = maker !== undefined || (notAfter ?? now) - now <= 2 * settings.interval
  const isError = isDead || (id === 'token-short-lived' && isDying)
  return credentialFinding(
    isError ? 'error' : 'warning',
    live,
    sourceState(live, id === 'credential-expired' ? now : (notAfter ?? now)),
    {
      what: wordFor(credential),
      ...(maker === undefined ? {} : { maker }),
      ...(at === undefined ? {} : { date: when(at, now), span: span(at - now) }),
    },
  )
}

const credentialCheck = (id: CredentialCheckId): Check => ({
  id,
  section: 'credentials',
  on: 'anywhere',
  run: async (inspection) =>
    (await liveCredentials(inspection))
      .filter(isDated)
      .filter((live) => verdictOf(live, inspection) === id)
      .map((live) => findingOf(live, id, inspection)),
})

/** Of a bundle only the last certificate counts: while a CA is replaced, the old one and the new stand side by side. */
const caExpiring: Check = {
  id: 'ca-expiring',
  section: 'credentials',
  on: 'anywhere',
  run: async (inspection) => {
    const { now, minValidity } = inspection
    return (await liveCredentials(inspection)).flatMap((live): Finding[] => {
      if (!live.ca || live.ca.last - now > minValidity) return []
      const isOver = live.ca.last <= now
      return [
        credentialFinding(isOver ? 'error' : 'warning', live, caState(live), {
          date: when(live.ca.last, now),
          span: span(live.ca.last - now),
          ...(isOver ? { over: 'true' } : {}),
        }),
      ]
    })
  },
}

const ofRegistrations = credentialCheck('credential-expired')

const credentialExpired: Check = {
  ...ofRegistrations,
  run: async (inspection) => [
    ...(await ofRegistrations.run(inspection)),
    ...(await expiredSources(inspection)),
  ],
}

/** How long what Argo CD signs in with still lasts, and whether anybody renews it. */
export const CREDENTIAL_CHECKS: readonly Check[] = [
  credentialExpired,
  credentialCheck('credential-not-yet-valid'),
  credentialCheck('token-short-lived'),
  credentialCheck('credential-expiring'),
  caExpiring,
  credentialCheck('credential-late-renewal'),
]
