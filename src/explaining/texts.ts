import type { Params } from '../kubeconfig/translation.ts'
import type { ReasonText } from '../engine/reasons/reason-text.ts'
import type { Next } from './explanation.ts'

const of = (params: Params, name: string): string => params[name] ?? ''

/**
 * What `explain` says beyond the reason of a decision: why a usable candidate was passed over, and what would change the
 * outcome or keeps it. `remedy` is what changes it.
 */
const TEXTS = {
  'candidate-outranked': {
    message: (p) => `not tried, as ${of(p, 'first')} comes first and can be used`,
    remedy: () => '',
  },
  'candidate-rival': {
    message: (p) => `it could be used too, and ${of(p, 'first')} comes first`,
    remedy: () => '',
  },
  'candidate-expired': {
    message: (p) => `its ${of(p, 'kind')} ended ${of(p, 'date')}, and ${of(p, 'first')} is taken instead`,
    remedy: () => 'have the provisioner renew it',
  },
  'not-a-candidate': {
    message: (p) => `no provider looks at ${of(p, 'secret')}: they look at ${of(p, 'patterns')}`,
    remedy: () => 'name its provider with --provider, or describe it: --provider NAME=PATTERN=KEY',
  },
  'label-it': {
    message: (p) =>
      `namespace ${of(p, 'namespace')} is not a source namespace until it is labelled ${of(p, 'labels')}`,
    remedy: (p) =>
      of(p, 'registered') === ''
        ? `kubectl registrar register ${of(p, 'namespace')}`
        : `kubectl label namespace ${of(p, 'namespace')} ${of(p, 'labels')}`,
  },
  'name-it': {
    message: (p) => `namespace ${of(p, 'namespace')} needs a name for its cluster: ${of(p, 'labels')}`,
    remedy: (p) => `kubectl label namespace ${of(p, 'namespace')} ${of(p, 'labels')} --overwrite`,
  },
  apply: {
    message: (p) =>
      of(p, 'files') === ''
        ? 'the next pass does it'
        : 'sync with these manifests and -o yaml prints the Secret to apply',
    remedy: (p) => (of(p, 'files') === '' ? 'kubectl registrar sync' : ''),
  },
  'apply-in-order': {
    message: (p) =>
      `the next pass with ${of(p, 'provider')} before ${of(p, 'other')} does it; with ${of(p, 'other')} first, it is ` +
      'registered with the credential Argo CD renews itself',
    remedy: (p) => (of(p, 'files') === '' ? `kubectl registrar sync ${of(p, 'flags')}` : of(p, 'flags')),
  },
  kept: {
    message: (p) =>
      `it stays registered as long as namespace ${of(p, 'namespace')} carries ${of(p, 'managedByKey')} and ` +
      `${of(p, 'clusterKey')}=${of(p, 'cluster')}; each pass refreshes it from ${of(p, 'source')}`,
    remedy: (p) => (of(p, 'files') === '' ? `to hide it: kubectl registrar demote ${of(p, 'cluster')}` : ''),
  },
  'goes-on-by-itself': {
    message: () => 'once that is there, the next pass goes on',
    remedy: (p) => (of(p, 'files') === '' ? 'kubectl registrar sync' : ''),
  },
  'would-be-removed': {
    message: () => 'the next pass does it, unless the registration is pinned',
    remedy: (p) =>
      `to keep it: kubectl label secret -n ${of(p, 'target')} ${of(p, 'secret')} ${of(p, 'pruneKey')}=disabled`,
  },
  'address-taken': {
    message: () => 'as long as the other has the address, the next pass refuses it',
    remedy: () =>
      'one address can be one cluster only: keep one of the two, or give this one its own address',
  },
  'comes-back': {
    message: (p) =>
      `it comes back when namespace ${of(p, 'namespace')} names ${of(p, 'name')} again, with a kubeconfig that can be used`,
    remedy: (p) => `kubectl registrar revert ${of(p, 'cluster')}`,
  },
  'is-deleted': {
    message: (p) =>
      of(p, 'ttl') === ''
        ? 'it stays hidden, and no pass deletes it as long as its namespace is there (no --demoted-ttl is set)'
        : `it is deleted once its namespace is registered under another name and it has been hidden for ${of(p, 'ttl')}`,
    remedy: (p) => `to delete it now: kubectl registrar prune ${of(p, 'cluster')}`,
  },
  'stays-until': {
    message: (p) => `while that is so, it stays as it is, and Argo CD ${of(p, 'sees')} it`,
    remedy: () => '',
  },
  foreign: {
    message: (p) =>
      `${of(p, 'secret')} does not carry ${of(p, 'owner')}, so it is not ours: it is never changed and never deleted`,
    remedy: (p) =>
      of(p, 'visible') === ''
        ? ''
        : 'to have its cluster registered from a namespace in its place: docs/from-argocd-cluster-add.md',
  },
  'not-ours': {
    message: (p) =>
      `${of(p, 'secret')} carries ${of(p, 'owner')}, but is not a cluster Secret called cluster-NAME: it is left alone`,
    remedy: () => '',
  },
  'credential-ends': {
    message: (p) =>
      `the ${of(p, 'kind')} that Argo CD holds ${of(p, 'expired') === '' ? 'ends' : 'ended'} ${of(p, 'date')}; it is replaced as soon as the source holds another`,
    remedy: () => '',
  },
} as const satisfies Readonly<Record<string, ReasonText>>

export type ExplainTextId = keyof typeof TEXTS

const EXPLAIN_TEXTS: Readonly<Record<ExplainTextId, ReasonText>> = TEXTS

export const explainText = (
  id: ExplainTextId,
  params: Params,
): { readonly message: string; readonly remedy: string } => ({
  message: EXPLAIN_TEXTS[id].message(params),
  remedy: EXPLAIN_TEXTS[id].remedy(params),
})

/** One line of what comes next. */
export const next = (id: ExplainTextId, params: Params = {}): Next => {
  const { message, remedy } = explainText(id, params)
  return { id, message, ...(remedy === '' ? {} : { remedy }) }
}
