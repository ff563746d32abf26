import { isInScope, isOurs } from '../../engine/plan/context.ts'
import { shownServer } from '../../engine/redact.ts'
import type { ReasonId } from '../../engine/reasons/index.ts'
import type { Check } from '../check.ts'
import type { Finding, Severity } from '../finding.ts'
import type { Look } from '../inspection.ts'
import { findingsOf, registrationFinding, toldOf, type ToldDecision } from './claims-told.ts'

/** A pin is somebody's wish, and who undoes writes may stop; anything else stays so until a person acts. */
const SEVERITIES: Partial<Readonly<Record<ReasonId, Severity>>> = {
  pinned: 'info',
  'contested-write': 'warning',
}

/** A pin that leaves two names of one namespace visible is told of by its own check. */
const isTwinOfPin = ({ decisions }: Look, { decision }: ToldDecision): boolean =>
  decision.reason === 'pinned' &&
  decisions.some(({ warnings }) =>
    warnings.some(
      ({ reason, params }) => reason === 'pin-leaves-twin' && params['pinned'] === decision.secret,
    ),
  )

/** Active registrations that no pass can refresh any more. */
export const registrationFrozen: Check = {
  id: 'registration-frozen',
  section: 'registrations',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    const frozen = toldOf(look).filter(
      (told) => told.check === 'registration-frozen' && !isTwinOfPin(look, told),
    )
    return frozen.map((told) => {
      const { decision, registration } = told
      const address = shownServer(registration?.server ?? '')
      const written = registration?.writtenAt
      return registrationFinding(SEVERITIES[decision.reason] ?? 'error', told, {
        address,
        ...(written === undefined ? {} : { written: `${new Date(written).toISOString().slice(0, 16)}Z` }),
      })
    })
  },
}

/** Ours by their label, with no way back to a namespace: none is recorded, or the Secret's name is not one of ours. */
export const registrationUnrouted: Check = {
  id: 'registration-unrouted',
  section: 'registrations',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    const { keys, settings, snapshot } = look.context
    const misnamed = [...snapshot.registrations.values()].filter(
      (registration) =>
        registration.clusterLike &&
        isInScope(look.context, '') &&
        registration.labels[keys.managedBy] === settings.managedBy &&
        !isOurs(look.context, registration),
    )
    return [
      ...findingsOf(look, 'registration-unrouted', (told) => registrationFinding('warning', told)),
      ...misnamed.map(({ name }): Finding => ({
        severity: 'warning',
        object: `${settings.targetNamespace}/${name}`,
        params: {
          problem: 'misnamed',
          secret: name,
          target: settings.targetNamespace,
          managedByKey: keys.managedBy,
        },
      })),
    ]
  },
}

/** Registrations that somebody else's hand took from us, or showed again. */
export const registrationForeignEdit: Check = {
  id: 'registration-foreign-edit',
  section: 'registrations',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    const { keys, settings } = look.context
    const unlabelled = toldOf(look).filter(({ check }) => check === 'registration-foreign-edit')
    return [
      ...unlabelled.map(({ decision: { cluster = '', namespace = '', secret } }): Finding => ({
        severity: 'warning',
        object: cluster,
        params: {
          problem: 'unlabelled',
          cluster,
          namespace,
          secret,
          target: settings.targetNamespace,
          managedBy: settings.managedBy,
          managedByKey: keys.managedBy,
          clusterKey: keys.cluster,
          sourceNamespaceKey: keys.sourceNamespace,
        },
        related: [namespace],
      })),
      ...look.decisions.flatMap(({ cluster, secret, warnings }) =>
        warnings
          .filter(({ reason }) => reason === 'hold-overridden')
          .map(({ reason, params }): Finding => ({
            severity: 'warning',
            object: cluster ?? secret,
            params: { ...params, warned: reason },
          })),
      ),
    ]
  },
}
