import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../errors.ts'
import type { KubeClient } from '../kube/client.ts'
import { isForbidden } from '../kube/errors.ts'
import { listAll } from '../kube/paging.ts'
import { parseDuration } from './duration.ts'
import type { RawSettings, Sourced } from './raw.ts'
import { restrictDiscovered } from './resolve.ts'

/** Selects the ConfigMaps of controllers. */
export const SETTINGS_LABEL = 'app.kubernetes.io/name=kubectl-registrar'
/** The key of such a ConfigMap that holds a configuration. */
export const SETTINGS_KEY = 'config.yaml'

export interface Discovered {
  readonly settings: RawSettings
  /** Name of the ConfigMap they come from. */
  readonly from: string
}

/**
 * The settings of the controller that runs on the hub, from its ConfigMap in the target namespace; undefined where
 * there is none or it may not be read.
 * @param name the ConfigMap to use, where several are there
 * @throws UsageError where there are several and none was named
 */
export const discoverSettings = async (
  client: KubeClient,
  targetNamespace: string,
  name?: string,
): Promise<Discovered | undefined> => {
  const found = await listAll(
    client,
    'configmaps',
    { namespace: targetNamespace, labelSelector: SETTINGS_LABEL },
    (configMap) => {
      const text = configMap.data?.[SETTINGS_KEY]
      return text === undefined ? undefined : { name: configMap.metadata.name, text }
    },
  ).catch((error: unknown) => {
    if (isForbidden(error)) return { items: [] }
    throw error
  })
  const candidates = name === undefined ? found.items : found.items.filter((item) => item.name === name)
  const [first, ...others] = candidates
  if (name !== undefined && !first)
    throw new UsageError(
      `--settings-from: no ConfigMap ${targetNamespace}/${name} with settings can be read`,
      `kubectl get configmap -n ${targetNamespace} -l ${SETTINGS_LABEL}`,
    )
  if (others.length > 0)
    throw new UsageError(
      `several ConfigMaps hold settings in ${targetNamespace}: ${candidates.map((item) => item.name).join(', ')}`,
      'choose one with --settings-from NAME, or pass --no-discover-config',
    )
  if (!first) return undefined
  // Most hubs have none, and reading YAML takes longer to load than all else a short command needs.
  const { parseConfig } = await import('./config-file.ts')
  const settings = parseConfig(first.text, `configmap ${targetNamespace}/${first.name}`)
  return { from: first.name, settings: restrictDiscovered(settings) }
}

const DURATIONS: readonly string[] = ['interval', 'demotedTTL', 'uidGrace']

/** `60s` and `1m` say the same. */
const meaning = (key: string, value: unknown): unknown =>
  (DURATIONS.includes(key) && typeof value === 'string' ? parseDuration(value, { days: true }) : undefined) ??
  value

/** Settings given here that say something else than the controller's: either would undo the other. */
export const contradictions = (given: RawSettings, discovered: RawSettings): string[] =>
  (Object.entries(given) as [keyof RawSettings, Sourced<unknown>][]).flatMap(([key, here]) => {
    const there = discovered[key]
    if (there === undefined || isDeepStrictEqual(meaning(key, there.value), meaning(key, here.value)))
      return []
    return [
      `${here.origin} differs from the controller's ${key} (${there.origin}): each pass undoes the other's`,
    ]
  })
