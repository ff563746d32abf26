import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAssets } from './assets.ts'
import { createAuditLog, type AuditLog } from './audit.ts'
import {
  startControlPlane,
  startNamespaceController,
  type ControlPlane,
  type TokenUser,
} from './control-plane.ts'
import { installCrds } from './crds.ts'
import { USERS, type User } from './identities.ts'
import type { Daemon } from './processes.ts'
import { createRest, type Rest } from './rest.ts'

export interface HubOptions {
  /** Also starts the namespace controller, so that deleted namespaces really go. Off: they stay Terminating. */
  readonly namespaceController?: boolean
  /** Installs the CRDs of Argo CD's Applications and ApplicationSets, which takes another second. */
  readonly argoCdCrds?: boolean
}

/** A real kube-apiserver with its etcd, on loopback, empty but for what Kubernetes itself makes. */
export interface Hub {
  readonly server: string
  /** PEM file that verifies `server`. */
  readonly caFile: string
  /** Its processes, for tests of what happens when they end. */
  readonly plane: ControlPlane
  /** Scratch folder of this hub, removed by `stop`. */
  readonly scratch: string
  /** As `admin` (system:masters): for arranging and for looking. */
  readonly rest: Rest
  readonly audit: AuditLog
  token(user: User): string
  /** A client of the tests' own, acting as `user`; closed by `stop`. */
  restAs(user: User): Rest
  /** Writes a kubeconfig of one context, `hub`, and returns its path. `server` stands in for the hub's own: a proxy. */
  kubeconfig(user: User, through?: { readonly server: string; readonly caFile: string }): string
  stop(): Promise<void>
}

const kubeconfigText = (server: string, caFile: string, user: string, token: string): string =>
  JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'hub', cluster: { server, 'certificate-authority': caFile } }],
      users: [{ name: user, user: { token } }],
      contexts: [{ name: 'hub', context: { cluster: 'hub', user } }],
      'current-context': 'hub',
    },
    undefined,
    2,
  )

const makeTokens = (): readonly TokenUser[] =>
  USERS.map(({ name, groups }) => ({ name, groups, token: randomUUID() }))

const assemble = (
  scratch: string,
  users: readonly TokenUser[],
  plane: ControlPlane,
): Omit<Hub, 'stop'> & { readonly clients: readonly Rest[] } => {
  const ca = readFileSync(plane.caFile, 'utf8')
  const clients: Rest[] = []
  const token: Hub['token'] = (user) => {
    const found = users.find(({ name }) => name === user)
    if (found === undefined) throw new Error(`no user ${user}`)
    return found.token
  }
  const restAs: Hub['restAs'] = (user) => {
    const rest = createRest({ server: plane.server, ca, token: token(user) })
    clients.push(rest)
    return rest
  }
  const rest = restAs('admin')
  return {
    server: plane.server,
    caFile: plane.caFile,
    plane,
    scratch,
    rest,
    clients,
    audit: createAuditLog(join(scratch, 'audit.log'), rest),
    token,
    restAs,
    kubeconfig: (user, through = plane) => {
      const file = join(scratch, `kubeconfig-${user}-${randomUUID().slice(0, 8)}`)
      writeFileSync(file, kubeconfigText(through.server, through.caFile, user, token(user)), { mode: 0o600 })
      return file
    },
  }
}

/** @throws when the binaries are missing: ask `hubAvailable()` first. Takes about 3 s. */
export const startHub = async (options: HubOptions = {}): Promise<Hub> => {
  const assets = findAssets()
  if (assets === undefined)
    throw new Error('kube-apiserver and etcd are not built: run test/envtest/build.sh')
  const scratch = mkdtempSync(join(tmpdir(), 'registrar-hub-'))
  const daemons: Daemon[] = []
  try {
    const users = makeTokens()
    // The last started is stopped first: an API server that loses its etcd waits for it before it ends.
    const plane = await startControlPlane(assets, scratch, users, (daemon) => daemons.unshift(daemon))
    const { clients, ...hub } = assemble(scratch, users, plane)
    if (options.namespaceController === true) {
      daemons.unshift(startNamespaceController(assets, scratch, hub.kubeconfig('admin')))
    }
    if (options.argoCdCrds === true) await installCrds(hub.rest, assets.argoCdCrds)
    return {
      ...hub,
      stop: async () => {
        for (const client of clients) client.close()
        for (const daemon of daemons) await daemon.stop()
        rmSync(scratch, { recursive: true, force: true })
      },
    }
  } catch (error) {
    for (const daemon of daemons) await daemon.stop(0)
    rmSync(scratch, { recursive: true, force: true })
    throw error
  }
}
