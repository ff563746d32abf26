import { controllerConfig, namespace } from '../commands/manifests.ts'
import { inParallel } from '../e2e/changes.ts'
import type { Hub } from '../envtest/hub.ts'
import type { Rest } from '../envtest/rest.ts'
import { runBin, type CliResult } from '../support/cli.ts'
import { objectsIn } from './fixture.ts'
import { objectsOf } from './hub-identity.ts'
import {
  applicationOn,
  CA,
  create,
  eksOrder,
  kubeconfigText,
  namespaceFor,
  ofArgoCd,
  serverOf,
  sourceOf,
  TARGET,
  until,
} from './twenty-objects.ts'
import { grantAll, USER } from './twenty-rights.ts'

/** Everyday clusters, each with a kubeconfig as k3k writes it. `one` to `ten` get no fault. */
const K3K = [
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ...['twin', 'expired', 'expiring', 'moved', 'minutes', 'frozen', 'edited', 'leaky', 'double'],
  ...['gone-1', 'gone-2', 'gone-3', 'parked', 'ten'],
]
const EKS = ['eks-1', 'eks-2']

export const CLUSTERS = [...K3K, ...EKS]

/** Of the controller, which the command takes over. */
export const settingsLines = (...providers: readonly string[]): readonly string[] => [
  `providers: [${providers.join(', ')}]`,
  'execCredentials: true',
  "maxRemovals: '2'",
]

/** Runs the executable on the hub, as the one who looks after it. */
export const runOn = (hub: Hub, ...words: readonly string[]): Promise<CliResult> =>
  runBin([...words, '--kubeconfig', hub.kubeconfig(USER)])

/** As `runOn`. @throws where the command does not go through */
export const mustRun = async (hub: Hub, ...words: readonly string[]): Promise<void> => {
  const { code, stdout, stderr } = await runOn(hub, ...words)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${code}\n${stdout}${stderr}`)
}

/** The CRD of AppProjects in its bare form: the test hub has those of what a removal touches. */
const serveProjects = async (rest: Rest): Promise<void> => {
  await rest.json('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'appprojects.argoproj.io' },
    spec: {
      group: 'argoproj.io',
      names: { plural: 'appprojects', kind: 'AppProject' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  })
  await until(rest, '/apis/argoproj.io/v1alpha1/appprojects', 200)
}

/** A hub that is looked after: 25 clusters registered, Argo CD, a controller, and a policy for the labels. */
export const makeHealthy = async (hub: Hub): Promise<void> => {
  const { rest } = hub
  await rest.json('POST', '/api/v1/namespaces', { metadata: { name: TARGET } })
  await grantAll(rest)
  await create(
    rest,
    ...objectsIn('base.yaml').filter((object) => (object as { readonly kind: string }).kind !== 'Namespace'),
    ...objectsIn('controller-absent/good.yaml'),
    ...objectsIn('argocd-version/good.yaml').slice(1),
    ...objectsIn('argocd-exec-identity/good.yaml').slice(2),
    ...objectsOf('admission.md', { '[Warn, Audit]': '[Deny]' }),
    controllerConfig('kubectl-registrar', TARGET, settingsLines('capa-eks', 'capi', 'k3k')),
  )
  await inParallel(K3K, async (cluster) => {
    const inside = namespaceFor(cluster)
    await create(rest, namespace(inside, cluster))
    await create(rest, sourceOf(inside, kubeconfigText({ server: serverOf(cluster), ca: CA })))
  })
  for (const [index, cluster] of EKS.entries()) {
    await create(rest, namespace(namespaceFor(cluster), cluster))
    await create(rest, ...eksOrder(cluster, index).secrets)
  }
  await serveProjects(rest)
  await create(rest, ofArgoCd('AppProject', 'web', { destinations: [{ name: 'one', namespace: 'web' }] }))
  await create(rest, applicationOn('one', 'web'))
  await mustRun(hub, 'sync')
}
