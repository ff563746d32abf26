import { UsageError } from '../../errors.ts'
import { isForbidden } from '../../kube/errors.ts'
import type { Deployment } from '../../kube/objects.ts'
import { formatProvider } from '../../providers/format-provider.ts'
import { readEnvironment } from '../../settings/environment.ts'
import type { RawSettings } from '../../settings/raw.ts'
import { mergeRaw, resolveSettings } from '../../settings/resolve.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Inspection } from '../inspection.ts'
import { publishedSettings } from './controller-config.ts'

/** A controller that somebody deployed: this one or the Go registrar. */
export interface Instance {
  /** `NAMESPACE/NAME` of its Deployment. */
  readonly name: string
  readonly wanted: number
  readonly ready: number
  readonly settings: Settings
  /** As given with `--leader-election-id`. */
  readonly leaseId?: string
}

const OWN = 'kubectl-registrar'
const PROGRAMS: readonly string[] = [OWN, 'argocd-cluster-registrar']
const NAME_LABEL = 'app.kubernetes.io/name'

type Container = NonNullable<NonNullable<Deployment['spec']>['template']['spec']>['containers'][number]

/** `registry:5000/a/name:tag@sha256:…` → `name`. */
const imageName = ({ image = '' }: Container): string =>
  (image.split('@')[0] ?? '').split('/').at(-1)?.split(':')[0] ?? ''

const containerOf = ({ metadata, spec }: Deployment): Container | undefined => {
  const containers = spec?.template.spec?.containers ?? []
  const named = containers.find((container) => PROGRAMS.includes(imageName(container)))
  return named ?? (PROGRAMS.includes(metadata.labels?.[NAME_LABEL] ?? '') ? containers[0] : undefined)
}

/** Values of a flag, written `--name=value` or `--name value`; a bare flag is `true`. */
const valuesOf = (words: readonly string[], name: string): readonly string[] =>
  words.flatMap((word, index) => {
    if (word.startsWith(`--${name}=`)) return [word.slice(name.length + 3)]
    if (word !== `--${name}`) return []
    const next = words[index + 1]
    return [next === undefined || next.startsWith('-') ? 'true' : next]
  })

/** The settings that two controllers must have in common, or one undoes what the other does. */
const SHARED = [
  'target-namespace',
  'label-prefix',
  'managed-by',
  'provider',
  'exec-credentials',
  'demoted-ttl',
]

const givenTo = (container: Container, words: readonly string[]): RawSettings => {
  const env = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]))
  return readEnvironment(
    Object.fromEntries(
      SHARED.map((flag) => {
        const name = `REGISTRAR_${flag.toUpperCase().replaceAll('-', '_')}`
        const typed = valuesOf(words, flag)
        return [name, typed.length > 0 ? typed.join(' ') : env[name]]
      }),
    ),
  )
}

/** Undefined where it is none, or where its settings can't be told. */
const instanceOf = (deployment: Deployment, published: RawSettings): Instance | undefined => {
  const container = containerOf(deployment)
  if (!container) return undefined
  const words = [...(container.command ?? []), ...(container.args ?? [])]
  const { name, namespace = '' } = deployment.metadata
  const [leaseId] = valuesOf(words, 'leader-election-id')
  try {
    const given = givenTo(container, words)
    const isOwn = imageName(container) !== PROGRAMS[1]
    return {
      name: `${namespace}/${name}`,
      wanted: deployment.spec?.replicas ?? 1,
      ready: deployment.status?.readyReplicas ?? 0,
      settings: resolveSettings(isOwn ? mergeRaw(given, published) : given),
      ...(leaseId === undefined ? {} : { leaseId }),
    }
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

const deployments = async (inspection: Inspection): Promise<readonly Deployment[]> => {
  const { targetNamespace: namespace } = inspection.settings
  const here = await inspection.list('deployments', { namespace })
  try {
    const labelled = await inspection.list('deployments', {
      labelSelector: `${NAME_LABEL} in (${PROGRAMS.join(', ')})`,
    })
    return [...here, ...labelled.filter(({ metadata }) => metadata.namespace !== namespace)]
  } catch (error) {
    if (isForbidden(error)) return here
    throw error
  }
}

/** What is published decides only what a controller's own flags leave open. */
const readable = async (inspection: Inspection): Promise<RawSettings> => {
  try {
    return (await publishedSettings(inspection))[0]?.settings ?? {}
  } catch (error) {
    if (isForbidden(error)) return {}
    throw error
  }
}

/** Controllers that work on the same registrations as is done here. */
export const instancesOf = async (inspection: Inspection): Promise<readonly Instance[]> => {
  const { targetNamespace, labelPrefix, managedBy } = inspection.settings
  const published = await readable(inspection)
  return (await deployments(inspection))
    .flatMap((deployment) => instanceOf(deployment, published) ?? [])
    .filter(
      ({ settings }) =>
        settings.targetNamespace === targetNamespace &&
        settings.labelPrefix === labelPrefix &&
        settings.managedBy === managedBy,
    )
}

/** `capi, capa-eks`; with what decides whether exec credentials are translated. */
export const providersText = ({ providers, execCredentials }: Settings): string =>
  `${providers.map(formatProvider).join(', ')}${execCredentials ? ' with exec credentials' : ''}`
