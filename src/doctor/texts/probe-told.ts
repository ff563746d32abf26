import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'

export const value = (params: Params, key: string): string => params[key] ?? ''

type Words = string | ((params: Params) => string)

interface Case {
  readonly what: Words
  readonly then: Words
}

const words = (text: Words | undefined, params: Params): string =>
  typeof text === 'function' ? text(params) : (text ?? '')

/** Where it was tried from, and how long each step took. */
export const tail = (p: Params): string =>
  `(${value(p, 'times') === '' ? '' : `${value(p, 'times')}; `}probed from here, not from Argo CD's pod)`

/** The words for each problem; those of a pod, which found its own, stand as they came. */
export const told = (cases: Readonly<Record<string, Case>>): ReasonText => ({
  message: (p) => p['said'] ?? `${words(cases[value(p, 'problem')]?.what, p)} ${tail(p)}`,
  remedy: (p) => p['advice'] ?? words(cases[value(p, 'problem')]?.then, p),
})

export const LATE: Case = {
  what: (p) => `no answer within ${value(p, 'limit')}, in the step ${value(p, 'phase')}`,
  then: (p) =>
    `see what stands between: firewall, network policy, proxy; or whether ${value(p, 'server')} is overloaded`,
}

export const SYNC = 'write its kubeconfig anew with the tool that made it, then: kubectl registrar sync'
