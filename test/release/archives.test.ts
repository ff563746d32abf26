import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Entry } from '../../.ci/release/entries.ts'
import { krewManifest } from '../../.ci/release/krew-manifest.ts'
import { tarGz } from '../../.ci/release/tar.ts'
import { fileOf, nameOf, TARGETS } from '../../.ci/release/targets.ts'
import { zip } from '../../.ci/release/zip.ts'
import { readZip } from './read-zip.ts'

const SECONDS = 1_700_000_000
const ENTRIES: readonly Entry[] = [
  { path: 'LICENSE', bytes: Buffer.from('free\n'), executable: false },
  { path: 'kubectl-registrar', bytes: Buffer.from('#!/bin/sh\n'.repeat(100)), executable: true },
]

describe('archives of a release', () => {
  it('given files, then tar takes them out as they were, of that time and with their modes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'registrar-tar-'))
    writeFileSync(join(folder, 'archive.tar.gz'), tarGz(ENTRIES, SECONDS))

    const { status, stderr } = spawnSync('tar', ['-xzpf', 'archive.tar.gz'], {
      cwd: folder,
      encoding: 'utf8',
    })

    assert.deepEqual([status, stderr], [0, ''])
    for (const { path, bytes, executable } of ENTRIES) {
      const { mode, mtimeMs } = statSync(join(folder, path))
      assert.deepEqual(readFileSync(join(folder, path)), bytes)
      assert.deepEqual([mode & 0o777, mtimeMs], [executable ? 0o755 : 0o644, SECONDS * 1000])
    }
    rmSync(folder, { recursive: true })
  })

  it('given files, then a zip has them as they were, of that time and with their modes', () => {
    assert.deepEqual(
      readZip(zip(ENTRIES, SECONDS)),
      ENTRIES.map(({ path, bytes, executable }) => ({
        path,
        bytes,
        mode: executable ? 0o100755 : 0o100644,
        time: '2023-11-14 22:13:20',
      })),
    )
  })

  it('given the same files, then they are the same bytes', () => {
    assert.deepEqual(tarGz(ENTRIES, SECONDS), tarGz(ENTRIES, SECONDS))
    assert.deepEqual(zip(ENTRIES, SECONDS), zip(ENTRIES, SECONDS))
  })
})

describe('the manifest for krew', () => {
  const archives = TARGETS.map((target, index) => ({
    target,
    name: `archive-${nameOf(target)}`,
    sha256: String(index).repeat(64),
  }))
  const values = {
    version: '1.2.3',
    homepage: 'https://example.com/home',
    downloads: 'https://example.com/v1.2.3',
    archives,
  }

  it('given archives, then each platform has its own, and its sum stays text', () => {
    const manifest = parse(krewManifest(values)) as {
      readonly metadata: { readonly name: string }
      readonly spec: {
        readonly version: string
        readonly homepage: string
        readonly platforms: readonly unknown[]
      }
    }

    assert.equal(manifest.metadata.name, 'registrar')
    assert.equal(manifest.spec.version, 'v1.2.3')
    assert.equal(manifest.spec.homepage, 'https://example.com/home')
    assert.deepEqual(
      manifest.spec.platforms,
      archives.map(({ target, name, sha256 }) => ({
        selector: { matchLabels: { os: target.os, arch: target.arch } },
        uri: `https://example.com/v1.2.3/${name}`,
        sha256,
        bin: fileOf(target),
      })),
    )
  })

  it('given an archive too few, then it is refused', () => {
    assert.throws(
      () => krewManifest({ ...values, archives: archives.slice(1) }),
      /nothing is known as \{\{uri linux-amd64\}\}/,
    )
  })
})
