import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { hubAvailable } from '../envtest/assets.ts'
import { startHub, type Hub } from '../envtest/hub.ts'
import { compareOutput } from './compare-output.ts'
import { blocksOf, commandsOf, PAGES, readPage, ROOT } from './pages.ts'
import { hasKubectl, makeScratch, type Scratch } from './scratch.ts'

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

const documentsOf = (text: string): readonly Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest)

/** The hub the README speaks of: an Argo CD, and a namespace in which k3k has left a kubeconfig. */
const prepare = async ({ rest }: Hub): Promise<void> => {
  for (const name of ['argocd', 'k3k-sandbox'])
    await rest.json('POST', '/api/v1/namespaces', { metadata: { name } })
  await rest.json('POST', '/api/v1/namespaces/argocd/configmaps', { metadata: { name: 'argocd-cm' } })
  const manifests = documentsOf(readFileSync(join(ROOT, 'examples/hub/k3k.yaml'), 'utf8'))
  const secret = manifests.find(({ kind }) => kind === 'Secret')
  await rest.json('POST', '/api/v1/namespaces/k3k-sandbox/secrets', secret)
}

const NAMESPACE = '/api/v1/namespaces/k3k-sandbox'
const TARGET_SECRETS = '/api/v1/namespaces/argocd/secrets'

/** Before docs/troubleshooting.md: somebody has hidden the registration, and marked it so. */
const holdByHand = async ({ rest }: Hub): Promise<void> => {
  const secret = await rest.json('GET', `${TARGET_SECRETS}/cluster-sandbox`)
  const { 'argocd.argoproj.io/secret-type': _visible, ...labels } = secret.metadata.labels ?? {}
  const annotations = { ...secret.metadata.annotations, 'kubectl-registrar/held': '' }
  await rest.json('PUT', `${TARGET_SECRETS}/cluster-sandbox`, {
    ...secret,
    metadata: { ...secret.metadata, labels, annotations },
  })
}

/** The hub docs/from-argocd-cluster-add.md speaks of: the same, with nothing labelled, and the cluster added by hand. */
const addByHand = async ({ rest }: Hub): Promise<void> => {
  await rest.json('DELETE', `${TARGET_SECRETS}/cluster-play`)
  const { metadata } = await rest.json('GET', NAMESPACE)
  const name = metadata.name
  await rest.json('PUT', NAMESPACE, {
    metadata: { ...metadata, labels: { 'kubernetes.io/metadata.name': name } },
  })
  await rest.json('POST', TARGET_SECRETS, {
    metadata: {
      name: 'cluster-192.0.2.10-1234567890',
      labels: { 'argocd.argoproj.io/secret-type': 'cluster' },
      annotations: { 'managed-by': 'argocd.argoproj.io' },
    },
    stringData: {
      name: 'sandbox',
      server: 'https://192.0.2.10',
      config: '{"bearerToken":"throw-away-example","tlsClientConfig":{"insecure":false}}',
    },
  })
}

/** In this order, one page goes on from where the former left the hub. */
const HUB_PAGES: readonly { readonly page: string; readonly arrange?: (hub: Hub) => Promise<void> }[] = [
  { page: 'README.md' },
  { page: 'docs/getting-started.md' },
  { page: 'docs/troubleshooting.md', arrange: holdByHand },
  { page: 'docs/from-argocd-cluster-add.md', arrange: addByHand },
]

describe('commands in the documentation that need a hub', function () {
  this.timeout(60_000)
  const state: { hub?: Hub; scratch?: Scratch } = {}

  // A hub of its own: the pages use the default owner value and target namespace, as other tests may.
  before('start the hub', async function () {
    if (!hubAvailable() || !hasKubectl()) this.skip()
    this.timeout(90_000)
    state.scratch = makeScratch(true)
    state.hub = await startHub({ namespaceController: true })
    await prepare(state.hub)
  })
  after('stop the hub', async function () {
    this.timeout(30_000)
    state.scratch?.remove()
    await state.hub?.stop()
  })

  const kubeconfig = (): Readonly<Record<string, string>> => ({ KUBECONFIG: state.hub!.kubeconfig('admin') })

  it('given a page with commands for a hub, then it is among those run here', () => {
    const pages = PAGES.filter((page) => commandsOf(readPage(page), 'hub').length > 0)
    assert.deepEqual(pages.toSorted(), HUB_PAGES.map(({ page }) => page).toSorted())
  })

  for (const { page, arrange } of HUB_PAGES)
    describe(page, () => {
      before(() => arrange?.(state.hub!))

      for (const { block, output } of commandsOf(readPage(page), 'hub'))
        it(`given the block of line ${block.line}, when run, then it prints what the page shows`, async () => {
          const ran = await state.scratch!.run(block.text, kubeconfig())
          assert.equal(ran.code, 0, ran.output)
          if (output !== undefined) compareOutput(ran.output, output)
        })
    })

  describe('docs/rbac.md', () => {
    const rights = (): readonly string[] =>
      blocksOf(readPage('docs/rbac.md'))
        .filter(({ language }) => language === 'yaml')
        .map(({ text }) => text)
    const apply = (yaml = ''): string => `kubectl apply -f - >/dev/null <<'RIGHTS'\n${yaml}RIGHTS\n`
    const AS = '--as system:serviceaccount:argocd:kubectl-registrar'

    it('C8.01 C8.02 C8.03: given the rights of docs/rbac.md, when a pass runs with them alone, then it registers', async () => {
      await state.hub!.rest.json('DELETE', `${TARGET_SECRETS}/cluster-sandbox`)
      const ran = await state.scratch!.run(`${apply(rights()[0])}kubectl registrar sync ${AS}`, kubeconfig())

      assert.equal(ran.code, 0, ran.output)
      compareOutput(
        ran.output,
        `hub: context …
CLUSTER   NAMESPACE     PROVIDER   ACTION     RESULT   REASON
sandbox   k3k-sandbox   k3k        register   done     first-registration
1 registered (…)
`,
      )
    })

    it('given the optional rights of docs/rbac.md too, when there are settings on the hub, then a pass finds them', async () => {
      await state.hub!.rest.json('POST', '/api/v1/namespaces/argocd/configmaps', {
        metadata: { name: 'shared', labels: { 'app.kubernetes.io/name': 'kubectl-registrar' } },
        data: { 'config.yaml': 'apiVersion: registrar/v1\nkind: Config\nproviders: [k3k, capi]\n' },
      })
      const can = `kubectl auth can-i get configmaps/argocd-cm -n argocd ${AS}\n`
      const ran = await state.scratch!.run(
        `${apply(rights()[1])}${can}kubectl registrar sync ${AS}`,
        kubeconfig(),
      )

      assert.equal(ran.code, 0, ran.output)
      compareOutput(
        ran.output,
        `yes
note: settings of the hub are used (configmap argocd/shared); --no-discover-config turns that off
hub: context …
CLUSTER   NAMESPACE     PROVIDER   ACTION      RESULT   REASON
sandbox   k3k-sandbox   k3k        unchanged   -        up-to-date
1 unchanged (…)
`,
      )
    })
  })
})
