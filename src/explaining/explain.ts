import type { Outcome } from '../engine/decision.ts'
import { chooseCandidate } from '../engine/plan/candidates.ts'
import { exitCodeOf, makeReport, type Report, type ReportDecision } from '../engine/report.ts'
import type { CandidateDigest, SourceSight } from '../engine/snapshot.ts'
import { explainCandidates } from './candidates.ts'
import { explainAddress, explainName, type Asker } from './claims.ts'
import { explainCredential } from './credential.ts'
import type { ExplainedSource, Explanation, Next } from './explanation.ts'
import { digestOf, explainNamespace, find, type ExplainInput, type Found } from './found.ts'
import { explainLabels } from './labels.ts'
import { explainNext, notCandidate } from './next.ts'
import { explainRegistration } from './registration.ts'
import { explainServer } from './server-class.ts'
import { explainUnderstood } from './understood.ts'
import { outcomesOfNamespace, type View } from './view.ts'

export interface Explained {
  readonly explanation: Explanation
  /** As a pass with this one decision would end. */
  readonly exit: 0 | 1
}

const winnerOf = (sight: SourceSight | undefined, now: number): CandidateDigest | undefined =>
  sight?.complete ? chooseCandidate(sight.candidates, now) : undefined

const explainSource = (winner: CandidateDigest, { observation, context }: View): ExplainedSource => {
  const { secret, key, provider, credential } = winner
  const config = observation.credentials.get(credential)
  return {
    secret,
    key,
    provider,
    ...(config === undefined ? {} : { credential: explainCredential(config, context.now) }),
  }
}

const serverOf = (winner: CandidateDigest | undefined, { outcome, registration }: Found): string => {
  if (winner?.result.outcome === 'translated') return winner.result.server
  return registration?.server ?? outcome?.decision.server ?? ''
}

const explainClaims = (
  view: View,
  { outcome, registration, namespace, missing }: Found,
  hypothetical: Outcome | undefined,
  server: string,
): Explanation['claims'] => {
  const decided = (outcome ?? hypothetical)?.decision
  const cluster = missing?.[view.context.keys.cluster] ?? decided?.cluster ?? registration?.clusterName ?? ''
  const digest = digestOf(namespace)
  const own = registration ?? view.context.snapshot.registrations.get(decided?.id ?? '')
  const asker: Asker = { namespace: digest, registration: own }
  return {
    ...(cluster === '' ? {} : { name: explainName(view, asker, cluster) }),
    ...(server === '' ? {} : { server: explainAddress(view, asker, server) }),
  }
}

const completeNext = (next: Next, { completed }: ExplainInput): Next =>
  next.remedy === undefined ? next : { ...next, remedy: completed(next.remedy) }

/** What a pass with these decisions alone would report. */
const reportOf = (
  { hub, view, completed }: ExplainInput,
  outcomes: readonly Outcome[],
  found?: Found,
): Report =>
  makeReport({
    hub,
    settings: view.context.settings,
    dryRun: 'client',
    outcomes,
    incomplete: found
      ? view.incomplete.filter(
          ({ namespace }) => namespace === undefined || namespace === found.namespaceName,
        )
      : [],
    requests: 0,
    completed,
  })

/** The candidates stand in the explanation itself. */
const decisionsOf = ({ decisions }: Report): readonly ReportDecision[] =>
  decisions.map(({ candidates: _told, ...decision }) => decision)

/** What of the namespace's Secrets is seen; with the labels it lacks, where it lacks some. */
const explainSight = (
  sight: SourceSight | undefined,
  input: ExplainInput,
): Pick<Explanation, 'candidates' | 'unread'> => {
  if (!sight) return { candidates: [] }
  if (!sight.complete) return { candidates: [], unread: sight.why }
  const { completed, view } = input
  const candidates = explainCandidates(sight, view.context.now).map((candidate) =>
    candidate.remedy === undefined ? candidate : { ...candidate, remedy: completed(candidate.remedy) },
  )
  return { candidates }
}

/** The whole trail of one thing. Pure: everything it needs has been read. */
export const explain = (input: ExplainInput): Explained => {
  const { hub, subject, match, view, labelled, config } = input
  const { context } = view
  const found = find(input)
  const { outcome, registration, namespaceName = '' } = found
  const seen = labelled ?? view
  const sight = seen.observation.snapshot.sources.get(namespaceName)
  const winner = winnerOf(sight, context.now)
  const server = serverOf(winner, found)
  const report = reportOf(input, outcome ? [outcome] : [], found)
  const others = outcomesOfNamespace(view, namespaceName).filter((other) => other !== outcome)
  const digest = digestOf(found.namespace)
  const namespace = explainNamespace(found)
  const held = registration && explainRegistration(context, registration, config)
  const [hypothetical] = labelled && found.missing ? outcomesOfNamespace(labelled, namespaceName) : []
  const [ifLabelled] = decisionsOf(reportOf(input, hypothetical ? [hypothetical] : []))
  const next = [
    ...notCandidate(context, match, sight),
    ...explainNext(context, {
      ...found,
      namespace: digest,
      credential: held?.credential,
      isInFiles: hub.source === 'files',
    }),
  ]
  const { complete, incomplete } = report
  const explanation: Explanation = {
    apiVersion: 'registrar/v1',
    kind: 'Explanation',
    hub,
    subject,
    understoodAs: explainUnderstood(input, found, server),
    ...(namespace ? { namespace } : {}),
    labels: digest ? explainLabels(context, digest) : [],
    ...explainSight(sight, input),
    ...(winner ? { source: explainSource(winner, seen) } : {}),
    ...(server === '' ? {} : { server: explainServer(server) }),
    claims: explainClaims(seen, found, hypothetical, server),
    ...(held ? { registration: held } : {}),
    decision: decisionsOf(report)[0] ?? null,
    related: decisionsOf(reportOf(input, others)),
    ...(found.missing ? { ifLabelled: { labels: found.missing, decision: ifLabelled ?? null } } : {}),
    next: next.map((each) => completeNext(each, input)),
    complete,
    ...(incomplete ? { incomplete } : {}),
  }
  return { explanation, exit: exitCodeOf(report) }
}
