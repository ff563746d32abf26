import { createHash } from 'node:crypto'
import type { OwnerReference, Secret } from '../../src/kube/objects.ts'
import type { Credential } from './certificates.ts'

/** What a provisioner is asked for. `index` is unique in the fleet and decides every address and id. */
export interface Order {
  readonly name: string
  readonly namespace: string
  readonly index: number
  readonly credential: Credential
}

export interface Delivery {
  readonly secrets: readonly Secret[]
  /** What has to be registered, under the providers of `FLEET_PROVIDERS` with exec translation on. */
  readonly expected: {
    readonly secret: string
    readonly key: string
    readonly server: string
    /** `config` of the cluster Secret, parsed. */
    readonly config: object
  }
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A uid of the usual form that is the same in every run. */
const stableUid = (text: string): string =>
  digest(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')

export const owner = (
  apiVersion: string,
  kind: string,
  name: string,
  { namespace }: Order,
): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid: stableUid(`${kind} ${namespace}/${name}`),
})

export const controller = (...from: Parameters<typeof owner>): OwnerReference => ({
  ...owner(...from),
  controller: true,
  blockOwnerDeletion: true,
})

interface SecretFields {
  readonly name: string
  readonly type?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly owner?: OwnerReference
  readonly text: Readonly<Record<string, string>>
}

export const secretOf = ({ namespace }: Order, fields: SecretFields): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: fields.name,
    namespace,
    ...(fields.labels === undefined ? {} : { labels: fields.labels }),
    ...(fields.owner === undefined ? {} : { ownerReferences: [fields.owner] }),
  },
  type: fields.type ?? 'Opaque',
  data: Object.fromEntries(
    Object.entries(fields.text).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
  ),
})

/** 65,536 addresses a second octet: `10.<net>.x.y`. */
export const address = (net: number, index: number): string =>
  `10.${net + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`

export const certificateConfig = ({ ca, certificate, key }: Credential): object => ({
  tlsClientConfig: { insecure: false, caData: ca, certData: certificate, keyData: key },
})
