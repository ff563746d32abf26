import assert from 'node:assert/strict'
import { hubAvailable } from '../envtest/assets.ts'
import { startHub, type Hub } from '../envtest/hub.ts'
import { HUB_PAGES, lose, prepare, TARGET_SECRETS } from './arrange.ts'
import { compareOutput } from './compare-output.ts'
import { blocksOf, commandsOf, PAGES, readPage } from './pages.ts'
import { hasKubectl, makeScratch, type Scratch } from './scratch.ts'
import { runWatch } from './watch-run.ts'

const yamlOf = (page: string): readonly string[] =>
  blocksOf(readPage(page))
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => text)

describe('commands in the documentation that need a hub', function () {
  this.timeout(60_000)
  const state: { hub?: Hub; scratch?: Scratch } = {}

  // A hub of its own: the pages use the default owner value and target namespace, as other tests may.
  before('start the hub', async function () {
    if (!hubAvailable() || !hasKubectl()) this.skip()
    this.timeout(90_000)
    state.scratch = makeScratch(true)
    state.hub = await startHub({ namespaceController: true, argoCdCrds: true })
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
    const rights = (): readonly string[] => yamlOf('docs/rbac.md')
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

    it('C8.01: given the same rights and a namespace that is gone, when a pass runs, then it deletes its registration', async () => {
      await lose('west')(state.hub!)
      const ran = await state.scratch!.run(`kubectl registrar sync ${AS}`, kubeconfig())

      assert.equal(ran.code, 0, ran.output)
      compareOutput(
        ran.output,
        `hub: context …
CLUSTER   NAMESPACE     PROVIDER   ACTION      RESULT   REASON
sandbox   k3k-sandbox   k3k        unchanged   -        up-to-date
west      k3k-west      k3k        prune       done     namespace-gone
‼ west (k3k-west): not all Applications and ApplicationSets could be seen, … (applications-unseen)
    → grant list on applications and applicationsets (docs/rbac.md), …

1 unchanged, 1 pruned (…)
`,
      )
    })

    it('given the optional rights of docs/rbac.md too, then a pass finds the settings of the hub, and sees every Application', async () => {
      await state.hub!.rest.json('POST', '/api/v1/namespaces/argocd/configmaps', {
        metadata: { name: 'shared', labels: { 'app.kubernetes.io/name': 'kubectl-registrar' } },
        data: { 'config.yaml': 'apiVersion: registrar/v1\nkind: Config\nproviders: [k3k, capi]\n' },
      })
      await lose('east')(state.hub!)
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
east      k3k-east      k3k        prune       done     namespace-gone
sandbox   k3k-sandbox   k3k        unchanged   -        up-to-date
1 unchanged, 1 pruned (…)
`,
      )
    })

    const watch = (flags: string, until: string): Promise<readonly string[]> =>
      runWatch(state.scratch!, flags, until, kubeconfig())

    it('C8.01 C8.02 C8.03: given the rights of docs/rbac.md without those for watch, when watch runs, then it lists what it may not watch', async () => {
      assert.deepEqual(await watch(AS, '[ "$(grep -c polled watch.log)" = 2 ]'), [
        'namespaces synced',
        'registrations polled',
        'secrets polled',
      ])
    })

    it('C8.04: given those for watch too, when watch runs, then it watches all, leads, and writes Events', async () => {
      await state.scratch!.run(apply(rights()[2]), kubeconfig())
      const said = await watch(`${AS} --leader-elect`, 'grep -q seeded watch.log')
      assert.deepEqual(said, ['namespaces synced', 'registrations synced', 'secrets synced', 'INFO leading'])

      const events = await state.hub!.rest.json('GET', '/apis/events.k8s.io/v1/namespaces/argocd/events')
      const notes = (events.items ?? [])
        .filter(({ regarding }) => (regarding as { readonly kind: string }).kind === 'Lease')
        .map(({ action }) => String(action))
      assert.deepEqual(notes.toSorted(), ['Lead', 'StandDown'])
    })
  })

  it('given the Deployment of docs/watch.md, then the hub takes it', async () => {
    const [yaml = ''] = yamlOf('docs/watch.md')
    const ran = await state.scratch!.run(
      `kubectl apply --dry-run=server --validate=strict -f - <<'DEPLOYMENT'\n${yaml}DEPLOYMENT\n`,
      kubeconfig(),
    )
    assert.deepEqual(ran, { code: 0, output: 'deployment.apps/kubectl-registrar created (server dry run)\n' })
  })
})
