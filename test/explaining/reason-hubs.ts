import type { ReasonId } from '../../src/engine/reasons/index.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { NOW, P, SECRET_TYPE, TestHub, type SyncOptions } from '../engine/test-hub.ts'

/** A hub on which explaining a word comes to a reason. */
export interface ReasonHub {
  readonly hub: () => TestHub | Promise<TestHub>
  /** Words after `explain`. */
  readonly line: string
  /** Exit code of `explain`, as that of `sync` with this one decision. */
  readonly exit: 0 | 1
}

const DAY = 24 * 3_600_000
const CLUSTER = { name: 'dev', server: 'https://elsewhere.example:6443', config: '{}' }

export const owned = (
  namespace: string,
  labels: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  [`${P}managed-by`]: 'cluster-registrar',
  [`${P}cluster`]: 'dev',
  ...(namespace === '' ? {} : { [`${P}source-namespace`]: namespace }),
  [`${P}provider`]: 'k3k',
  ...labels,
})

export const claiming = (): TestHub => new TestHub().namespace('ns', { cluster: 'dev' }).source('ns')

export const registered = async (options: SyncOptions = {}): Promise<TestHub> => {
  const hub = claiming()
  await hub.sync(options)
  return hub
}

const renamed = async (options: SyncOptions = {}): Promise<TestHub> => {
  const hub = (await registered(options)).namespace('ns', { cluster: 'next' })
  await hub.sync(options)
  return hub
}

const withMetadata = (hub: TestHub, metadata: Partial<Secret['metadata']>): TestHub =>
  hub.edit('cluster-dev', (secret) => ({ ...secret, metadata: { ...secret.metadata, ...metadata } }))

const withLabels = (hub: TestHub, labels: Readonly<Record<string, string>>): TestHub =>
  withMetadata(hub, { labels: { ...hub.read('cluster-dev')!.labels, ...labels } })

const unlabelled = (hub: TestHub): TestHub => {
  const { [SECRET_TYPE]: _type, ...labels } = hub.read('cluster-dev')!.labels
  return withMetadata(hub, { labels })
}

const held = async (): Promise<TestHub> => {
  const hub = await registered()
  await hub.sync({ pass: { ask: { verb: 'demote', secrets: new Set(['cluster-dev']) } } })
  return hub
}

