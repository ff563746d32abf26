import { UNUSABLE } from '../../engine/reasons/kubeconfig.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { decided } from './decided.ts'

const SHUT: Readonly<Record<string, string>> = {
  provider: 'the provider does not allow it',
  setting: 'the setting execCredentials is off',
  both: 'the setting execCredentials is off, and the provider does not allow it either',
}

export const EXEC_TEXTS = {
  'exec-gate': {
    message: (p) =>
      `kubeconfigs with an exec credential (${p['commands'] ?? ''}) that are not translated: ${p['count'] ?? ''}, as ` +
      (SHUT[p['gate'] ?? ''] ?? 'one of the two gates is shut') +
      (p['replaced'] ? '; another kubeconfig of the namespace is used instead' : ''),
    remedy: (p) => UNUSABLE['exec-gate'].remedy(p),
  },
  'exec-untranslatable': decided(
    'the namespace has only kubeconfigs with an exec credential that is never translated, and why (exec-unknown, ' +
      'exec-policy, exec-apiversion, exec-server-untrusted)',
  ),
} as const satisfies Record<string, ReasonText>
