import { KubeError } from '../kube/errors.ts'
import type { Secret } from '../kube/objects.ts'
import type { Settings } from '../settings/settings.ts'
import type { Base, Note, Outcome } from './decision.ts'

/** What became of one try to carry a decision out. */
export type Attempt = Omit<Outcome, 'decision'>

export const stoodDown = (why: string): Attempt => ({
  result: 'stood-down',
  notes: [{ reason: 'stood-down', params: { why } }],
})

/** The hub had moved on: worth one more look. */
export const overtaken = (why: string): Attempt => ({ ...stoodDown(why), again: true })

/** No answer came, so the write may have taken effect. It is never sent again without a look. */
const isUncertain = ({ kind }: KubeError): boolean =>
  kind === 'network' || kind === 'timeout' || kind === 'body'

/** What a person can do about a refused write, by the API server's own reason. */
const remedyFor = (error: KubeError, settings: Settings, secret: string | undefined): string => {
  if (error.code === 403) return `kubectl auth can-i --list -n ${settings.targetNamespace}`
  if (error.code === 404) return `kubectl get namespace ${settings.targetNamespace}`
  if (error.code === 422 && secret !== undefined)
    return `see what of it the hub refuses: kubectl get secret -n ${settings.targetNamespace} ${secret} -o yaml`
  if (error.code === 422) return 'change the label or annotation of the namespace that the message names'
  return 'run it again'
}

/**
 * @param secret the registration whose own content is refused, where nothing else was to be written
 * @throws what is no answer of the hub, and what the caller aborted
 */
export const failed = (error: unknown, settings: Settings, secret?: string): Attempt => {
  if (!(error instanceof KubeError)) throw error
  const params = { why: error.message, remedy: remedyFor(error, settings, secret) }
  const notes: Note[] = [{ reason: 'write-failed', params }]
  return isUncertain(error) ? { result: 'failed', notes, again: true } : { result: 'failed', notes }
}

/** True where the Secret is still the one that was decided on. */
export const isUnchanged = (secret: Secret, base: Base): boolean =>
  (base.uid === undefined || secret.metadata.uid === base.uid) &&
  (base.resourceVersion === undefined || secret.metadata.resourceVersion === base.resourceVersion)