/** What a look at the hub comes to. */
export const REASON_HUBS: Partial<Record<ReasonId, ReasonHub>> = {
  'first-registration': { hub: claiming, line: 'dev', exit: 0 },
  'source-changed': {
    hub: async () => (await registered()).source('ns', { token: 'next' }),
    line: 'dev',
    exit: 0,
  },
  'metadata-changed': {
    hub: async () => (await registered()).namespace('ns', { cluster: 'dev', labels: { [`${P}tier`]: 'a' } }),
    line: 'dev',
    exit: 0,
  },
  'namespace-recreated': {
    hub: async () => (await registered()).namespace('ns', { cluster: 'dev', uid: 'uid-other' }),
    line: 'dev',
    exit: 0,
  },
  'orphan-adopted': {
    hub: () => claiming().registration('cluster-dev', { labels: owned(''), data: CLUSTER }),
    line: 'dev',
    exit: 0,
  },
  'up-to-date': { hub: registered, line: 'dev', exit: 0 },
  'label-back': {
    hub: async () => (await renamed()).namespace('ns', { cluster: 'dev' }),
    line: 'dev',
    exit: 0,
  },
  'visible-again': { hub: async () => unlabelled(await registered()), line: 'dev', exit: 0 },
  renamed: {
    hub: async () => (await registered()).namespace('ns', { cluster: 'next' }),
    line: 'cluster/dev',
    exit: 0,
  },
  'namespace-replaced': {
    hub: async () =>
      (await registered())
        .namespace('ns', { cluster: 'dev', uid: 'uid-other' })
        .source('ns', { text: '<html>' }),
    line: 'dev',
    exit: 0,
  },
  'namespace-gone': { hub: async () => (await registered()).gone('ns'), line: 'dev', exit: 0 },
  'ttl-over': { hub: () => renamed({ now: NOW - 2 * DAY }), line: 'dev --demoted-ttl 24h', exit: 0 },
  'namespace-terminating': {
    hub: async () => (await registered()).namespace('ns', { cluster: 'dev', terminating: true }),
    line: 'dev',
    exit: 0,
  },
  'managed-by-lost': {
    hub: async () => (await registered()).namespace('ns', { cluster: 'dev', managedBy: '' }),
    line: 'dev',
    exit: 1,
  },
  'source-unusable': { hub: () => claiming().source('ns', { text: '<html>' }), line: 'dev', exit: 1 },
  'source-missing': { hub: () => new TestHub().namespace('dev'), line: 'dev', exit: 0 },
  'key-missing': {
    hub: () => new TestHub().namespace('dev').source('dev', { key: 'other' }),
    line: 'dev',
    exit: 0,
  },
  'source-empty': { hub: () => claiming().source('ns', { text: '' }), line: 'dev', exit: 0 },
  pinned: {
    hub: async () => withLabels(await registered(), { [`${P}prune`]: 'disabled' }).gone('ns'),
    line: 'dev',
    exit: 0,
  },
  held: { hub: held, line: 'dev', exit: 0 },
  demoted: { hub: renamed, line: 'dev', exit: 0 },
  'incomplete-view': {
    hub: () =>
      new TestHub({ absenceIsProof: false }).registration('cluster-dev', {
        labels: owned('ns'),
        data: CLUSTER,
      }),
    line: 'dev',
    exit: 1,
  },
  unrouted: {
    hub: () => new TestHub().registration('cluster-dev', { labels: owned(''), data: CLUSTER }),
    line: 'dev',
    exit: 0,
  },
  'other-settings': {
    hub: async () => withLabels(await registered(), { [`${P}provider`]: 'theirs' }),
    line: 'dev',
    exit: 1,
  },
  'registration-immutable': {
    hub: async () =>
      (await registered())
        .edit('cluster-dev', (secret) => ({ ...secret, immutable: true }))
        .source('ns', { token: 'next' }),
    line: 'dev',
    exit: 1,
  },
  'removal-pending': {
    hub: async () =>
      withMetadata(await registered(), { deletionTimestamp: '2026-11-29T11:00:00Z', finalizers: ['x/y'] }),
    line: 'dev',
    exit: 0,
  },
  'not-managed': {
    hub: () => claiming().registration('cluster-dev', { data: CLUSTER }),
    line: 'dev',
    exit: 1,
  },
  'name-held': { hub: () => claiming().registration('by-hand', { data: CLUSTER }), line: 'dev', exit: 1 },
  'orphan-cluster-mismatch': {
    hub: () =>
      claiming().registration('cluster-dev', {
        labels: owned('', { [`${P}cluster`]: 'else' }),
        data: CLUSTER,
      }),
    line: 'namespace/ns',
    exit: 1,
  },
  incumbent: {
    hub: async () =>
      (await registered())
        .namespace('old', { cluster: 'dev', age: 9 })
        .source('old', { server: 'https://10.0.0.9' }),
    line: 'namespace/old',
    exit: 1,
  },
  'contested-name': {
    hub: () =>
      claiming().namespace('old', { cluster: 'dev', age: 9 }).source('old', { server: 'https://10.0.0.9' }),
    line: 'namespace/ns',
    exit: 1,
  },
  'server-collision': {
    hub: () => claiming().namespace('young', { age: 0 }).source('young'),
    line: 'young',
    exit: 1,
  },
  'cluster-label-missing': {
    hub: () => new TestHub().namespace('ns', { cluster: '' }).source('ns'),
    line: 'ns',
    exit: 1,
  },
  'cluster-name-illegal': {
    hub: () => new TestHub().namespace('ns', { cluster: 'Bad_Name' }).source('ns'),
    line: 'ns',
    exit: 1,
  },
  'cluster-name-reserved': {
    hub: () => new TestHub().namespace('ns', { cluster: 'in-cluster' }).source('ns'),
    line: 'ns',
    exit: 1,
  },
}
