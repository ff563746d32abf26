import type { Params, Unusable, UnusableCause } from './translation.ts'

/** One step of the translation: its value, or why the kubeconfig can't be used. */
export type Step<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly unusable: Unusable }

export const done = <T>(value: T): Step<T> => ({ ok: true, value })

/** `params` never hold a credential: field names, object names, hosts and flags only. */
export const refuse = (
  cause: UnusableCause,
  params: Params = {},
): { readonly ok: false; readonly unusable: Unusable } => ({
  ok: false,
  unusable: { outcome: 'unusable', cause, params },
})
