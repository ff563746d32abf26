import { stat } from 'node:fs/promises'
import type { SettingsChangeOptions } from '../controller/settings-change.ts'
import type { KubeClient } from '../kube/client.ts'
import { discoverSettings } from '../settings/discover.ts'
import { readEnvironment, readInputs } from '../settings/environment.ts'
import { mergeRaw, resolveSettings } from '../settings/resolve.ts'
import { typedSettings } from './inputs.ts'
import type { Io } from './io.ts'
import { readConfig, type Flags } from './session.ts'

/** When a file was written last, and which it is: a ConfigMap in a pod is replaced and not written. */
const versionOf = async (path: string): Promise<string> => {
  try {
    const { ino, mtimeMs, size } = await stat(path)
    return [ino, mtimeMs, size].join(' ')
  } catch {
    return ''
  }
}

/** Where the settings of a session come from, to look at them again later. */
export const settingsSource = (
  io: Io,
  flags: Flags,
  client: KubeClient,
): Pick<SettingsChangeOptions, 'fileChanged' | 'onHub' | 'read'> => {
  const path = typeof flags['config'] === 'string' ? flags['config'] : readInputs(io.env).config
  const name = typeof flags['settings-from'] === 'string' ? flags['settings-from'] : undefined
  const onHub = name !== undefined || (path === undefined && flags['discover-config'] !== false)
  const state: { version?: string } = {}
  return {
    onHub,
    fileChanged: async () => {
      if (path === undefined) return false
      const version = await versionOf(path)
      const isOther = version !== state.version
      state.version = version
      return isOther
    },
    read: async () => {
      const given = mergeRaw(
        typedSettings(flags),
        readEnvironment(io.env),
        path === undefined ? {} : await readConfig(path),
      )
      const own = resolveSettings(given)
      const discovered = onHub ? await discoverSettings(client, own.targetNamespace, name) : undefined
      return discovered ? resolveSettings(mergeRaw(given, discovered.settings)) : own
    },
  }
}
