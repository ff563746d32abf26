import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { decided, warned } from './decided.ts'

const frozen = decided('why no pass can refresh it (the reason of a decision to keep it)')
const unrouted = decided('that no source namespace is recorded (unrouted)')
const overridden = warned('that it was hidden by hand and is visible again (hold-overridden)')

const isMisnamed = (problem: string | undefined): boolean => problem === 'misnamed'
const isUnlabelled = (problem: string | undefined): boolean => problem === 'unlabelled'

export const REGISTRATIONS_TEXTS = {
  'registration-frozen': {
    message: (p) =>
      `${frozen.message(p)}; Argo CD still holds ${p['address'] ?? ''}` +
      (p['written'] ? `, last written ${p['written']}` : ''),
    remedy: frozen.remedy,
  },
  'registration-unrouted': {
    message: (p) =>
      isMisnamed(p['problem'])
        ? `${p['secret'] ?? ''} carries our label, but not a name of the form cluster-NAME: never refreshed and never removed`
        : unrouted.message(p),
    remedy: (p) =>
      isMisnamed(p['problem'])
        ? `if it was made by hand: kubectl label secret -n ${p['target'] ?? ''} ${p['secret'] ?? ''} ${p['managedByKey'] ?? ''}-`
        : unrouted.remedy(p),
  },
  'registration-foreign-edit': {
    message: (p) =>
      isUnlabelled(p['problem'])
        ? `${p['secret'] ?? ''} has lost our labels and holds what namespace ${p['namespace'] ?? ''} registers, as \`argocd cluster set --label\` leaves it: no longer refreshed`
        : overridden.message(p),
    remedy: (p) =>
      isUnlabelled(p['problem'])
        ? `to take it back: kubectl label secret -n ${p['target'] ?? ''} ${p['secret'] ?? ''} ${p['managedByKey'] ?? ''}=${p['managedBy'] ?? ''} ${p['clusterKey'] ?? ''}=${p['cluster'] ?? ''} ${p['sourceNamespaceKey'] ?? ''}=${p['namespace'] ?? ''} --overwrite`
        : overridden.remedy(p),
  },
  'source-drift': {
    message: (p) =>
      `what is registered is not what the source holds now: ${p['parts'] ?? ''}` +
      (p['to'] ? ` (${p['from'] ?? ''} is registered, the source has ${p['to']})` : '') +
      (p['recreated'] ? '; another CA means that the child cluster was made again' : ''),
    remedy: (p) => `kubectl registrar sync -n ${p['namespace'] ?? ''}`,
  },
} as const satisfies Record<string, ReasonText>
