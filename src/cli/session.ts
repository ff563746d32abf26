import { readFile } from 'node:fs/promises'
import { UsageError } from '../errors.ts'
import type { DryRun } from '../engine/act.ts'
import type { PassOptions } from '../engine/pass.ts'
import { isForbidden, isNotFound } from '../kube/errors.ts'
import { parseConfig } from '../settings/config-file.ts'
import { contradictions, discoverSettings } from '../settings/discover.ts'
import { readEnvironment, readInputs } from '../settings/environment.ts'
import type { RawSettings } from '../settings/raw.ts'
import { mergeRaw, resolveSettings, settingsNotes } from '../settings/resolve.ts'
import type { Settings } from '../settings/settings.ts'
import { connectionFlags } from './flags.ts'
import { CONCURRENCY, openCluster, openFiles, type FilesHub, type OpenHub } from './hub.ts'
import { connectionOf, list, typedSettings } from './inputs.ts'
import type { Io } from './io.ts'

type Flags = Readonly<Record<string, string | boolean | string[] | undefined>>

/** What every verb that looks at a hub begins with: the hub, open, and the settings in force. */
export interface Session {
  readonly hub: OpenHub
  /** Present with `--filename`. */
  readonly files: FilesHub | undefined
  readonly settings: Settings
}

const readConfig = async (path: string): Promise<RawSettings> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    throw new UsageError(`--config ${path}: can't be read (${code})`, 'name an existing file')
  })
  return parseConfig(text, path)
}

/** Flags that say how to reach a hub; with manifests none is reached. */
const CONNECTION = Object.keys(connectionFlags)

const note = (io: Io, text: string): void => {
  io.stderr(`note: ${text}\n`)
}

/**
 * Opens what the flags name and merges the settings: flags, environment, file, then the running controller's ConfigMap.
 * Settings are checked before anything is contacted.
 */
export const openSession = async (io: Io, flags: Flags, verbosity: number): Promise<Session> => {
  const inputs = readInputs(io.env)
  const configPath = typeof flags['config'] === 'string' ? flags['config'] : inputs.config
  const given = mergeRaw(
    typedSettings(flags),
    readEnvironment(io.env),
    configPath === undefined ? {} : await readConfig(configPath),
  )
  const namespaces = list(flags['namespace'])?.filter((name) => name !== '') ?? inputs.namespaces
  const own = resolveSettings(given, namespaces)

  const filenames = list(flags['filename']) ?? inputs.filenames
  const files =
    filenames.length > 0 ? await openFiles(io, filenames, flags['recursive'] !== false) : undefined
  const hub = files ?? (await openCluster(io, connectionOf(flags), verbosity))

  const unused = files ? CONNECTION.filter((name) => flags[name] !== undefined) : []
  for (const name of unused) note(io, `--${name} has no effect with --filename: nothing is contacted`)

  const settingsFrom = typeof flags['settings-from'] === 'string' ? flags['settings-from'] : undefined
  const mayDiscover =
    settingsFrom !== undefined || (configPath === undefined && flags['discover-config'] !== false)
  try {
    const discovered = mayDiscover
      ? await discoverSettings(hub.client, own.targetNamespace, settingsFrom)
      : undefined
    const settings = discovered ? resolveSettings(mergeRaw(given, discovered.settings), namespaces) : own
    if (discovered) {
      note(
        io,
        `settings of the hub are used (configmap ${own.targetNamespace}/${discovered.from}); --no-discover-config turns that off`,
      )
      for (const text of contradictions(given, discovered.settings)) note(io, text)
    }
    for (const text of settingsNotes(settings)) note(io, text)
    return { hub, files, settings }
  } catch (error) {
    hub.close()
    throw hub.explain(error)
  }
}

/**
 * Refuses to write where no Argo CD is (decisions.md §4): a wrong context or a typo must not scatter credentials. A
 * namespace that was chosen need only exist. A client dry run is told, and goes on. Where it may not be looked at, it is not known, and the pass goes on.
 */
export const requireTarget = async (session: Session, dryRun: DryRun, io: Io): Promise<void> => {
  const fault = session.files ? undefined : await targetFault(session)
  if (fault === undefined) return
  if (dryRun !== 'client')
    throw new UsageError(fault, 'name the namespace Argo CD runs in: --target-namespace NAME')
  note(io, `without a dry run this is refused: ${fault}`)
}

const targetFault = async ({ hub, settings }: Session): Promise<string | undefined> => {
  const { targetNamespace: name, targetNamespaceChosen } = settings
  try {
    if (targetNamespaceChosen) await hub.client.get('namespaces', { name })
    else await hub.client.get('configmaps', { namespace: name, name: 'argocd-cm' })
  } catch (error) {
    if (isNotFound(error, name)) return `namespace ${name} does not exist on this hub`
    if (isNotFound(error, 'argocd-cm'))
      return `namespace ${name} holds no Argo CD (configmap argocd-cm is not there)`
    if (!isForbidden(error)) throw error
  }
  return undefined
}

/** What a pass over this session's hub needs beside its settings. */
export const passOptions = ({ hub, settings }: Session, io: Io): Omit<PassOptions, 'dryRun'> => ({
  concurrency: CONCURRENCY,
  now: io.now(),
  policy: {
    execCredentials: settings.execCredentials,
    execHosts: settings.execHosts,
    execProxies: settings.execProxies,
    hubServers: hub.hubServers,
    hubServices: hub.hubServices,
  },
})

/** Says so where a namespace was named that the pass had nothing to do with: most likely a typo, or a label missing. */
export const noteIdleNamespaces = (
  { settings }: Session,
  decided: readonly { readonly namespace?: string }[],
  io: Io,
): void => {
  const known = new Set(decided.map(({ namespace }) => namespace))
  for (const name of settings.namespaces)
    if (!known.has(name))
      note(
        io,
        `namespace ${name} is not labelled ${settings.labelPrefix}managed-by=${settings.managedBy}, and nothing is registered from it`,
      )
}
