import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { decided, warned } from './decided.ts'

const going = decided('why it goes, or is on its way out (the reason of the decision)')
const touched = warned('what that does to Applications')
const hidden = decided('that it is hidden from Argo CD, and by whom (demoted, held, pinned)')
const unreadable = warned("that its stamp can't be read (stamp-unreadable)")

export const REMOVAL_TEXTS = {
  'removal-held': {
    message: (p) => `held by the brake, with what waits for it: ${p['count'] ?? ''} (${p['why'] ?? ''})`,
    remedy: (p) => p['remedy'] ?? '',
  },
  'removal-pending': {
    message: (p) =>
      (p['going'] ? `to be ${p['going']}: ` : '') +
      going.message(p) +
      (p['warned'] ? `; ${touched.message(p)}` : ''),
    remedy: (p) =>
      touched.remedy(p) ||
      going.remedy(p) ||
      (p['going'] ? 'see it, and nothing else: kubectl registrar sync --dry-run=client' : ''),
  },
  'demoted-reserves-name': {
    message: (p) =>
      `${hidden.message(p)}; its name stays taken` +
      (p['until'] ? ` until it is deleted, ${p['until']}` : '') +
      (p['warned'] ? `; ${unreadable.message(p)}` : ''),
    remedy: (p) =>
      unreadable.remedy(p) ||
      hidden.remedy(p) ||
      `to free the name: kubectl registrar prune ${p['cluster'] ?? ''}`,
  },
  'pin-leaves-twin': warned('which registration a pin keeps visible beside its successor (pin-leaves-twin)'),
} as const satisfies Record<string, ReasonText>
