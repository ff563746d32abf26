import type { DryRun } from '../../src/engine/act.ts'
import { runPass, type PassOptions } from '../../src/engine/pass.ts'
import { exitCodeOf, makeReport, type Report, type ReportDecision } from '../../src/engine/report.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { parseProvider } from '../../src/providers/parse-provider.ts'
import type { RawSettings } from '../../src/settings/raw.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'

export const P = 'argocd-cluster-registrar/'
export const SECRET_TYPE = 'argocd.argoproj.io/secret-type'
export const NOW = Date.parse('2026-11-29T12:00:00Z')

const base64 = (text: string): string => Buffer.from(text).toString('base64')

export interface KubeconfigOptions {
  readonly server?: string
  readonly token?: string
  /** Text instead of a kubeconfig. */
  readonly text?: string
}

export const kubeconfig = ({
  server = 'https://10.0.0.1:6443',
  token = 'tok',
  text,
}: KubeconfigOptions = {}): string =>
  text ??
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })

export interface NamespaceOptions {
  readonly cluster?: string
  readonly managedBy?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** Hours before NOW. */
  readonly age?: number
  readonly uid?: string
  readonly terminating?: boolean
}

export interface SourceOptions extends KubeconfigOptions {
  readonly name?: string
  readonly key?: string
  readonly type?: string
  readonly owned?: boolean
}

export interface RegistrationOptions {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly data?: Readonly<Record<string, string>>
  readonly visible?: boolean
}

export interface SyncOptions {
  readonly settings?: RawSettings
  readonly namespaces?: readonly string[]
  readonly dryRun?: DryRun
  readonly now?: number
  /** What the pass is asked for beside that. */
  readonly pass?: Partial<PassOptions>
  /** Stands between the pass and the hub. */
  readonly through?: (client: KubeClient) => KubeClient
}

/** A whole hub in memory with the engine on it. */
export class TestHub {
  readonly store = new MemoryStore()
  readonly client: MemoryClient

