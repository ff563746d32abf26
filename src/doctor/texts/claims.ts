import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { decided, warned } from './decided.ts'

const claimedTwice = decided('the namespace that has the name, or claims it too (contested-name, incumbent)')

const isOtherOwner = (problem: string | undefined): boolean => problem === 'other-owner'

export const CLAIMS_TEXTS = {
  'namespace-claim': decided(
    'what is wrong with the name that the namespace asks for (cluster-label-missing, cluster-name-illegal, ' +
      'cluster-name-reserved)',
  ),
  'namespace-claim-conflict': {
    message: (p) =>
      isOtherOwner(p['problem'])
        ? `namespace ${p['other'] ?? ''}, which is of the registrar ${p['registrar'] ?? ''}, claims the name ${p['cluster'] ?? ''} too`
        : claimedTwice.message(p),
    remedy: (p) =>
      isOtherOwner(p['problem'])
        ? `where both write to one target namespace, choose another name: kubectl label namespace ${p['namespace'] ?? ''} ${p['clusterKey'] ?? ''}=NAME --overwrite`
        : claimedTwice.remedy(p),
  },
  'namespace-claim-size': warned('which annotation is not copied, and the limit (annotation-dropped)'),
  'namespace-field-inert': {
    message: (p) => `no setting reads ${p['annotations'] ?? ''} as yet: it is copied, and decides nothing`,
    remedy: (p) => `take it away: kubectl annotate namespace ${p['namespace'] ?? ''} ${p['removal'] ?? ''}`,
  },
  'name-conflict': decided(
    'the Secret that has the name (not-managed, name-held, incumbent, orphan-cluster-mismatch, create-race)',
  ),
  'server-conflict': decided('the cluster or namespace that has the address (server-collision)'),
  'server-alias': {
    message: (p) =>
      `the same API server in several spellings, each of them a cluster to Argo CD: ${p['servers'] ?? ''}`,
    remedy: () =>
      'keep one of them: take the label off the namespace of the other and prune it, or delete the one made by hand',
  },
} as const satisfies Record<string, ReasonText>
