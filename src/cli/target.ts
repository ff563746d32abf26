import type { DryRun } from '../engine/act.ts'
import { UsageError } from '../errors.ts'
import { isForbidden, isNotFound } from '../kube/errors.ts'
import type { Io } from './io.ts'
import { note, type Session } from './session.ts'

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
