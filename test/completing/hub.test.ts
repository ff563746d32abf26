import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasKubectl } from '../docs/scratch.ts'
import { makeSite, type Site } from '../e2e/site.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { pluginUnderTest, run, runBin } from '../support/cli.ts'

describe('completion, with a hub', function () {
  this.timeout(60_000)
  const hub = useHub()
  const folder = mkdtempSync(join(tmpdir(), 'registrar-completing-'))
  const state: { site?: Site } = {}

  before(async () => {
    for (const name of ['kubectl-registrar', 'kubectl_complete-registrar'])
      symlinkSync(pluginUnderTest(), join(folder, name))
    const site = await makeSite(hub(), 'completing')
    state.site = site
    for (const name of ['one', 'two']) {
      await site.namespace(`completing-${name}`, `cluster-of-${name}`)
      await site.source(`completing-${name}`, `https://10.9.1.${name === 'one' ? 1 : 2}:6443`)
    }
    assert.equal((await site.sync()).code, 0)
    const hide = ['demote', 'cluster-of-two', '--yes', '--managed-by', site.owner, '-t', site.target]
    const demoted = await runBin([...hide, '--kubeconfig', hub().kubeconfig('admin')])
    assert.equal(demoted.code, 0, demoted.stderr)
  })
  after(() => {
    rmSync(folder, { recursive: true })
  })

  const complete = async (
    words: readonly string[],
    user: 'admin' | 'nobody' = 'admin',
    address: readonly string[] = [],
  ): Promise<string> => {
    const { owner, target } = state.site!
    const typed = ['--managed-by', owner, '-t', target, ...address, ...words]
    const env = { KUBECONFIG: hub().kubeconfig(user) }
    const { code, stdout, stderr } = await runBin(['__complete', ...typed], env)
    assert.deepEqual([code, stderr], [0, ''])
    return stdout
  }

  it('given a verb on namespaces, then it offers them, but for those that were typed', async () => {
    assert.equal(await complete(['register', 'completing-']), 'completing-one\ncompleting-two\n:4\n')
    assert.equal(await complete(['register', 'completing-one', 'completing-']), 'completing-two\n:4\n')
    assert.equal(await complete(['sync', '-n', 'completing-o']), 'completing-one\n:4\n')
  })

  it('given a verb on clusters, then it offers those it can do something about', async () => {
    assert.equal(await complete(['list', '']), 'cluster-of-one\ncluster-of-two\n:4\n')
    assert.equal(await complete(['prune', '']), 'cluster-of-one\ncluster-of-two\n:4\n')
    assert.equal(await complete(['demote', '']), 'cluster-of-one\n:4\n')
    assert.equal(await complete(['revert', '']), 'cluster-of-two\n:4\n')
    assert.equal(await complete(['explain', 'cluster-of-']), 'cluster-of-one\ncluster-of-two\n:4\n')
    assert.equal(await complete(['explain', 'completing-']), 'completing-one\ncompleting-two\n:4\n')
  })

  it('given an identity without rights, then it offers nothing, and is quiet', async () => {
    assert.equal(await complete(['list', ''], 'nobody'), ':4\n')
    assert.equal(await complete(['register', ''], 'nobody'), ':4\n')
  })

  it('given a hub that accepts and never answers, then it gives up', async () => {
    const silent = await new Promise<Server>((resolve) => {
      const server = createServer(() => undefined)
      server.listen(0, '127.0.0.1', () => {
        resolve(server)
      })
    })
    const address = silent.address()
    assert.ok(address !== null && typeof address === 'object')

    assert.equal(await complete(['list', ''], 'admin', ['-s', `https://127.0.0.1:${address.port}`]), ':4\n')

    silent.close()
  })

  it('given kubectl, when it is asked, then it hands on what the plugin offers', async function () {
    if (!hasKubectl()) {
      if (process.env['CI'] === 'true') throw new Error('kubectl is missing')
      this.skip()
    }
    const { owner, target } = state.site!
    const env = {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      KUBECONFIG: hub().kubeconfig('admin'),
    }
    const ask = async (line: string): Promise<string> =>
      (await run('kubectl', ['__complete', 'registrar', ...line.split(' ')], env)).stdout

    assert.equal(await ask('sync --outp'), '--output\tform of the output (default table)\n:4\n')
    assert.equal(await ask(`demote --managed-by ${owner} -t ${target} `), 'cluster-of-one\n:4\n')
  })
})
