import type { Manifest } from '../../src/manifests/names.ts'
import type { Json, Rest } from '../envtest/rest.ts'

const PLURALS: Readonly<Record<string, string>> = {
  NetworkPolicy: 'networkpolicies',
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
}

export const pathOf = ({ apiVersion, kind, metadata }: Manifest): string => {
  const base = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  const plural = PLURALS[kind] ?? `${kind.toLowerCase()}s`
  const { name, namespace } = metadata
  return `${base}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}/${name}`
}

/**
 * Applies an object as `kubectl apply --server-side` does; unknown and doubled fields are refused.
 * @throws with the server's answer where it is refused
 */
export const apply = async (rest: Rest, manifest: Manifest, { dryRun = false } = {}): Promise<Json> => {
  const query = `fieldManager=registrar-test&fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`
  const { status, text } = await rest.send(
    'PATCH',
    `${pathOf(manifest)}?${query}`,
    Buffer.from(JSON.stringify(manifest)),
    { 'content-type': 'application/apply-patch+yaml' },
  )
  if (status >= 300) throw new Error(`${pathOf(manifest)}: ${status} ${text.slice(0, 1000)}`)
  return JSON.parse(text) as Json
}
