import { error, warning } from './cluster-fault.ts'
import type { ClusterFault } from './cluster-fault.ts'
import { printableName } from './json-keys.ts'

export type Json = Readonly<Record<string, unknown>>
type FieldType = 'text' | 'flag' | 'texts' | 'text-map' | 'any' | Shape
interface Shape {
  readonly fields: Readonly<Record<string, FieldType>>
}

const TLS: Shape = {
  fields: { insecure: 'flag', serverName: 'text', certData: 'text', keyData: 'text', caData: 'text' },
}

/** argo-cd pkg/apis/application/v1alpha1/types.go, ClusterConfig. */
const CONFIG: Shape = {
  fields: {
    username: 'text',
    password: 'text',
    bearerToken: 'text',
    tlsClientConfig: TLS,
    awsAuthConfig: { fields: { clusterName: 'text', roleARN: 'text', profile: 'text' } },
    execProviderConfig: {
      fields: {
        command: 'text',
        args: 'texts',
        env: 'text-map',
        apiVersion: 'text',
        installHint: 'text',
        provideClusterInfo: 'flag',
        config: 'any',
      },
    },
    disableCompression: 'flag',
    proxyUrl: 'text',
  },
}

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const EXPECTED = {
  text: 'text',
  flag: 'true or false',
  texts: 'a list of texts',
  'text-map': 'an object of texts',
}

const fits = (value: unknown, type: Exclude<FieldType, Shape>): boolean => {
  const isText = (item: unknown): boolean => item === null || typeof item === 'string'
  if (value === null || type === 'any') return true
  if (type === 'text') return typeof value === 'string'
  if (type === 'flag') return typeof value === 'boolean'
  if (type === 'texts') return Array.isArray(value) && value.every(isText)
  return isJsonObject(value) && Object.values(value).every(isText)
}

/** Go matches names exactly first, then in any letter case. */
const canonicalName = (shape: Shape, name: string): string | undefined =>
  Object.hasOwn(shape.fields, name)
    ? name
    : Object.keys(shape.fields).find((field) => field.toLowerCase() === name.toLowerCase())

const unknownField = (path: string, name: string): ClusterFault => {
  const at = `${path}.${printableName(name)}`
  return path === 'data.config' && canonicalName(TLS, name) !== undefined
    ? error('config-field-misplaced', at, 'it belongs into tlsClientConfig; here Argo CD ignores it')
    : warning('config-field-unknown', at, 'Argo CD has no such field and ignores it')
}

interface Shaped {
  /** With exact field names and without nulls; fields of the wrong type are left out. */
  readonly value: Json
  readonly faults: readonly ClusterFault[]
}

const shapeOf = (source: Json, shape: Shape, path: string): Shaped => {
  const value: Record<string, unknown> = {}
  const faults: ClusterFault[] = []
  for (const [name, item] of Object.entries(source)) {
    const field = canonicalName(shape, name)
    const type = field === undefined ? undefined : shape.fields[field]
    if (field === undefined || type === undefined) {
      faults.push(unknownField(path, name))
      continue
    }
    const at = `${path}.${field}`
    if (field !== name)
      faults.push(warning('config-field-case', at, 'the name is written in another letter case'))
    if (item === null) continue
    if (typeof type === 'object') {
      const inner = isJsonObject(item) ? shapeOf(item, type, at) : undefined
      if (inner === undefined) faults.push(error('config-type', at, 'it must be an object'))
      else {
        value[field] = inner.value
        faults.push(...inner.faults)
      }
    } else if (fits(item, type)) value[field] = item
    else faults.push(error('config-type', at, `it must be ${type === 'any' ? 'a value' : EXPECTED[type]}`))
  }
  return { value, faults }
}

/** Checks names and types as Go's decoder meets them; a wrong type makes Argo CD drop the whole Secret. */
export const shapeConfig = (source: Json): Shaped => shapeOf(source, CONFIG, 'data.config')
