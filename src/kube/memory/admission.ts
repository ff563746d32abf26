import { isDnsLabel, isDnsSubdomain, isLabelKey, isLabelValue } from '../names.ts'
import type { Objects, Resource } from '../objects.ts'

/** Go's base64.StdEncoding, which skips CR and LF. */
export const isStdBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replaceAll(/[\r\n]/g, ''))

const metadataFault = (resource: Resource, object: Objects[Resource]): string | undefined => {
  const { name, labels, annotations } = object.metadata
  const legal = resource === 'namespaces' ? isDnsLabel(name) : isDnsSubdomain(name)
  if (!legal) return `metadata.name: Invalid value: "${name}"`
  for (const [key, value] of Object.entries(labels ?? {})) {
    if (!isLabelKey(key)) return `metadata.labels: Invalid value: "${key}"`
    if (!isLabelValue(value)) return `metadata.labels: Invalid value: "${value}"`
  }
  for (const key of Object.keys(annotations ?? {}))
    if (!isLabelKey(key.toLowerCase())) return `metadata.annotations: Invalid value: "${key}"`
  return undefined
}

/** What the API server would refuse the object for with a 422; undefined where it would take it. */
export const admissionFault = (
  resource: Resource,
  object: Objects[Resource],
  previous?: Objects[Resource],
): string | undefined => {
  const fault = metadataFault(resource, object)
  if (fault || !('data' in object) || resource !== 'secrets') return fault
  const before = previous as Objects['secrets'] | undefined
  const next = object as Objects['secrets']
  const badKey = Object.keys(next.data ?? {}).find((key) => !/^[-._a-zA-Z0-9]{1,253}$/.test(key))
  if (badKey !== undefined) return `data[${badKey}]: Invalid value`
  if (!before) return undefined
  if (next.type !== undefined && next.type !== (before.type ?? 'Opaque')) return 'type: field is immutable'
  if (before.immutable && (!next.immutable || JSON.stringify(next.data) !== JSON.stringify(before.data)))
    return 'data: Forbidden: field is immutable when `immutable` is set'
  return undefined
}