  constructor(options: { readonly absenceIsProof?: boolean } = {}) {
    this.client = new MemoryClient(this.store, {
      absenceIsProof: options.absenceIsProof ?? true,
      now: () => NOW,
    })
    this.store.write('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'kube-system', uid: 'uid-kube-system' },
    })
  }

  namespace(name: string, options: NamespaceOptions = {}): this {
    const {
      cluster = name,
      managedBy = 'cluster-registrar',
      labels = {},
      annotations = {},
      age = 1,
    } = options
    this.store.write('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name,
        uid: options.uid ?? `uid-${name}`,
        creationTimestamp: new Date(NOW - age * 3_600_000).toISOString(),
        ...(options.terminating ? { deletionTimestamp: new Date(NOW).toISOString() } : {}),
        labels: {
          ...(managedBy === '' ? {} : { [`${P}managed-by`]: managedBy }),
          ...(cluster === '' ? {} : { [`${P}cluster`]: cluster }),
          ...labels,
        },
        annotations,
      },
    })
    return this
  }

  /** Deletes a namespace and all that is in it, at once. */
  gone(name: string): this {
    for (const { object } of [...this.store.all('secrets')])
      if (object.metadata.namespace === name) this.store.remove('secrets', object)
    const namespace = this.store.find('namespaces', { name })
    if (namespace) this.store.remove('namespaces', namespace.object)
    return this
  }

  /** A kubeconfig Secret; by default as the preset k3k has it. */
  source(namespace: string, options: SourceOptions = {}): this {
    const { name = `k3k-${namespace}-kubeconfig`, key = 'kubeconfig.yaml', type = 'Opaque' } = options
    this.store.write('secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      type,
      metadata: {
        namespace,
        name,
        uid: `uid-${namespace}-${name}`,
        ...(options.owned
          ? { ownerReferences: [{ apiVersion: 'x/v1', kind: 'X', name: 'x', uid: 'x', controller: true }] }
          : {}),
      },
      data: { ...this.#secret(namespace, name)?.data, [key]: base64(kubeconfig(options)) },
    })
    return this
  }

  /** Any Secret in the target namespace, visible to Argo CD unless said otherwise. */
  registration(name: string, options: RegistrationOptions = {}): this {
    const { labels = {}, annotations = {}, data = {}, visible = true } = options
    this.store.write('secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: {
        namespace: 'argocd',
        name,
        uid: `uid-${name}`,
        labels: { ...(visible ? { [SECRET_TYPE]: 'cluster' } : {}), ...labels },
        annotations,
      },
      data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)])),
    })
    return this
  }

  /** Changes a stored Secret of the target namespace as somebody else would. */
  edit(name: string, change: (secret: Secret) => Secret): this {
    const secret = this.#secret('argocd', name)
    if (!secret) throw new Error(`there is no ${name}`)
    const edited = change(secret)
    this.store.write('secrets', edited)
    return this
  }

  /** A registration as Argo CD reads it, with its labels and annotations; undefined where there is none. */
  read(name: string):
    | {
        readonly uid: string | undefined
        readonly labels: Readonly<Record<string, string>>
        readonly annotations: Readonly<Record<string, string>>
        readonly data: Readonly<Record<string, string>>
      }
    | undefined {
    const secret = this.#secret('argocd', name)
    return (
      secret && {
        uid: secret.metadata.uid,
        labels: secret.metadata.labels ?? {},
        annotations: secret.metadata.annotations ?? {},
        data: Object.fromEntries(
          Object.entries(secret.data ?? {}).map(([key, value]) => [
            key,
            Buffer.from(value, 'base64').toString(),
          ]),
        ),
      }
    )
  }

  async sync(
    options: SyncOptions = {},
  ): Promise<Report & { readonly exit: number; readonly writes: number }> {
    const { settings: raw = {}, namespaces = [], dryRun = 'none', now = NOW, pass = {}, through } = options
    const settings = resolveSettings(raw, namespaces)
    const client = through ? through(this.client) : this.client
    const before = this.client.counters()
    const result = await runPass(client, settings, {
      dryRun,
      now,
      concurrency: 4,
      policy: {
        execCredentials: settings.execCredentials,
        execHosts: settings.execHosts,
        execProxies: settings.execProxies,
        hubServers: [],
        hubServices: [],
      },
      ...pass,
    })
    const report = makeReport({
      hub: { source: 'cluster' },
      settings,
      dryRun,
      ...result,
      requests: this.client.counters().requests - before.requests,
    })
    return { ...report, exit: exitCodeOf(report), writes: this.client.counters().writes - before.writes }
  }

  #secret(namespace: string, name: string): Secret | undefined {
    return this.store.find('secrets', { namespace, name })?.object
  }
}

/** `cluster action reason result` of every decision. */
export const brief = ({ decisions }: { readonly decisions: readonly ReportDecision[] }): string[] =>
  decisions.map(({ cluster, action, reason, result }) =>
    [cluster ?? '-', action, reason, result].filter(Boolean).join(' '),
  )

export const warningsOf = ({ decisions }: { readonly decisions: readonly ReportDecision[] }): string[] =>
  decisions.flatMap(({ warnings = [] }) => warnings.map(({ reason }) => reason))

export const providers = (...specs: readonly string[]): RawSettings => ({
  providers: { value: specs.map(parseProvider), origin: '--provider' },
})

/** The client with some of its calls replaced. */
export const replacing =
  (replace: (client: KubeClient) => Partial<KubeClient>) =>
  (client: KubeClient): KubeClient => {
    const own = replace(client)
    return new Proxy(client, {
      get: (target, property: keyof KubeClient) => {
        const member: unknown = own[property] ?? Reflect.get(target, property)
        return typeof member === 'function' ? (member.bind(target) as unknown) : member
      },
    })
  }
