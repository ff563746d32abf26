import { UsageError } from '../../errors.ts'
import type { ConfigMap, Namespace, ObjectMeta, Objects, Place, Resource, Secret } from '../objects.ts'
import { RESOURCE_NAMES, RESOURCES } from '../resources.ts'
import { admissionFault, undecodableKey } from './admission.ts'
import { broken, FIX_FILE } from './broken.ts'
import { without } from './fields.ts'
import { metadataOf, optionalFlag, optionalText, textMap } from './manifest-fields.ts'
import { isRecord, type RawDocument } from './raw-document.ts'
import { normalised } from './stored.ts'

type Fields = Readonly<Record<string, unknown>>

type ManifestResource =
  'namespaces' | 'secrets' | 'configmaps' | 'applications' | 'applicationsets' | 'appprojects'

/** An object of a manifest and the resource it belongs to. */
export type Found = {
  readonly [R in ManifestResource]: { readonly resource: R; readonly object: Objects[R] }
}[ManifestResource]

const typeKey = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`

const isInManifests = (resource: Resource): resource is ManifestResource => RESOURCES[resource].inManifests

const BY_TYPE: ReadonlyMap<string, ManifestResource> = new Map(
  RESOURCE_NAMES.filter(isInManifests).map((resource) => {
    const { apiVersion, kind } = RESOURCES[resource]
    return [typeKey(apiVersion, kind), resource]
  }),
)

const secretOf = (fields: Fields, metadata: ObjectMeta, place: Place): Secret => {
  const type = optionalText(fields['type'], 'type', place)
  const immutable = optionalFlag(fields['immutable'], 'immutable', place)
  const secret: Secret = {
    ...without(fields, 'type', 'immutable'),
    ...(type === undefined ? {} : { type }),
    ...(immutable === undefined ? {} : { immutable }),
    metadata,
    data: textMap(fields['data'], 'data', place) ?? {},
    stringData: textMap(fields['stringData'], 'stringData', place) ?? {},
  }
  const key = undecodableKey(secret)
  if (key !== undefined)
    throw broken(
      place,
      `data[${key}] is not base64`,
      'write the value under stringData, or encode it with base64',
    )
  return normalised('secrets', secret)
}

const configMapOf = (fields: Fields, metadata: ObjectMeta, place: Place): ConfigMap => {
  const immutable = optionalFlag(fields['immutable'], 'immutable', place)
  return {
    ...without(fields, 'binaryData', 'immutable'),
    ...(immutable === undefined ? {} : { immutable }),
    metadata,
    data: textMap(fields['data'], 'data', place) ?? {},
  }
}

const namespaceOf = (fields: Fields, metadata: ObjectMeta, place: Place): Namespace => {
  const { spec, status, ...rest } = fields
  for (const [name, value] of Object.entries({ spec, status }))
    if (value !== undefined && value !== null && !isRecord(value))
      throw broken(place, `${name} must be a map`, FIX_FILE)
  return {
    ...rest,
    ...(isRecord(spec) ? { spec } : {}),
    ...(isRecord(status) ? { status } : {}),
    metadata,
  }
}

const find = (resource: ManifestResource, fields: Fields, place: Place): Found => {
  const metadata = metadataOf(fields['metadata'], place, RESOURCES[resource].namespaced)
  switch (resource) {
    case 'namespaces':
      return { resource, object: namespaceOf(fields, metadata, place) }
    case 'secrets':
      return { resource, object: secretOf(fields, metadata, place) }
    case 'configmaps':
      return { resource, object: configMapOf(fields, metadata, place) }
    case 'applications':
    case 'applicationsets':
    case 'appprojects':
      return { resource, object: { ...fields, metadata } }
  }
}

/** Of what is only looked at, half an overlay or anything else that a hub would refuse is passed over. */
const findIfSound = (resource: ManifestResource, fields: Fields, place: Place): Found | undefined => {
  try {
    const found = find(resource, fields, place)
    return admissionFault(found.resource, found.object) === undefined ? found : undefined
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

/**
 * Checks a document as the API server would; undefined for kinds that are not among the resources.
 * @throws UsageError with file and line for a Namespace, Secret or ConfigMap it would refuse
 */
export const objectOf = ({ value, place }: RawDocument): Found | undefined => {
  if (!isRecord(value) || typeof value['kind'] !== 'string' || typeof value['apiVersion'] !== 'string')
    throw broken(
      place,
      'not a Kubernetes object: apiVersion or kind is missing',
      'leave the file out of --filename',
    )
  const resource = BY_TYPE.get(typeKey(value['apiVersion'], value['kind']))
  if (!resource) return undefined
  if (RESOURCES[resource].readOnly) return findIfSound(resource, value, place)
  const found = find(resource, value, place)
  const fault = admissionFault(found.resource, found.object)
  if (fault !== undefined)
    throw broken(place, fault, 'write what a hub would accept; its API server refuses this')
  return found
}
