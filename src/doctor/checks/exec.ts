import type { Decision } from '../../engine/decision.ts'
import { byteOrder } from '../../order.ts'
import type { Params } from '../../kubeconfig/translation.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Look } from '../inspection.ts'
import { grouped } from './claims-grouped.ts'
import { claimFinding, findingsOf, toldOf } from './claims-told.ts'

/** A kubeconfig that is not used, as translating exec credentials is off. */
interface Gated {
  readonly gate: string
  readonly command: string
  /** `namespace/secret`. */
  readonly at: string
  readonly provider: string
  /** Another kubeconfig of the namespace is used instead. */
  readonly isReplaced: boolean
}

/**
 * Several providers may try one Secret; that of the fewest gates is in its way. One that a later provider translates, or
 * would with the setting on, is no fault of the provider that tried it first.
 */
const gateOf = ({ context }: Look, namespace: string, wanted: string): string | undefined => {
  const sight = context.snapshot.sources.get(namespace)
  const isAllowed =
    sight?.complete === true &&
    sight.candidates.some(({ secret, allowExec }) => secret === wanted && allowExec)
  if (context.settings.execCredentials) return isAllowed ? undefined : 'provider'
  return isAllowed ? 'setting' : 'both'
}

const gatedIn = (look: Look, { namespace = '', trail, source }: Decision): readonly Gated[] =>
  trail.flatMap(({ secret, provider, rejected }) => {
    const gate = rejected?.cause === 'exec-gate' ? gateOf(look, namespace, secret) : undefined
    if (gate === undefined) return []
    const command = rejected?.params['command'] ?? ''
    return [{ gate, command, at: `${namespace}/${secret}`, provider, isReplaced: source !== undefined }]
  })

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].sort(byteOrder)

const findingOf = (gated: readonly [Gated, ...Gated[]]): Finding => {
  const [{ gate, isReplaced }] = gated
  const at = distinct(gated.map((each) => each.at))
  const params: Params = {
    gate,
    count: String(at.length),
    commands: distinct(gated.map(({ command }) => command)).join(', '),
    ...(isReplaced ? { replaced: 'true' } : {}),
  }
  const providers = distinct(gated.map(({ provider }) => provider)).join(', ')
  return {
    severity: isReplaced ? 'info' : 'warning',
    object: gate === 'provider' ? `provider ${providers}` : 'execCredentials',
    params,
    related: at,
  }
}

/** Registrations that are left as they are for it are told of by themselves. */
const gatedOf = (look: Look): readonly Gated[] => {
  const frozen = new Set(
    toldOf(look).flatMap(({ check, decision }) =>
      check === 'registration-frozen' ? decision.namespace : [],
    ),
  )
  return look.decisions
    .filter(({ namespace }) => !frozen.has(namespace))
    .flatMap((decision) => gatedIn(look, decision))
}

/** Two gates stand before the translation of an exec credential; a finding for each state of the two. */
export const execGate: Check = {
  id: 'exec-gate',
  section: 'settings',
  on: 'anywhere',
  run: async (inspection) => {
    const groups = grouped(
      gatedOf(await inspection.look()),
      ({ gate, isReplaced }) => `${gate} ${String(isReplaced)}`,
    )
    return [...groups.values()].map(findingOf)
  },
}

export const execUntranslatable: Check = {
  id: 'exec-untranslatable',
  section: 'settings',
  on: 'anywhere',
  run: async (inspection) =>
    findingsOf(await inspection.look(), 'exec-untranslatable', (told) => claimFinding('error', told)),
}
