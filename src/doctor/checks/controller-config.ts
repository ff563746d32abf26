import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../errors.ts'
import { parseConfig } from '../../settings/config-file.ts'
import { SETTINGS_KEY, SETTINGS_LABEL } from '../../settings/discover.ts'
import type { RawSettings } from '../../settings/raw.ts'
import { resolveSettings } from '../../settings/resolve.ts'
import type { Settings } from '../../settings/settings.ts'
import { Skipped } from '../check.ts'
import type { Inspection } from '../inspection.ts'

export interface Published {
  /** Name of the ConfigMap. */
  readonly name: string
  readonly settings: RawSettings
}

/**
 * The settings of controllers, as their ConfigMaps in the target namespace have them.
 * @throws KubeError where they may not be listed, Skipped where one is no configuration
 */
export const publishedSettings = async (inspection: Inspection): Promise<readonly Published[]> => {
  const { targetNamespace: namespace } = inspection.settings
  try {
    const found = await inspection.list('configmaps', { namespace, labelSelector: SETTINGS_LABEL })
    return found.flatMap(({ metadata: { name }, data }) => {
      const text = data?.[SETTINGS_KEY]
      return text === undefined
        ? []
        : [{ name, settings: parseConfig(text, `configmap ${namespace}/${name}`) }]
    })
  } catch (error) {
    if (error instanceof UsageError) throw new Skipped(error.message)
    throw error
  }
}

type Key = keyof RawSettings

/**
 * Where each key stands among the settings in force. Left out is what two may differ in without undoing each other: how
 * often and how fast one works, and how many removals it lets through.
 */
const FIELDS: Readonly<Partial<Record<Key, keyof Settings>>> = {
  targetNamespace: 'targetNamespace',
  labelPrefix: 'labelPrefix',
  managedBy: 'managedBy',
  providers: 'providers',
  execCredentials: 'execCredentials',
  execHosts: 'execHosts',
  execProxies: 'execProxies',
  demotedTTL: 'demotedTtl',
  uidGrace: 'uidGrace',
  renames: 'renames',
}

/** Keys for which what is published says something else than what is in force here. */
export const differences = (published: RawSettings, here: Settings): readonly Key[] => {
  const there = resolveSettings(published)
  return (Object.keys(published) as Key[]).filter((key) => {
    const field = FIELDS[key]
    return field !== undefined && !isDeepStrictEqual(there[field], here[field])
  })
}
