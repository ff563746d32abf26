import { keysUnder } from '../engine/keys.ts'
import type { NamespaceDigest } from '../engine/snapshot.ts'
import { byteOrder } from '../order.ts'
import type { Settings } from '../settings/settings.ts'
import { nameLack } from '../engine/plan/lack.ts'
import type { PlanContext } from '../engine/plan/context.ts'
import type { ExplainedLabel } from './explanation.ts'

const valueOf = ({ labels }: NamespaceDigest, key: string): string | null => labels[key] ?? null

/** The labels that decide, whether they are there or not, and then the rest under the prefix. */
export const explainLabels = (
  context: PlanContext,
  namespace: NamespaceDigest,
): readonly ExplainedLabel[] => {
  const { keys, settings } = context
  const name = valueOf(namespace, keys.cluster)
  const others = Object.keys(namespace.labels)
    .filter((key) => key !== keys.managedBy && key !== keys.cluster)
    .sort(byteOrder)
  return [
    {
      key: keys.managedBy,
      value: valueOf(namespace, keys.managedBy),
      use: 'required',
      ok: namespace.labels[keys.managedBy] === settings.managedBy,
    },
    {
      key: keys.cluster,
      value: name,
      use: 'required',
      ok: name !== null && nameLack(context, namespace, name) === undefined,
    },
    ...others.map((key): ExplainedLabel => ({
      key,
      value: valueOf(namespace, key),
      use: keys.reserved.has(key) ? 'ignored' : 'copied',
      ok: true,
    })),
  ]
}

/** Labels a namespace lacks to be registered; undefined where it has what it takes. */
export const missingLabels = (
  context: PlanContext,
  namespace: NamespaceDigest,
): Readonly<Record<string, string>> | undefined => {
  const { keys, settings } = context
  const name = namespace.labels[keys.cluster] ?? ''
  const isNamed = nameLack(context, namespace, name) === undefined
  if (namespace.managed && isNamed) return undefined
  return {
    ...(namespace.managed ? {} : { [keys.managedBy]: settings.managedBy }),
    ...(isNamed ? {} : { [keys.cluster]: namespace.name }),
  }
}

/** `KEY=VALUE KEY=VALUE`, as `kubectl label` takes them. */
export const asWords = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

/** The label that marks a source namespace. */
export const ownerLabel = ({ labelPrefix, managedBy }: Settings): string =>
  `${keysUnder(labelPrefix).managedBy}=${managedBy}`
