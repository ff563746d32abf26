import { shellWord } from '../registering/shell-word.ts'
import { formatProvider } from './format-provider.ts'
import type { Provider } from './provider.ts'

/** Two providers by name: `better` belongs before `first`. */
export interface Pair {
  readonly first: string
  readonly better: string
}

/** All providers, with each better one right before the first of those it belongs before. */
export const betterOrder = (providers: readonly Provider[], pairs: readonly Pair[]): readonly Provider[] =>
  pairs.reduce<readonly Provider[]>((order, { first, better }) => {
    const moved = order.find(({ name }) => name === better)
    const at = order.findIndex(({ name }) => name === first)
    if (!moved || at < 0 || order.indexOf(moved) < at) return order
    return [...order.slice(0, at), moved, ...order.slice(at).filter((provider) => provider !== moved)]
  }, providers)

/** Those that may use exec credentials before the others, which match more than is theirs; else as they were. */
export const execFirst = <T extends { readonly allowExec: boolean }>(
  providers: readonly T[],
): readonly T[] => [
  ...providers.filter(({ allowExec }) => allowExec),
  ...providers.filter(({ allowExec }) => !allowExec),
]

/** Providers as they are typed, fit to be pasted: `--provider capa-eks --provider capi`. */
export const providerFlags = (providers: readonly Provider[]): string =>
  providers.map((provider) => `--provider ${shellWord(formatProvider(provider))}`).join(' ')
