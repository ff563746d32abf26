import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { decided, warned } from './decided.ts'

/** How long the namespace has been there, where that is known. */
const lacking = (summary: string): ReasonText => {
  const { message, remedy } = decided(summary)
  return {
    message: (p) => message(p) + (p['age'] ? `; the namespace is ${p['age']} old` : ''),
    remedy,
  }
}

const unseen = decided('what could not be read, and why (incomplete-view)')

export const SOURCES_TEXTS = {
  'source-missing': lacking(
    'there is nothing to register after an hour, and what was looked for (source-missing, key-missing, source-empty)',
  ),
  'source-waiting': lacking(
    'there is nothing to register yet, and what is looked for (source-missing, key-missing, source-empty)',
  ),
  'source-unusable': decided('no candidate can be used, each with its reason (source-unusable)'),
  'source-unseen': {
    message: (p) =>
      p['problem'] === 'incomplete' ? `could not be seen: ${p['why'] ?? ''}` : unseen.message(p),
    remedy: (p) => (p['problem'] === 'incomplete' ? 'run it again' : unseen.remedy(p)),
  },
  'source-ambiguous': warned(
    'which kubeconfig was taken, and which would do as well (source-ambiguous, token-file-ignored)',
  ),
} as const satisfies Record<string, ReasonText>
