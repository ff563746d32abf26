import { dataText } from '../argocd/cluster-secret.ts'
import type { Overlay } from '../engine/observe/claiming.ts'
import { readNamespace } from '../engine/observe/namespaces.ts'
import { readRegistration } from '../engine/observe/registrations.ts'
import { completePass, preparePass, type PassOptions } from '../engine/pass.ts'
import { planContext } from '../engine/plan/context.ts'
import { isAbsence, type Absence, type NamespaceDigest } from '../engine/snapshot.ts'
import { matchesOf, secretMatch, type Match } from '../explaining/match.ts'
import type { Asked } from '../explaining/subject.ts'
import type { View } from '../explaining/view.ts'
import { KubeError } from '../kube/errors.ts'
import { isDnsLabel, isDnsSubdomain } from '../kube/names.ts'
import { registrationKey } from '../engine/keys.ts'
import type { Io } from './io.ts'
import { passOptions, type Session } from './session.ts'

/** What a word means, and what had to be read for it beside the pass. */
export interface Resolved {
  readonly view: View
  readonly matches: readonly Match[]
  readonly namespace?: NamespaceDigest | Absence
}

/** The pass that `sync --dry-run` makes; nothing is written. */
export const look = async (
  { hub, settings, ...session }: Session,
  io: Io,
  overlay?: ReadonlyMap<string, Overlay>,
): Promise<View> => {
  const options: PassOptions = {
    ...passOptions({ hub, settings, ...session }, io),
    dryRun: 'client',
    ...(overlay ? { overlay } : {}),
  }
  const prepared = await preparePass(hub.client, settings, options)
  const { outcomes, incomplete } = await completePass(hub.client, settings, options, prepared)
  const { observation, inputs } = prepared
  return {
    observation,
    context: planContext(observation.snapshot, settings, options.now, inputs),
    outcomes,
    incomplete,
  }
}

/** The same view, with one more Secret of the target namespace in it. */
const withSecret = async (
  { hub, settings }: Session,
  view: View,
  name: string,
): Promise<View | undefined> => {
  const registration = await readRegistration(hub.client, settings, name)
  if (!registration) return undefined
  const { snapshot } = view.observation
  const registrations = new Map(snapshot.registrations)
  registrations.set(registrationKey(settings.targetNamespace, name), registration)
  const seen = { ...snapshot, registrations }
  return {
    ...view,
    observation: { ...view.observation, snapshot: seen },
    context: planContext(seen, settings, view.context.now),
  }
}

/** By a list of one name, as the rights of a pass allow. */
const isThere = async ({ hub }: Session, namespace: string, name: string): Promise<boolean> => {
  const { items } = await hub.client.listMetadataPage('secrets', {
    namespace,
    fieldSelector: `metadata.name=${name}`,
    limit: 1,
  })
  return items.length > 0
}

const sightOf = async (session: Session, view: View, name: string): Promise<NamespaceDigest | Absence> => {
  const { snapshot } = view.observation
  return (
    snapshot.namespaces.get(name) ??
    snapshot.absences.get(name) ??
    (await readNamespace(session.hub.client, session.settings, name))
  )
}

/** A namespace that nobody has labelled. */
const resolveNamespace = async (session: Session, view: View, name: string): Promise<Resolved> => {
  const namespace = await sightOf(session, view, name)
  const isSeen = !isAbsence(namespace)
  const match: Match = { as: 'namespace', topic: { kind: 'namespace', name }, word: `namespace/${name}` }
  return { view, matches: isSeen ? [match] : [], namespace }
}

/** A Secret that no provider looks at, or whose namespace nobody has labelled. */
const resolveSource = async (
  session: Session,
  view: View,
  namespace: string,
  name: string,
): Promise<Resolved> => {
  if (!(await isThere(session, namespace, name))) return { view, matches: [] }
  return {
    view,
    matches: [secretMatch(view, namespace, name)],
    namespace: await sightOf(session, view, namespace),
  }
}

/** Finds what a word means; what a pass does not look at is read by itself. */
export const resolve = async (session: Session, view: View, asked: Asked): Promise<Resolved> => {
  const matches = matchesOf(view, asked)
  const { kind, name, namespace } = asked
  if (matches.length > 0) return { view, matches }
  const { targetNamespace, namespaces } = session.settings
  if (namespaces.length > 0 && !namespaces.includes(namespace ?? name)) return { view, matches }
  const isLegal = isDnsSubdomain(name) && (namespace === undefined || isDnsLabel(namespace))
  if (kind === 'secret' && isLegal && (namespace === undefined || namespace === targetNamespace)) {
    const wider = await withSecret(session, view, name)
    return wider ? { view: wider, matches: matchesOf(wider, asked) } : { view, matches }
  }
  if (kind === 'secret' && isLegal && namespace !== undefined)
    return resolveSource(session, view, namespace, name)
  return (kind === undefined || kind === 'namespace') && isDnsLabel(name)
    ? resolveNamespace(session, view, name)
    : { view, matches }
}

/** Config text of a Secret in the target namespace; undefined where it may not be read. It holds the credential. */
export const readConfig = async ({ hub, settings }: Session, name: string): Promise<string | undefined> => {
  try {
    return dataText(await hub.client.get('secrets', { namespace: settings.targetNamespace, name }), 'config')
  } catch (error) {
    if (error instanceof KubeError && error.kind !== 'aborted') return undefined
    throw error
  }
}
