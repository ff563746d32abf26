import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checksums } from '../../.ci/release/archive.ts'
import { krewManifest } from '../../.ci/release/krew-manifest.ts'
import { krewFolder, validateManifest } from '../../.ci/release/krew.ts'
import { nameOf, TARGETS } from '../../.ci/release/targets.ts'
import { blocksOf, readPage } from '../docs/pages.ts'
import { hasKubectl } from '../docs/scratch.ts'
import { makeSite, type Site } from '../e2e/site.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { run, type CliResult } from '../support/cli.ts'
import { NATIVE_TARGET, useNativeBuild } from './native.ts'

describe('the plugin, installed with krew', function () {
  this.timeout(120_000)
  const hub = useHub()
  const build = useNativeBuild()
  const home = mkdtempSync(join(tmpdir(), 'registrar-krew-'))
  const state: { site?: Site; manifest?: string; installed?: CliResult } = {}

  const here = (program: string, args: readonly string[]): Promise<CliResult> =>
    run(program, args, {
      PATH: [join(home, 'krew/bin'), krewFolder(), process.env['PATH'] ?? ''].join(':'),
      HOME: home,
      KREW_ROOT: join(home, 'krew'),
      KREW_NO_UPGRADE_CHECK: '1',
      KUBECONFIG: hub().kubeconfig('admin'),
    })
  const kubectl = (line: string): Promise<CliResult> => here('kubectl', line.split(' '))
  const onSite = (): string => `--managed-by ${state.site!.owner} -t ${state.site!.target}`

  /** As a release leaves it, where people download it. The other platforms' archives are not there. */
  const release = (folder: string): string => {
    const archive = build().archive()
    const others = TARGETS.filter((target) => target !== NATIVE_TARGET).map((target) => ({
      target,
      name: nameOf(target),
      sha256: '0'.repeat(64),
    }))
    const archives = [archive, ...others]
    const address = 'https://example.com'
    const manifest = krewManifest({ version: '0.1.0', homepage: address, downloads: address, archives })
    mkdirSync(folder)
    cpSync(archive.file, join(folder, archive.name))
    writeFileSync(join(folder, 'registrar.yaml'), manifest)
    writeFileSync(join(folder, 'checksums.txt'), checksums(archives))
    return manifest
  }

  before('install it, as the page says', async function () {
    if (!hasKubectl()) {
      if (process.env['CI'] === 'true') throw new Error('kubectl is missing')
      this.skip()
    }
    state.manifest = release(join(home, 'registrar'))
    const page = blocksOf(readPage('docs/install.md')).find(({ mark }) => mark === 'krew')
    state.installed = await here('bash', ['-ec', page?.text ?? 'false'])
    state.site = await makeSite(hub(), 'krew')
  })
  after(() => {
    rmSync(home, { recursive: true })
  })

  it('given the manifest, then the check of the index takes it', async () => {
    await validateManifest(state.manifest!, false)
    await assert.rejects(validateManifest(state.manifest!.replaceAll('sha256', 'sha255'), false))
  })

  it('given the archive, then krew installs it, and kubectl runs it', () => {
    const { code, stdout, stderr } = state.installed!
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^kubectl-registrar version 0\.1\.0 /m)
  })

  it('given a hub, then sync registers, and doctor looks', async () => {
    const { owner } = state.site!
    await state.site!.namespace(`${owner}-a`, 'krewed')
    await state.site!.source(`${owner}-a`, 'https://10.2.9.1:6443')

    const sync = await kubectl(`registrar sync ${onSite()} --no-headers`)
    const doctor = await kubectl(`registrar doctor ${onSite()} -o json --exit-zero`)

    assert.deepEqual(
      [sync.code, sync.stdout],
      [0, `krewed   ${owner}-a   k3k   register   done   first-registration\n`],
    )
    assert.equal(doctor.code, 0, doctor.stderr)
    assert.equal((JSON.parse(doctor.stdout) as { readonly kind: string }).kind, 'DoctorReport')
  })

  it('given completion install, then kubectl completes it from the folder of krew', async () => {
    const links = await kubectl('registrar completion install -y')
    const completes = await kubectl('__complete registrar sync --outp')

    assert.equal(links.code, 0, links.stderr)
    assert.equal(completes.stdout, '--output\tform of the output (default table)\n:4\n')
  })
})
