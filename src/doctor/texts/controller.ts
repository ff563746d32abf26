import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'

const value = (params: Params, key: string): string => params[key] ?? ''

const CONSEQUENCE = 'a renewed credential is taken over when somebody runs sync'

/** What is said of a controller that is there, and does not work. */
const STATES: Readonly<Record<string, string>> = {
  'scaled-down': 'is scaled to 0',
  'not-ready': 'has no pod that is ready',
}

export const CONTROLLER_TEXTS = {
  'controller-absent': {
    message: (p) => {
      const state = STATES[value(p, 'problem')]
      return state === undefined
        ? `no controller was found that works for ${value(p, 'managedBy')}: ${CONSEQUENCE}`
        : `the controller ${value(p, 'namespace')}/${value(p, 'deployment')} ${state}: ${CONSEQUENCE}`
    },
    remedy: (p) =>
      STATES[value(p, 'problem')] === undefined
        ? 'have one run on the hub: docs/install.md; until then, run sync regularly'
        : `kubectl describe deployment -n ${value(p, 'namespace')} ${value(p, 'deployment')}`,
  },
  'controller-stale': {
    message: (p) =>
      `${value(p, 'holder')} holds the lease ${value(p, 'lease')} and last renewed it at ${value(p, 'renewed').replace(/\.\d+Z$/, 'Z')}: no controller works`,
    remedy: (p) =>
      `see whether it runs: kubectl get pods -n ${value(p, 'target')}; where nobody runs watch any more: kubectl delete lease -n ${value(p, 'target')} ${value(p, 'lease')}`,
  },
  'controller-duplicate': {
    message: (p) =>
      `${value(p, 'deployments')} work for ${value(p, 'managedBy')} with different providers: each rewrites what the other wrote`,
    remedy: () => 'give them the same providers, or one of them another --managed-by; or take one away',
  },
  'controller-settings': {
    message: (p) =>
      `${value(p, 'keys')} here differ from the controller's (configmap ${value(p, 'target')}/${value(p, 'configmap')}): each pass undoes the other's`,
    remedy: (p) =>
      `leave those flags out, or change what the controller has: kubectl edit configmap -n ${value(p, 'target')} ${value(p, 'configmap')}`,
  },
  'admission-absent': {
    message: (p) =>
      `no policy limits who may set ${value(p, 'labels')}: whoever edits a namespace decides what Argo CD gets`,
    remedy: () => 'apply the policy of docs/admission.md; other admission controllers are not seen from here',
  },
  'admission-warn-only': {
    message: (p) =>
      `policy ${value(p, 'policy')} judges changes of ${value(p, 'label')}, and no binding of it denies any`,
    remedy: (p) =>
      `once its warnings are as you want them, put Deny into validationActions: kubectl edit validatingadmissionpolicybinding ${value(p, 'binding')}`,
  },
} as const satisfies Record<string, ReasonText>
