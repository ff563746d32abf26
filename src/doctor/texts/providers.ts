import type { ReasonText } from '../../engine/reasons/reason-text.ts'

export const PROVIDERS_TEXTS = {
  'provider-unmatched': {
    message: (p) => `no Secret of any source namespace is called ${p['pattern'] ?? ''}`,
    remedy: (p) =>
      `leave it out, or see what the Secrets are called: kubectl get secrets -n ${p['namespace'] ?? ''}`,
  },
  'provider-suggest': {
    message: (p) =>
      `kubeconfigs of source namespaces that no provider looks at: ${p['count'] ?? ''}` +
      (p['preset'] ? `, in the form of ${p['preset']}` : ''),
    remedy: (p) => `use them too: ${p['flags'] ?? ''}`,
  },
} as const satisfies Record<string, ReasonText>
