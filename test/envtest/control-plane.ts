import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Assets } from './assets.ts'
import { freePort, startDaemon, waitUntil, type Daemon } from './processes.ts'
import { createRest } from './rest.ts'

/** A user of the hub's token file. */
export interface TokenUser {
  readonly name: string
  readonly token: string
  readonly groups: readonly string[]
}

export interface ControlPlane {
  readonly server: string
  readonly caFile: string
  readonly apiServer: Daemon
  readonly etcd: Etcd
}

export interface Etcd {
  /** Of its clients, over plain HTTP. */
  readonly url: string
  readonly daemon: Daemon
}

/** Takes each server as soon as it runs, so that the caller can stop it even if the next one does not come up. */
export type OnStart = (daemon: Daemon) => void

const START_LIMIT = 60_000

const startEtcd = async (assets: Assets, scratch: string, onStart: OnStart): Promise<Etcd> => {
  const url = `http://127.0.0.1:${await freePort()}`
  const peer = `http://127.0.0.1:${await freePort()}`
  const args = [
    `--data-dir=${join(scratch, 'etcd')}`,
    '--unsafe-no-fsync',
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    '--log-level=warn',
  ]
  const daemon = startDaemon(assets.etcd, args, join(scratch, 'etcd.log'))
  onStart(daemon)
  const ready = async (): Promise<boolean> => (await fetch(`${url}/health`)).ok
  await waitUntil(ready, daemon, START_LIMIT, 'etcd')
  return { url, daemon }
}

const tokenLine = ({ token, name, groups }: TokenUser): string =>
  `${token},${name},uid-${name},"${groups.join(',')}"`

const AUDIT_POLICY =
  'apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{level: Metadata}]\n'

const apiServerArgs = (scratch: string, etcd: string, port: number): string[] => [
  `--etcd-servers=${etcd}`,
  `--secure-port=${port}`,
  '--bind-address=127.0.0.1',
  '--advertise-address=127.0.0.1',
  // Loopback is no legal address of the `kubernetes` service, and nothing here uses that service.
  '--endpoint-reconciler-type=none',
  `--cert-dir=${join(scratch, 'certificates')}`,
  `--token-auth-file=${join(scratch, 'tokens.csv')}`,
  '--authorization-mode=RBAC',
  '--disable-admission-plugins=ServiceAccount',
  '--service-cluster-ip-range=10.96.0.0/16',
  '--service-account-issuer=https://kubernetes.default.svc',
  `--service-account-key-file=${join(scratch, 'service-account.pub')}`,
  `--service-account-signing-key-file=${join(scratch, 'service-account.key')}`,
  `--audit-policy-file=${join(scratch, 'audit-policy.yaml')}`,
  `--audit-log-path=${join(scratch, 'audit.log')}`,
  // Megabytes; a rotated log would lose the place marked in it.
  '--audit-log-maxsize=100000',
  '--shutdown-delay-duration=0s',
]

const writeFiles = (scratch: string, users: readonly TokenUser[]): void => {
  const key = join(scratch, 'service-account.key')
  execFileSync('openssl', ['genrsa', '-out', key, '2048'], { stdio: 'ignore' })
  execFileSync('openssl', ['rsa', '-in', key, '-pubout', '-out', join(scratch, 'service-account.pub')], {
    stdio: 'ignore',
  })
  writeFileSync(join(scratch, 'tokens.csv'), users.map((user) => tokenLine(user) + '\n').join(''), {
    mode: 0o600,
  })
  writeFileSync(join(scratch, 'audit-policy.yaml'), AUDIT_POLICY)
}

/**
 * Starts etcd and kube-apiserver on loopback, both keeping everything under `scratch`, and waits until every start-up hook
 * of the API server has run (RBAC's default roles among them).
 */
export const startControlPlane = async (
  assets: Assets,
  scratch: string,
  users: readonly TokenUser[],
  onStart: OnStart,
): Promise<ControlPlane> => {
  const starting = startEtcd(assets, scratch, onStart)
  writeFiles(scratch, users)
  const etcd = await starting
  const port = await freePort()
  const server = `https://127.0.0.1:${port}`
  const apiServer = startDaemon(
    assets.apiServer,
    apiServerArgs(scratch, etcd.url, port),
    join(scratch, 'kube-apiserver.log'),
  )
  onStart(apiServer)
  // Holds the serving certificate and the authority that signed it; the server makes both at start.
  const caFile = join(scratch, 'certificates/apiserver.crt')
  const ready = async (): Promise<boolean> => {
    const rest = createRest({ server, ca: readFileSync(caFile, 'utf8') })
    try {
      return (await rest.send('GET', '/readyz')).status === 200
    } finally {
      rest.close()
    }
  }
  await waitUntil(ready, apiServer, START_LIMIT, 'kube-apiserver')
  return { server, caFile, apiServer, etcd }
}

/** Only the namespace controller: without it a deleted namespace stays Terminating for ever. */
export const startNamespaceController = (assets: Assets, scratch: string, kubeconfig: string): Daemon =>
  startDaemon(
    assets.controllerManager,
    [
      `--kubeconfig=${kubeconfig}`,
      '--controllers=namespace-controller',
      '--leader-elect=false',
      '--secure-port=0',
      '--concurrent-namespace-syncs=10',
    ],
    join(scratch, 'kube-controller-manager.log'),
  )
