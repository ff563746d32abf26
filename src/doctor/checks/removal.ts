import { affectNotes } from '../../engine/affect-notes.ts'
import { isRemoval, type Decision, type Note, type Removal } from '../../engine/decision.ts'
import { isDemoted } from '../../engine/plan/context.ts'
import { parseStamp } from '../../engine/stamp.ts'
import type { Params } from '../../kubeconfig/translation.ts'
import type { Check } from '../check.ts'
import type { Finding, Severity } from '../finding.ts'
import type { Look } from '../inspection.ts'
import { decidedParams, registrationFinding, toldOf, type ToldDecision } from './claims-told.ts'

const nameOf = ({ cluster, secret }: Decision): string => cluster ?? secret

const noted = ({ warnings }: Decision, reason: Note['reason']): Params | undefined =>
  warnings.find((note) => note.reason === reason)?.params

/** All that the brake holds is held for one reason, and let go by one command. */
export const removalHeld: Check = {
  id: 'removal-held',
  section: 'removal',
  on: 'anywhere',
  run: async (inspection) => {
    const held = (await inspection.look()).decisions.filter((decision) => noted(decision, 'removal-held'))
    const [first] = held
    if (!first) return []
    const { why = '', remedy = '' } = noted(first, 'removal-held') ?? {}
    return [
      {
        severity: 'warning',
        object: 'maxRemovals',
        params: { why, remedy, count: String(held.length) },
        related: held.map(nameOf),
      },
    ]
  },
}

/** What a removal does to Applications, the dearest first. */
const touched = (decision: Removal): Params => {
  if (!decision.affects) return {}
  const loss = decision.action === 'demote' ? 'hidden' : 'deleted'
  const [note] = affectNotes(decision.affects, loss, decision.held !== undefined)
  return note ? { ...note.params, warned: note.reason } : {}
}

const pendingOf = (decision: Removal): Finding => {
  const applications = touched(decision)
  return {
    severity: applications['warned'] === undefined ? 'info' : 'warning',
    object: nameOf(decision),
    params: {
      ...decidedParams(decision),
      ...applications,
      going: decision.action === 'demote' ? 'hidden from Argo CD' : 'deleted',
    },
    ...(decision.namespace === undefined ? {} : { related: [decision.namespace] }),
  }
}

const onItsWay = (told: ToldDecision): Finding =>
  registrationFinding(told.decision.reason === 'namespace-terminating' ? 'info' : 'warning', told)

/** What the next pass would remove or hide, and what is on its way out already. */
export const removalPending: Check = {
  id: 'removal-pending',
  section: 'removal',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    const planned = look.decisions.filter(isRemoval).filter(({ held }) => held !== 'removal-held')
    const going = toldOf(look).filter(({ check }) => check === 'removal-pending')
    return [...planned.map(pendingOf), ...going.map(onItsWay)]
  },
}

/** When it is deleted, where it ever is. */
const untilOf = ({ context }: Look, { decision, registration }: ToldDecision): Params => {
  const { keys, settings } = context
  const since = parseStamp(registration?.labels[keys.staleSince] ?? '')
  if (decision.reason !== 'demoted' || since === undefined || settings.demotedTtl === 0) return {}
  if (!registration || !isDemoted(context, registration)) return {}
  return { until: `${new Date(since + settings.demotedTtl).toISOString().slice(0, 16)}Z` }
}

/** Hidden registrations: nobody else may have their names. */
export const demotedReservesName: Check = {
  id: 'demoted-reserves-name',
  section: 'removal',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    return toldOf(look)
      .filter(({ check }) => check === 'demoted-reserves-name')
      .map((told): Finding => {
        const unreadable = noted(told.decision, 'stamp-unreadable')
        const severity: Severity = unreadable ? 'warning' : 'info'
        return registrationFinding(severity, told, {
          ...untilOf(look, told),
          ...(unreadable ? { ...unreadable, warned: 'stamp-unreadable' } : {}),
        })
      })
  },
}

/** A pin keeps the former name visible beside the present one. */
export const pinLeavesTwin: Check = {
  id: 'pin-leaves-twin',
  section: 'removal',
  on: 'anywhere',
  run: async (inspection) =>
    (await inspection.look()).decisions.flatMap((decision) =>
      decision.warnings
        .filter(({ reason }) => reason === 'pin-leaves-twin')
        .map(({ reason, params }): Finding => ({
          severity: 'warning',
          object: nameOf(decision),
          params: { ...params, warned: reason },
          related: [params['pinned'] ?? ''],
        })),
    ),
}
