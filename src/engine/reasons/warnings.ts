import type { Params } from '../../kubeconfig/translation.ts'
import { APPLICATION_WARNINGS, type ApplicationWarningId } from './application-warnings.ts'
import type { ReasonText } from './reason-text.ts'

type OwnWarningId =
  | 'annotation-dropped'
  | 'address-changed'
  | 'exec-shadowed'
  | 'hold-overridden'
  | 'hub-unconfirmed'
  | 'pin-leaves-twin'
  | 'removal-held'
  | 'removals-off'
  | 'rename-refused'
  | 'server-race'
  | 'server-twin'
  | 'source-ambiguous'
  | 'stamp-unreadable'
  | 'stood-down'
  | 'superseded-by-omitted'
  | 'write-failed'

export type PassWarningId = OwnWarningId | ApplicationWarningId

const of = (params: Params, name: string): string => params[name] ?? ''

const OWN: Readonly<Record<OwnWarningId, ReasonText>> = {
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
    remedy: (p) => `put ${of(p, 'other')} first: ${of(p, 'flags')}`,
  },
  'hold-overridden': {
    message: (p) =>
      `hidden by hand at ${of(p, 'since')}, and made visible again by somebody else: not hidden again on that marker`,
    remedy: (p) =>
      `to hide it again: kubectl registrar demote ${of(p, 'cluster')}; to leave it visible: kubectl registrar revert ${of(p, 'cluster')}`,
  },
  'hub-unconfirmed': {
    message: () =>
      "namespace kube-system can't be read, so whether the address answers for the same hub as before is not known",
    remedy: () => 'kubectl auth can-i get namespaces',
  },
  'pin-leaves-twin': {
    message: (p) => `${of(p, 'pinned')} is pinned, so two clusters of one address stay visible to Argo CD`,
    remedy: (p) =>
      `to hide the former: kubectl label secret -n ${of(p, 'target')} ${of(p, 'pinned')} ${of(p, 'pruneKey')}-`,
  },
  'removal-held': {
    // What is held stands last: the rest is the same for all that is, and is told once.
    message: (p) => `the brake holds it, nothing is removed or hidden (${of(p, 'why')}): ${of(p, 'what')}`,
    remedy: (p) => of(p, 'remedy'),
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
  'server-race': {
    message: (p) =>
      `${of(p, 'twin')}, written by another at the same moment, has the same address and goes first: what was written is put back`,
    remedy: () => '',
  },
  'server-twin': {
    message: (p) =>
      `${of(p, 'twins')} has the same address ${of(p, 'server')}: Argo CD takes one of them at random for every Application`,
    remedy: (p) =>
      of(p, 'former') === ''
        ? 'keep one of them: take the label off the namespace of the other and prune it, or delete the one made by hand'
        : `both come from one namespace; to hide the former name: kubectl registrar demote ${of(p, 'former')}`,
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
  'superseded-by-omitted': {
    message: (p) => `${of(p, 'key')} is left out: ${of(p, 'successor')} is longer than a label value may be`,
    remedy: () => '',
  },
  'write-failed': {
    message: (p) => `the write failed: ${of(p, 'why')}`,
    remedy: (p) => of(p, 'remedy'),
  },
}

/** Things to know about a decision that do not change it. */
export const PASS_WARNINGS: Readonly<Record<PassWarningId, ReasonText>> = { ...OWN, ...APPLICATION_WARNINGS }
