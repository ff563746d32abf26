import { dataText } from '../../argocd/cluster-secret.ts'
import type { Secret } from '../../kube/objects.ts'
import { matchesName } from '../../providers/candidates.ts'
import { execFirst } from '../../providers/better-order.ts'
import { formatProvider } from '../../providers/format-provider.ts'
import { PRESETS } from '../../providers/presets.ts'
import type { Provider } from '../../providers/provider.ts'
import { byteOrder } from '../../order.ts'
import { shellWord } from '../../registering/shell-word.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import { grouped } from './claims-grouped.ts'

/** Up to this many namespaces are asked for one by one; for more, one list of the hub costs less. */
const FEW = 20

const secretsOf = async (
  inspection: Inspection,
  namespaces: ReadonlySet<string>,
): Promise<readonly Secret[]> => {
  if (namespaces.size > FEW) {
    const all = await inspection.list('secrets')
    return all.filter(({ metadata }) => namespaces.has(metadata.namespace ?? ''))
  }
  const lists = await Promise.all(
    [...namespaces].map((namespace) => inspection.list('secrets', { namespace })),
  )
  return lists.flat()
}

/** A provider that would take a Secret, as it is typed. */
interface Suggestion {
  readonly spec: string
  readonly preset?: string
  /** `namespace/secret`. */
  readonly at: string
  /** Made for exec credentials: it goes first, or a provider for all takes what it should have. */
  readonly exec: boolean
}

/** The start of a kubeconfig, as YAML or as JSON; whether it can be used is for the provider to say. */
const isKubeconfig = (text: string): boolean =>
  /^\s*["']?kind["']?\s*:\s*["']?Config\b/m.test(text) || /[{,]\s*"kind"\s*:\s*"Config"/.test(text)

/** The name with what is the cluster's in it left open, so that it fits the next one too. */
const patternOf = ({ metadata: { name } }: Secret, cluster: string): string => {
  const open = cluster !== '' && name !== cluster ? name.replace(cluster, '*') : name
  return open.replaceAll(/[[\]?\\]/g, String.raw`\$&`)
}

const presetFor = (secret: Secret, unused: readonly Provider[]): Provider | undefined =>
  unused.find(
    (preset) =>
      matchesName(preset, secret.metadata) &&
      preset.secretKeys.some((key) => isKubeconfig(dataText(secret, key) ?? '')),
  )

const suggest = (secret: Secret, unused: readonly Provider[], cluster: string): readonly Suggestion[] => {
  const at = `${secret.metadata.namespace ?? ''}/${secret.metadata.name}`
  const preset = presetFor(secret, unused)
  if (preset) return [{ spec: preset.name, preset: preset.name, at, exec: preset.allowExec }]
  const key = Object.keys(secret.data ?? {})
    .sort(byteOrder)
    .find((name) => isKubeconfig(dataText(secret, name) ?? ''))
  return key === undefined ? [] : [{ spec: `NAME=${patternOf(secret, cluster)}=${key}`, at, exec: false }]
}

/** The providers of this run and those to add, as they are typed. */
const flagsFor = (suggestions: readonly Suggestion[], { providers, execCredentials }: Settings): string => {
  const specs = (wanted: boolean): readonly string[] =>
    suggestions.filter(({ exec }) => exec === wanted).map(({ spec }) => spec)
  const all = new Set([...specs(true), ...execFirst(providers).map(formatProvider), ...specs(false)])
  const flags = [...all].map((spec) => `--provider ${shellWord(spec)}`)
  const isExec = execCredentials || suggestions.some(({ exec }) => exec)
  return [...flags, ...(isExec ? ['--exec-credentials'] : [])].join(' ')
}

/** Providers to add for kubeconfigs in these namespaces that none looks at; one finding a provider,
 *  and the same flags for all. */
export const suggestionsFor = async (
  inspection: Inspection,
  namespaces: ReadonlySet<string>,
): Promise<readonly Finding[]> => {
  const { context } = await inspection.look()
  const used = new Set(inspection.settings.providers.map(({ name }) => name))
  const unused = Object.values(PRESETS).filter(({ name }) => !used.has(name))
  const secrets = await secretsOf(inspection, namespaces)
  const suggestions = secrets.flatMap((secret) => {
    const namespace = context.snapshot.namespaces.get(secret.metadata.namespace ?? '')
    return suggest(secret, unused, namespace?.labels[context.keys.cluster] ?? '')
  })
  const flags = flagsFor(suggestions, inspection.settings)
  return [...grouped(suggestions, ({ spec }) => spec)].map(([spec, group]): Finding => {
    const [{ preset }] = group
    return {
      severity: 'info',
      object: preset ?? spec,
      params: {
        flags,
        count: String(group.length),
        ...(preset === undefined ? {} : { preset }),
      },
      related: group.map(({ at }) => at).sort(byteOrder),
    }
  })
}
