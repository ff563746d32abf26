import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'

const many = (count = '', one: string, more: string): string =>
  count === '1' ? `1 ${one}` : `${count} ${more}`

/** Why a registration that works now ends. */
const DYING = "the token used instead ends in minutes (15 for EKS), and Argo CD can't renew it"

const shadowed = ({ first = '', exec = '', count = '', clusters = '', dying }: Params): string =>
  `${first} is declared before ${exec} and shadows the exec credential of ${many(count, 'cluster', 'clusters')} ` +
  `(${clusters})${dying === undefined ? '' : `: ${DYING}`}`

const detour = ({ first = '', exec = '', count = '', clusters = '' }: Params): string =>
  `${first} is declared before ${exec} and matches Secrets that can't be used: ` +
  `${many(count, 'cluster is', 'clusters are')} registered by ${exec} only (${clusters})`

const broken = ({ first = '', exec = '', count = '', clusters = '' }: Params): string =>
  `${first} finds nothing but Secrets that can't be used for ${many(count, 'cluster that is', 'clusters that are')} ` +
  `registered by ${exec} meanwhile (${clusters})`

export const SETTINGS_TEXTS = {
  /** Params: problem, first, exec (the provider that does better), count, clusters, secrets, flags, dying. */
  'provider-order': {
    message: (p) => {
      switch (p['problem']) {
        case 'broken':
          return broken(p)
        case 'detour':
          return detour(p)
        case 'shadowed':
        default:
          return shadowed(p)
      }
    },
    remedy: ({ problem = '', exec = '', secrets = '', flags = '' }) =>
      problem === 'broken'
        ? `correct or delete what can't be used: ${secrets}`
        : `put ${exec} first: ${flags}`,
  },
} as const satisfies Record<string, ReasonText>
