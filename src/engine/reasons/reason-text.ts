import type { Params } from '../../kubeconfig/translation.ts'

/** One sentence naming the fault and its place, and one naming what to do. Neither holds a credential. */
export interface ReasonText {
  readonly message: (params: Params) => string
  readonly remedy: (params: Params) => string
}
