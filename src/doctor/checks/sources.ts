import { isInScope } from '../../engine/plan/context.ts'
import type { Params } from '../../kubeconfig/translation.ts'
import type { Check } from '../check.ts'
import type { Finding, Severity } from '../finding.ts'
import type { Look } from '../inspection.ts'
import { TOLD_BY_WARNING } from './claims-reasons.ts'
import { claimFinding, findingsOf, toldOf, type ToldDecision } from './claims-told.ts'
import { ageText } from './sources-age.ts'

const ageOf = ({ context }: Look, { decision }: ToldDecision): Params => {
  const createdAt = context.snapshot.namespaces.get(decision.namespace ?? '')?.createdAt
  return createdAt === undefined ? {} : { age: ageText(Math.max(0, context.now - createdAt)) }
}

const lacking = (id: 'source-missing' | 'source-waiting', severity: Severity): Check => ({
  id,
  section: 'sources',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    return findingsOf(look, id, (told) => claimFinding(severity, told, ageOf(look, told)))
  },
})

/** Nothing to register after an hour. */
export const sourceMissing = lacking('source-missing', 'warning')

/** Nothing to register yet, in a namespace that is new. */
export const sourceWaiting = lacking('source-waiting', 'info')

export const sourceUnusable: Check = {
  id: 'source-unusable',
  section: 'sources',
  on: 'anywhere',
  run: async (inspection) =>
    findingsOf(await inspection.look(), 'source-unusable', (told) => claimFinding('error', told)),
}

/** What the pass could not read, and so leaves alone. That a folder is not a whole hub is nobody's fault. */
export const sourceUnseen: Check = {
  id: 'source-unseen',
  section: 'sources',
  on: 'anywhere',
  run: async (inspection) => {
    const look = await inspection.look()
    const severity = inspection.where === 'files' ? 'info' : 'error'
    const told = toldOf(look).filter(({ check }) => check === 'source-unseen')
    const namespaces = new Set(told.map(({ decision }) => decision.namespace))
    const others = look.observation.snapshot.incomplete.filter(
      ({ namespace }) =>
        !namespaces.has(namespace) && (namespace === undefined || isInScope(look.context, namespace)),
    )
    return [
      ...told.map((each) => claimFinding(severity, each)),
      ...others.map(({ what, namespace, why }): Finding => ({
        severity,
        object: namespace ?? what,
        params: {
          problem: 'incomplete',
          why: `${what}${namespace === undefined ? '' : ` of ${namespace}`}: ${why}`,
        },
      })),
    ]
  },
}

export const sourceAmbiguous: Check = {
  id: 'source-ambiguous',
  section: 'sources',
  on: 'anywhere',
  run: async (inspection) =>
    (await inspection.look()).decisions.flatMap(({ namespace = '', source, warnings }) =>
      warnings
        .filter(({ reason }) => TOLD_BY_WARNING[reason] === 'source-ambiguous')
        .map(({ reason, params }): Finding => ({
          severity: 'warning',
          object: `${namespace}/${source?.secret ?? ''}`,
          params: { ...params, warned: reason },
        })),
    ),
}
