import type { Overlay } from '../engine/observe/claiming.ts'
import { advisedOrder, mayShadow } from '../engine/advised-order.ts'
import { UsageError } from '../errors.ts'
import { explain, type Explained } from '../explaining/explain.ts'
import { find } from '../explaining/found.ts'
import type { Match } from '../explaining/match.ts'
import { readSubject, type Asked } from '../explaining/subject.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { shownServer } from '../engine/redact.ts'
import { exitCode } from './command.ts'
import { ambiguous, unknown } from './explain-errors.ts'
import { lookNear } from './explain-near.ts'
import { look, readConfig, resolve, type Resolved } from './explain-look.ts'
import { hubName } from './hub.ts'
import { outputOf, type OutputOptions } from './inputs.ts'
import type { Io } from './io.ts'
import { chalksOf } from './print.ts'
import type { Completed } from './remedy.ts'
import { note, type Flags, type Session } from './session.ts'
import { requireTarget } from './target.ts'
import { withSession } from './with-session.ts'

/** What was typed, as it may be shown. */
const shown = (typed: string): string => {
  const asked = readSubject(typed)
  return asked.kind === 'server' ? shownServer(typed) : printableName(typed)
}

/** That `sync` would refuse the hub as a whole is no reason to explain nothing. */
const noteTarget = async (session: Session, io: Io): Promise<void> => {
  try {
    await requireTarget(session, 'none', io)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    note(io, `sync would refuse to write here: ${error.message}`)
  }
}

const only = (resolved: Resolved, typed: string, asked: Asked): Match => {
  const [match, ...others] = resolved.matches
  if (!match) throw unknown(resolved, shown(typed), asked)
  if (others.length > 0) throw ambiguous(resolved.matches, shown(typed))
  return match
}

const explainOne = async (
  session: Session,
  io: Io,
  typed: string,
  completed: Completed,
): Promise<Explained> => {
  const asked = readSubject(typed)
  // Manifests cost no request. A sync is advised for all, so where one may shadow another, all have to be seen.
  const isWhole = session.files !== undefined || mayShadow(session.settings)
  const near = isWhole ? undefined : await lookNear(session, io, asked)
  const resolved: Resolved = near ?? (await resolve(session, await look(session, io), asked))
  const match = only(resolved, typed, asked)
  const { view, namespace } = resolved
  const found = find({ view, match, ...(namespace ? { namespace } : {}) })
  const { missing, namespaceName: name = '', registration } = found
  const overlay = (labels: Overlay['labels']): ReadonlyMap<string, Overlay> =>
    new Map([[name, { labels, annotations: {} }]])
  const labelled = missing ? await look(session, io, overlay(missing)) : undefined
  const config = registration ? await readConfig(session, registration.name) : undefined
  const order = advisedOrder(
    view.context.settings,
    view.outcomes.map(({ decision }) => decision),
  )
  return explain({
    hub: session.hub.about,
    subject: shown(typed),
    match,
    view,
    ...(labelled ? { labelled } : {}),
    ...(namespace ? { namespace } : {}),
    ...(config === undefined ? {} : { config }),
    completed: (remedy) => completed(remedy, order),
  })
}

const print = async (io: Io, { explanation }: Explained, output: OutputOptions): Promise<void> => {
  if (output.format === 'json') {
    io.stdout(`${JSON.stringify(explanation, undefined, 2)}\n`)
    return
  }
  if (output.format === 'yaml') {
    const { stringify } = await import('yaml')
    io.stdout(stringify(explanation, { compat: 'yaml-1.1', lineWidth: 0 }))
    return
  }
  if (output.format === 'name') {
    const { registration } = explanation
    if (registration) io.stdout(`secret/${registration.secret}\n`)
    return
  }
  const { explainText } = await import('../output/explain-text.ts')
  const { out } = await chalksOf(io, output)
  io.stdout(
    explainText(explanation, {
      chalk: out,
      now: io.now(),
      isWide: output.format === 'wide' || output.verbosity > 0,
      ...(io.columns === undefined ? {} : { columns: io.columns }),
    }),
  )
}

/** Explains one thing as the next pass would see it. Nothing is written. */
export const runExplain = async (io: Io, flags: Flags, typed: string): Promise<number> => {
  const output = outputOf(flags)
  const { verbosity } = output
  return withSession(io, flags, { verbosity, scope: 'anywhere' }, async (session, completed) => {
    if (session.hub.about.source === 'cluster') io.stderr(`hub: ${hubName(session.hub.about)}\n`)
    await noteTarget(session, io)
    const explained = await explainOne(session, io, typed, completed)
    await print(io, explained, output)
    return exitCode(explained.exit, output.exitZero)
  })
}
