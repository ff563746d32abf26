import { betterOrder, execFirst } from '../providers/better-order.ts'
import { formatProvider } from '../providers/format-provider.ts'
import type { Settings } from '../settings/settings.ts'
import type { Decision } from './decision.ts'

/** A provider that may use exec credentials stands behind one that may not, which may shadow it. */
export const mayShadow = ({ execCredentials, providers }: Settings): boolean =>
  execCredentials && execFirst(providers).some((provider, at) => provider !== providers[at])

/**
 * The providers, each as it is typed, in the order in which none of these decisions takes a credential that shadows a better
 * one. Undefined where the present order does that: a command that is proposed may go on with it.
 */
export const advisedOrder = (
  { providers }: Settings,
  decisions: readonly Decision[],
): readonly string[] | undefined => {
  const pairs = decisions
    .flatMap(({ warnings }) => warnings)
    .filter(({ reason }) => reason === 'exec-shadowed')
    .map(({ params: { provider = '', other = '' } }) => ({ first: provider, better: other }))
  return pairs.length === 0 ? undefined : betterOrder(providers, pairs).map(formatProvider)
}
