import { UNUSABLE } from '../../engine/reasons/kubeconfig.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { decided } from './decided.ts'

const SHUT: Readonly<Record<string, string>> = {
  provider: 'the provider does not allow it',
  setting: 'the setting execCredentials is off',
  both: 'neither the setting execCredentials nor the provider allows it',
}

export const EXEC_TEXTS = {
  'exec-gate': {
    message: (p) =>
      `exec credentials that are not translated: ${p['count'] ?? ''} (${p['commands'] ?? ''}), as ` +
      (SHUT[p['gate'] ?? ''] ?? 'one of the two gates is shut') +
      (p['replaced'] ? '; another kubeconfig of the namespace is used instead' : ''),
    remedy: (p) => UNUSABLE['exec-gate'].remedy(p),
  },
  'exec-untranslatable': decided(
    'the namespace has only kubeconfigs with an exec credential that is never translated, and why (exec-unknown, ' +
      'exec-policy, exec-apiversion, exec-server-untrusted)',
  ),
} as const satisfies Record<string, ReasonText>
