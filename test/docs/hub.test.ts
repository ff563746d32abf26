import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { hubAvailable } from '../envtest/assets.ts'
import { startHub, type Hub } from '../envtest/hub.ts'
import { compareOutput } from './compare-output.ts'
import { blocksOf, commandsOf, readPage, ROOT } from './pages.ts'
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

  for (const page of ['README.md', 'docs/getting-started.md', 'docs/troubleshooting.md'])
    for (const { block, output } of commandsOf(readPage(page), 'hub'))
      it(`given the block of ${page}:${block.line}, when run, then it prints what the page shows`, async () => {
        const ran = await state.scratch!.run(block.text, kubeconfig())
        assert.equal(ran.code, 0, ran.output)
        if (output !== undefined) compareOutput(ran.output, output)
      })

  it('C8.01 C8.02 C8.03: given the rights of docs/rbac.md, when a pass runs with them alone, then it registers', async () => {
    const yaml = blocksOf(readPage('docs/rbac.md')).find(({ language }) => language === 'yaml')
    const apply = `kubectl apply -f - >/dev/null <<'RIGHTS'\n${yaml?.text ?? ''}RIGHTS\n`
    const sync = 'kubectl registrar sync --as system:serviceaccount:argocd:kubectl-registrar'

    const ran = await state.scratch!.run(apply + sync, kubeconfig())

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
})
