import { UsageError } from '../errors.ts'
import type { PassOptions } from '../engine/pass.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { readRegularFile } from '../registering/read-file.ts'
import { shownPath } from '../registering/shown-path.ts'
import { contradictions, discoverSettings } from '../settings/discover.ts'
import { readEnvironment, readInputs } from '../settings/environment.ts'
import type { RawSettings } from '../settings/raw.ts'
import { mergeRaw, resolveSettings } from '../settings/resolve.ts'
import { settingsNotes } from '../settings/settings-notes.ts'
import type { Settings } from '../settings/settings.ts'
import { connectionFlags } from './flags.ts'
import { CONCURRENCY, openFiles, type FilesHub, type OpenHub } from './hub.ts'
import { connectionOf, list, typedSettings } from './inputs.ts'
import type { Io } from './io.ts'

/** Parsed flags as oclif gives them; an absent one is undefined. */
export type Flags = Readonly<Record<string, string | boolean | string[] | undefined>>

/** `hub`: the verb has no flags for manifests and source namespaces, and none of their variables either. */
export type Scope = 'anywhere' | 'hub'

/** What every verb that looks at a hub begins with: the hub, open, and the settings in force. */
export interface Session {
  readonly hub: OpenHub
  /** Present with `--filename`. */
  readonly files: FilesHub | undefined
  readonly settings: Settings
}

export const readConfig = async (path: string): Promise<RawSettings> => {
  const read = await readRegularFile(path)
  if (!read.ok) throw new UsageError(`--config ${shownPath(path)}: ${read.why}`, 'name an existing file')
  const { parseConfig } = await import('../settings/config-file.ts')
  return parseConfig(read.bytes.toString(), path)
}

/** Flags that say how to reach a hub; with manifests none is reached. */
const CONNECTION = Object.keys(connectionFlags)

export const note = (io: Io, text: string): void => {
  io.stderr(`note: ${text}\n`)
}

/** What narrows the pass or keeps it off a hub must not be passed over in silence by a verb that can do neither. */
export const refuseScope = (env: NodeJS.ProcessEnv): void => {
  const name = ['REGISTRAR_FILENAME', 'REGISTRAR_NAMESPACE'].find((variable) => env[variable]?.trim())
  if (name !== undefined)
    throw new UsageError(
      `${name} is set, and this verb works on a hub and has no such flag`,
      `unset it for this one: env -u ${name} …`,
    )
}

/** kubectl takes one namespace a flag too, and would look for one of that name. */
const namespacesOf = (flags: Flags): readonly string[] | undefined => {
  const names = list(flags['namespace'])?.filter((name) => name !== '')
  const joined = names?.find((name) => name.includes(','))
  if (joined !== undefined)
    throw new UsageError(
      `--namespace: "${printableName(joined)}" is not the name of a namespace`,
      'repeat it for each: -n NAME -n NAME',
    )
  return names
}

/**
 * Opens what the flags name and merges the settings: flags, environment, file, then the ConfigMap of the hub.
 * Settings are checked before anything is contacted.
 */
export const openSession = async (
  io: Io,
  flags: Flags,
  verbosity: number,
  scope: Scope,
): Promise<Session> => {
  if (scope === 'hub') refuseScope(io.env)
  const inputs = readInputs(io.env)
  const configPath = typeof flags['config'] === 'string' ? flags['config'] : inputs.config
  const given = mergeRaw(
    typedSettings(flags),
    readEnvironment(io.env),
    configPath === undefined ? {} : await readConfig(configPath),
  )
  const namespaces = namespacesOf(flags) ?? inputs.namespaces
  const own = resolveSettings(given, namespaces)

  const filenames = list(flags['filename']) ?? inputs.filenames
  const files =
    filenames.length > 0 ? await openFiles(io, filenames, flags['recursive'] !== false) : undefined
  const hub = files ?? (await io.connect(connectionOf(flags), { verbosity }))

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
    for (const text of settingsNotes(settings, given)) note(io, text)
    return { hub, files, settings }
  } catch (error) {
    hub.close()
    throw hub.explain(error)
  }
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
