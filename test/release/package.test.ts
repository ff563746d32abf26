import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PACKAGE_LIMIT, packPackage, tryPackage } from '../../.ci/release/npm-package.ts'
import { blocksOf, readPage } from '../docs/pages.ts'
import { ROOT, run } from '../support/cli.ts'

describe('the npm package', function () {
  this.timeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'registrar-package-'))

  after(() => {
    rmSync(folder, { recursive: true })
  })

  it('holds what runs, is small, and installs where no registry can be asked', () => {
    const packed = packPackage(folder)

    assert.deepEqual(packed.paths, [
      'LICENSE',
      'README.md',
      'bin/answer.js',
      'bin/code-cache.js',
      'bin/completing.js',
      'bin/package.json',
      'bin/run.js',
      'dist/answers.json',
      'dist/completions.json',
      'dist/exec-auth.cjs',
      'dist/licenses.txt',
      'dist/main.cjs',
      'dist/oidc-auth.cjs',
      'oclif.manifest.json',
      'package.json',
    ])
    assert.ok(packed.bytes <= PACKAGE_LIMIT, `${packed.bytes} bytes`)
    assert.match(tryPackage(packed.file), /^kubectl-registrar version \d+\.\d+\.\d+ /)
  })

  it('installs as the page says', async () => {
    const packed = packPackage(folder)
    const page = blocksOf(readPage('docs/install.md')).find(({ mark }) => mark === 'npm')
    assert.equal(basename(packed.file), 'kubectl-registrar-0.1.0.tgz')
    const env = {
      PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      npm_config_prefix: folder,
      npm_config_offline: 'true',
      npm_config_audit: 'false',
    }

    const { code, stdout, stderr } = await run('bash', ['-ec', `cd "$HOME"\n${page?.text ?? 'false'}`], env)

    assert.equal(code, 0, stderr)
    assert.match(stdout, /^kubectl-registrar version 0\.1\.0 /m)
  })

  it('asks for no other package', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly dependencies?: object
    }
    assert.equal(dependencies, undefined)
  })

  it('brings the licence of every library that is in it', () => {
    const libraries = JSON.parse(readFileSync(join(ROOT, 'dist/libraries.json'), 'utf8')) as readonly {
      readonly name: string
      readonly version: string
      readonly license: string
    }[]
    const parts = readFileSync(join(ROOT, 'dist/licenses.txt'), 'utf8').split(`\n${'-'.repeat(80)}\n\n`)

    assert.ok(libraries.some(({ name }) => name === '@oclif/core'))
    assert.deepEqual(
      parts.map((part) => part.split('\n')[0]),
      libraries.map(({ name, version, license }) => `${name} ${version} (${license})`),
    )
    for (const part of parts) assert.ok(part.length > 300, part)
  })
})
