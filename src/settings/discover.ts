import { UsageError } from '../errors.ts'
import type { KubeClient } from '../kube/client.ts'
import { isForbidden } from '../kube/errors.ts'
import { listAll } from '../kube/paging.ts'
import { parseConfig } from './config-file.ts'
import type { RawSettings } from './raw.ts'
import { restrictDiscovered } from './resolve.ts'

const LABEL = 'app.kubernetes.io/name=kubectl-registrar'
const KEY = 'config.yaml'

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
    { namespace: targetNamespace, labelSelector: LABEL },
    (configMap) => {
      const text = configMap.data?.[KEY]
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
      `kubectl get configmap -n ${targetNamespace} -l ${LABEL}`,
    )
  if (others.length > 0)
    throw new UsageError(
      `several controllers have settings in ${targetNamespace}: ${candidates.map((item) => item.name).join(', ')}`,
      'choose one with --settings-from NAME, or pass --no-discover-config',
    )
  return (
    first && {
      from: first.name,
      settings: restrictDiscovered(parseConfig(first.text, `configmap ${targetNamespace}/${first.name}`)),
    }
  )
}

const plain = (value: unknown): string => JSON.stringify(value)

/** Settings given here that say something else than the controller's: either would undo the other. */
export const contradictions = (given: RawSettings, discovered: RawSettings): string[] =>
  Object.entries(given).flatMap(([key, here]) => {
    const there = discovered[key as keyof RawSettings]
    return there === undefined || plain(there.value) === plain((here as { readonly value: unknown }).value)
      ? []
      : [
          `${(here as { readonly origin: string }).origin} differs from the controller's ${key} (${there.origin}): each pass undoes the other's`,
        ]
  })
