import { keysUnder } from '../engine/keys.ts'
import { recordedName } from '../engine/plan/group.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import { UsageError } from '../errors.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Namespace } from '../kube/objects.ts'
import type { Settings } from '../settings/settings.ts'
import { labelling, type Labelling } from './labelling.ts'
import { findNamespace } from './namespaces.ts'

/**
 * The cluster label set back to a registration that a rename has hidden; undefined where it was not a rename: the label
 * names this cluster, or nothing in the namespace is registered any more.
 */
const undoRename = (
  registration: RegistrationDigest,
  namespace: Namespace,
  settings: Settings,
): Labelling | undefined => {
  const keys = keysUnder(settings.labelPrefix)
  const { deletionTimestamp, labels = {} } = namespace.metadata
  const cluster = recordedName(registration)
  const isManaged = labels[keys.managedBy] === settings.managedBy && deletionTimestamp === undefined
  return !isManaged || registration.visible || labels[keys.cluster] === cluster
    ? undefined
    : labelling(namespace, { labels: { [keys.cluster]: cluster }, annotations: {} })
}

/**
 * The labels to set back, for those of the registrations that a rename has hidden.
 * @throws UsageError where two are of one namespace
 */
export const undoneRenames = async (
  client: KubeClient,
  settings: Settings,
  registrations: readonly RegistrationDigest[],
): Promise<readonly Labelling[]> => {
  const { sourceNamespace } = keysUnder(settings.labelPrefix)
  const byNamespace = new Map<string, Labelling>()
  for (const registration of registrations) {
    const name = registration.labels[sourceNamespace] ?? ''
    const namespace = name === '' ? undefined : await findNamespace(client, name)
    const undone = namespace && undoRename(registration, namespace, settings)
    if (!undone) continue
    if (byNamespace.has(name))
      throw new UsageError(
        `namespace ${name} has several of these, and can be one cluster only`,
        'name the one it is to be',
      )
    byNamespace.set(name, undone)
  }
  return [...byNamespace.values()]
}
