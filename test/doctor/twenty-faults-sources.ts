import { readFileSync } from 'node:fs'
import { namespace } from '../commands/manifests.ts'
import type { Hub } from '../envtest/hub.ts'
import { P } from '../e2e/site.ts'
import type { Fault } from './twenty-fault.ts'
import { addOldNamespace } from './twenty-store.ts'
import { mustRun, settingsLines } from './twenty-hub.ts'
import {
  byHand,
  create,
  eksOrder,
  kubeconfigText,
  namespaceFor,
  OWNER,
  rewrite,
  secretPath,
  serverOf,
  sourceOf,
  TARGET,
} from './twenty-objects.ts'

const DAY = 86_400_000

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token that ends so long from now; nobody signed it. */
const endingIn = (milliseconds: number): string =>
  [
    base64url({ alg: 'RS256' }),
    base64url({ exp: Math.floor((Date.now() + milliseconds) / 1000) }),
    'c2ln',
  ].join('.')

const otherCa = (): string =>
  readFileSync(new URL('../fixtures/certificates/ca.pem', import.meta.url)).toString('base64')

/** The provisioner writes a token with this end, and it is registered. */
const registerToken =
  (cluster: string, milliseconds: number) =>
  async (hub: Hub): Promise<void> => {
    const text = kubeconfigText({ server: serverOf(cluster), token: endingIn(milliseconds) })
    await rewrite(hub.rest, cluster, text)
    await mustRun(hub, 'sync', '-n', namespaceFor(cluster))
  }

/** A namespace more, with this kubeconfig in it. */
const addSource =
  (cluster: string, text: string) =>
  (hub: Hub): Promise<void> =>
    create(hub.rest, namespace(namespaceFor(cluster), cluster), sourceOf(namespaceFor(cluster), text))

const misorder = async (hub: Hub): Promise<void> => {
  const data = { 'config.yaml': configText('capi', 'capa-eks', 'k3k') }
  await hub.rest.json('PATCH', `/api/v1/namespaces/${TARGET}/configmaps/kubectl-registrar`, { data })
  await mustRun(hub, 'sync', '-n', namespaceFor('eks-1'))
}

const configText = (...providers: readonly string[]): string =>
  ['apiVersion: registrar/v1', 'kind: Config', ...settingsLines(...providers), ''].join('\n')

const garbleToken = (hub: Hub): Promise<unknown> =>
  hub.rest.json('PATCH', secretPath(namespaceFor('eks-2'), eksOrder('eks-2', 1).secrets[0]!.metadata.name), {
    stringData: { value: 'kubeconfig: {{ .Values.kubeconfig' },
  })

/** Of kubeconfigs, and of what a namespace asks for. */
export const SOURCE_FAULTS: readonly Fault[] = [
  {
    what: 'the generic provider stands before the one for EKS, and an EKS cluster is registered so',
    found: 'provider-order error capa-eks',
    companions: ['token-short-lived error eks-1'],
    put: misorder,
  },
  {
    what: 'the key that the first provider looks for is there, and holds garbage',
    found: 'provider-order warning capa-eks',
    put: garbleToken,
  },
  {
    what: 'a registered token has ended',
    found: 'credential-expired error expired',
    put: registerToken('expired', -DAY),
  },
  {
    what: 'a registered token ends in three days',
    found: 'credential-expiring warning expiring',
    put: registerToken('expiring', 3 * DAY),
  },
  {
    what: 'a registered token lives for hours',
    found: 'token-short-lived warning minutes',
    put: registerToken('minutes', DAY / 3),
  },
  {
    what: 'a child cluster was made again, with another CA',
    found: 'source-drift error moved',
    put: ({ rest }) => rewrite(rest, 'moved', kubeconfigText({ server: serverOf('moved'), ca: otherCa() })),
  },
  {
    what: 'a namespace asks to be registered, and under no name',
    found: 'namespace-claim error team-nameless',
    put: ({ rest }) =>
      rest.json('POST', '/api/v1/namespaces', {
        metadata: { name: namespaceFor('nameless'), labels: { [`${P}managed-by`]: OWNER } },
      }),
  },
  {
    what: 'a namespace of two days has no kubeconfig',
    found: 'source-missing warning team-empty',
    put: (hub) => addOldNamespace(hub, namespaceFor('empty')),
  },
  {
    what: 'a kubeconfig names files that only its machine has',
    found: 'source-unusable error team-unusable',
    put: addSource(
      'unusable',
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: serverOf('unusable') } }],
        users: [{ name: 'u', user: { 'client-certificate': '/a.crt', 'client-key': '/a.key' } }],
      }),
    ),
  },
  {
    what: 'a kubeconfig leads to loopback',
    found: 'server-scope error team-loopback',
    put: addSource('loopback', kubeconfigText({ server: 'https://127.0.0.1:6443' })),
  },
  {
    what: 'a name is taken by a Secret that is nobody of ours',
    found: 'name-conflict error team-taken',
    put: async (hub) => {
      await create(hub.rest, byHand('cluster-taken', { server: serverOf('elsewhere') }))
      await addSource('taken', kubeconfigText({ server: serverOf('taken') }))(hub)
    },
  },
]
