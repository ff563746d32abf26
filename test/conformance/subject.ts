import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KubeClient, ObjectRef } from '../../src/kube/client.ts'
import { isNotFound, KubeError } from '../../src/kube/errors.ts'
import type { Namespace, Objects, Resource, Secret, WritableResource } from '../../src/kube/objects.ts'

/** What the suite runs on: a client that may do everything, to a hub whose namespaces must exist before they hold anything. */
export interface Subject {
  readonly client: KubeClient
  /** Makes what the port only reads, by another way. */
  arrange<R extends ArrangedResource>(resource: R, object: Objects[R]): Promise<void>
  close(): Promise<void>
}

type ArrangedResource = Exclude<Resource, WritableResource>

export type MakeSubject = () => Promise<Subject>

/** Hands the suite's own tests the client, and each of them namespaces of its own. */
export interface Context extends Pick<Subject, 'client' | 'arrange'> {
  /** Makes a namespace nobody else uses and returns its name. */
  namespace(labels?: Readonly<Record<string, string>>): Promise<string>
}

export const encode = (text: string): string => Buffer.from(text).toString('base64')

type SecretFields = Omit<Partial<Secret>, 'metadata'> & {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

export const secret = (
  namespace: string,
  name: string,
  { labels, annotations, ...fields }: SecretFields = {},
): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name,
    namespace,
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  },
  type: 'Opaque',
  data: { key: encode('value') },
  ...fields,
})

export const namespaceObject = (name: string, labels: Readonly<Record<string, string>> = {}): Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
})

export const createContext = (subject: () => Subject): Context => ({
  get client() {
    return subject().client
  },
  arrange: (resource, object) => subject().arrange(resource, object),
  namespace: async (labels = {}) => {
    const name = `conformance-${randomUUID().slice(0, 13)}`
    await subject().client.create('namespaces', namespaceObject(name, labels))
    return name
  },
})

/** The part of a failure the API server decides; messages and the call's name are the adapter's own. */
export interface Failure {
  readonly kind: string
  readonly code: number
  readonly reason: string
  readonly details?: { readonly kind?: string; readonly name?: string }
}

/** @throws when the call succeeds, or fails with something that is no KubeError. */
export const failureOf = async (call: Promise<unknown>): Promise<Failure> => {
  try {
    await call
  } catch (error) {
    if (!(error instanceof KubeError)) throw error
    const { kind, name } = error.details
    const details = {
      ...(kind === undefined ? {} : { kind }),
      ...(name === undefined ? {} : { name }),
    }
    return {
      kind: error.kind,
      code: error.code,
      reason: error.reason,
      ...(Object.keys(details).length === 0 ? {} : { details }),
    }
  }
  throw new Error('the call was expected to fail and did not')
}

/** A Status as the API server answers: `kind` is the plural resource in most refusals and the Kind in some. */
export const status = (code: number, reason: string, kind?: string, name?: string): Failure => ({
  kind: 'status',
  code,
  reason,
  ...(kind === undefined ? {} : { details: { kind, ...(name === undefined ? {} : { name }) } }),
})

export const omit = <T extends object, K extends keyof T>(object: T, ...keys: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key as K))) as Omit<T, K>

/** What a create or an update stored: without what the server adds, to compare with what was sent. */
export const sent = ({ metadata, ...object }: Secret): Secret => ({
  ...object,
  metadata: omit(metadata, 'uid', 'resourceVersion', 'creationTimestamp', 'managedFields'),
})

export const refOf = ({ metadata: { namespace, name } }: Secret | Namespace): ObjectRef =>
  namespace === undefined ? { name } : { namespace, name }

export const preconditions = ({
  metadata: { uid, resourceVersion },
}: Secret | Namespace): { readonly uid: string; readonly resourceVersion: string } => {
  if (uid === undefined || resourceVersion === undefined) throw new Error('not an object of a hub')
  return { uid, resourceVersion }
}

/** Waits until the hub says the object is gone: a namespace goes only after all it holds. */
export const untilGone = async (client: KubeClient, resource: Resource, ref: ObjectRef): Promise<void> => {
  for (;;) {
    try {
      await client.get(resource, ref)
    } catch (error) {
      if (isNotFound(error, ref.name)) return
      throw error
    }
    await sleep(50)
  }
}

export const OTHER_UID = '11111111-1111-4111-8111-111111111111'
