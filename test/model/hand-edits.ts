import type { Secret } from '../../src/kube/objects.ts'
import { P, SECRET_TYPE } from '../engine/test-hub.ts'
import { base64, withAnnotations, withLabels } from './objects.ts'
import { SERVERS, type HandEdit } from './words.ts'

export const HELD = 'kubectl-registrar/held'
const FINALIZER = 'registrar.test/hold'

const labelled =
  (name: string, value: string | undefined) =>
  (secret: Secret): Secret =>
    withLabels(secret, { [P + name]: value })

const holding =
  (key: string, value: string) =>
  (secret: Secret): Secret => ({ ...secret, data: { ...secret.data, [key]: base64(value) } })

/** `delete` is not among them: it takes another call. */
const EDITS: Readonly<Record<Exclude<HandEdit, 'delete'>, (secret: Secret, owner: string) => Secret>> = {
  untype: (secret) => withLabels(secret, { [SECRET_TYPE]: undefined }),
  retype: (secret) => withLabels(secret, { [SECRET_TYPE]: 'cluster' }),
  unmanage: labelled('managed-by', undefined),
  manage: (secret, owner) => withLabels(secret, { [`${P}managed-by`]: owner }),
  unsource: labelled('source-namespace', undefined),
  'other-uid': labelled('source-namespace-uid', 'another'),
  'no-uid': labelled('source-namespace-uid', undefined),
  'other-provider': labelled('provider', 'another'),
  'other-name': holding('name', 'b'),
  'other-server': holding('server', SERVERS[2]),
  'junk-config': holding('config', 'junk'),
  'foreign-keys': (secret) => ({
    ...holding('shard', '1')(withLabels(withAnnotations(secret, { team: 'blue' }), { team: 'blue' })),
  }),
  'junk-under-prefix': labelled('junk', 'x'),
  immutable: (secret) => ({ ...secret, immutable: true }),
  finalizer: (secret) =>
    secret.metadata.deletionTimestamp === undefined
      ? { ...secret, metadata: { ...secret.metadata, finalizers: [FINALIZER] } }
      : secret,
  'release-finalizer': (secret) => ({ ...secret, metadata: { ...secret.metadata, finalizers: [] } }),
  'junk-stamp': labelled('stale-since', 'yesterday'),
  'old-stamp': labelled('stale-since', '20200101T000000Z'),
  unstamp: labelled('stale-since', undefined),
  unpark: labelled('orphaned-secret-type', undefined),
  unhold: (secret) => withAnnotations(secret, { [HELD]: undefined }),
  hold: (secret) => withAnnotations(secret, { [HELD]: '20261129T120000Z' }),
  pin: labelled('prune', 'disabled'),
  'pin-annotation': (secret) => withAnnotations(secret, { [`${P}prune`]: 'disabled' }),
  unpin: (secret) => withAnnotations(labelled('prune', undefined)(secret), { [`${P}prune`]: undefined }),
}

/** The Secret after the edit; the API server refuses to change the data of an immutable one. */
export const edited = (secret: Secret, edit: Exclude<HandEdit, 'delete'>, owner: string): Secret => {
  const next = EDITS[edit](secret, owner)
  return secret.immutable === true ? { ...next, ...(secret.data ? { data: secret.data } : {}) } : next
}
