import type { Params } from '../../kubeconfig/translation.ts'

export type PassWarningId =
  | 'annotation-dropped'
  | 'address-changed'
  | 'exec-shadowed'
  | 'pin-leaves-twin'
  | 'removals-off'
  | 'rename-refused'
  | 'server-twin'
  | 'source-ambiguous'
  | 'stamp-unreadable'
  | 'stood-down'
  | 'write-failed'

type Text = (params: Params) => string

const of = (params: Params, name: string): string => params[name] ?? ''

/** Things to know about a decision that do not change it. */
export const PASS_WARNINGS: Readonly<
  Record<PassWarningId, { readonly message: Text; readonly remedy: Text }>
> = {
  'annotation-dropped': {
    message: (p) => `annotation ${of(p, 'annotation')} is not copied: over ${of(p, 'limit')}`,
    remedy: (p) =>
      `shorten it: kubectl annotate namespace ${of(p, 'namespace')} ${of(p, 'annotation')}=VALUE --overwrite`,
  },
  'address-changed': {
    message: (p) =>
      `the address changes from ${of(p, 'from')} to ${of(p, 'to')}; Argo CD may keep using the former until its application controller restarts (argo-cd issue 14410)`,
    remedy: (p) =>
      `if Applications stay Unknown: kubectl rollout restart statefulset -n ${of(p, 'target')} argocd-application-controller`,
  },
  'exec-shadowed': {
    message: (p) =>
      `${of(p, 'using')} of provider ${of(p, 'provider')} is used, although ${of(p, 'passedOver')} of ${of(p, 'other')} carries a credential Argo CD renews itself`,
    remedy: (p) => `put the other first: --provider ${of(p, 'other')} --provider ${of(p, 'provider')}`,
  },
  'pin-leaves-twin': {
    message: (p) => `${of(p, 'pinned')} is pinned, so two clusters of one address stay visible to Argo CD`,
    remedy: (p) =>
      `to hide the former: kubectl label secret -n ${of(p, 'target')} ${of(p, 'pinned')} ${of(p, 'pruneKey')}-`,
  },
  'removals-off': {
    message: (p) => `decided and not done, removals are off: ${of(p, 'what')}`,
    remedy: (p) => of(p, 'remedy'),
  },
  'rename-refused': {
    message: (p) =>
      `the namespace asks for the name ${of(p, 'wanted')}, which is refused (${of(p, 'reason')}): kept under the old name`,
    remedy: (p) =>
      `choose another name: kubectl label namespace ${of(p, 'namespace')} ${of(p, 'clusterKey')}=NAME --overwrite`,
  },
  'server-twin': {
    message: (p) =>
      `${of(p, 'twins')} has the same address ${of(p, 'server')}: Argo CD takes one of them at random for every Application`,
    remedy: () =>
      'keep one of them: take the label off the namespace of the other, or delete the one made by hand',
  },
  'source-ambiguous': {
    message: (p) => `${of(p, 'others')} would do as well as ${of(p, 'using')}; the first by name is used`,
    remedy: () =>
      'give each cluster a namespace of its own, or a provider with a narrower pattern: --provider NAME=PATTERN=KEY',
  },
  'stamp-unreadable': {
    message: (p) => `${of(p, 'key')}=${of(p, 'stamp')} is not a time: it never expires`,
    remedy: (p) =>
      `kubectl label secret -n ${of(p, 'target')} ${of(p, 'secret')} ${of(p, 'key')}=$(date -u +%Y%m%dT%H%M%SZ) --overwrite`,
  },
  'stood-down': {
    message: (p) => `the hub had moved on (${of(p, 'why')}): nothing was written`,
    remedy: () => 'run it again',
  },
  'write-failed': {
    message: (p) => `the write failed: ${of(p, 'why')}`,
    remedy: (p) => of(p, 'remedy'),
  },
}
