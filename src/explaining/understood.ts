import { shownServer } from '../engine/redact.ts'
import { printableName } from '../kubeconfig/printable.ts'
import type { Understood } from './explanation.ts'
import type { ExplainInput, Found } from './found.ts'

/** How the word was understood, with the names of what it led to. */
export const explainUnderstood = (
  { match, view }: ExplainInput,
  found: Found,
  server: string,
): Understood => {
  const { outcome, registration, namespaceName } = found
  const cluster = outcome?.decision.cluster ?? printableName(registration?.clusterName ?? '')
  const secret = match.source?.secret ?? outcome?.decision.secret ?? registration?.name ?? ''
  const isInTarget = match.as === 'secret' && match.source === undefined
  const namespace = isInTarget ? view.context.settings.targetNamespace : namespaceName
  return {
    kind: match.as,
    ...(cluster === '' ? {} : { cluster }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(secret === '' ? {} : { secret }),
    ...(server === '' ? {} : { server: shownServer(server) }),
  }
}
