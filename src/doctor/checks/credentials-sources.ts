import { isWrite } from '../../engine/decision.ts'
import { chooseCandidate } from '../../engine/plan/candidates.ts'
import type { Validity } from '../../kubeconfig/translation.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import { span, when, wordFor } from './credentials-findings.ts'
import { liveCredentials, type LiveCredential } from './credentials-live.ts'
import { renewerOf } from './credentials-renewers.ts'

const isOver = (validity: Validity | undefined, now: number): validity is Validity =>
  validity !== undefined && validity.notAfter <= now

/** Namespaces whose registrations are over themselves: what they say of their source is enough. */
const toldOf = (credentials: readonly LiveCredential[], now: number): ReadonlySet<string> =>
  new Set(
    credentials.flatMap(({ credential, source }) =>
      source && credential?.notAfter !== undefined && credential.notAfter <= now ? [source.namespace] : [],
    ),
  )

/** Sources with nothing but a credential that is over: a pass registers it all the same, even in place of a good one. */
export const expiredSources = async (inspection: Inspection): Promise<readonly Finding[]> => {
  const { now } = inspection
  const { observation, context, decisions } = await inspection.look()
  const told = toldOf(await liveCredentials(inspection), now)
  const { sources, namespaces } = observation.snapshot
  return [...sources].flatMap(([namespace, sight]): Finding[] => {
    const candidate =
      sight.complete && !told.has(namespace) ? chooseCandidate(sight.candidates, now) : undefined
    const validity = candidate?.result.outcome === 'translated' ? candidate.result.validity : undefined
    if (!candidate || !isOver(validity, now)) return []
    const { secret, provider } = candidate
    const cluster = namespaces.get(namespace)?.labels[context.keys.cluster] ?? namespace
    const isTaken = decisions.some(
      (decision) => decision.namespace === namespace && isWrite(decision) && !decision.held,
    )
    const { who, how } = renewerOf(provider)
    return [
      {
        severity: isTaken ? 'error' : 'warning',
        object: `${namespace}/${secret}`,
        params: {
          what: wordFor(validity),
          date: when(validity.notAfter, now),
          span: span(validity.notAfter - now),
          state: 'over',
          namespace,
          who,
          how: how({ namespace, secret, cluster }),
          ...(isTaken ? { taken: 'true' } : {}),
        },
        related: [cluster],
      },
    ]
  })
}
