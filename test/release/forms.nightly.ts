import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { executableIn } from '../../.ci/release/build.ts'
import { RESOURCE } from '../../.ci/release/executable.ts'
import { cacheFolder } from '../../.ci/release/node-binaries.ts'
import { nameOf, TARGETS, type Form, type Target } from '../../.ci/release/targets.ts'
import { blocksOf, readPage } from '../docs/pages.ts'
import { run } from '../support/cli.ts'
import { segmentsOf, signatureOf } from './code-signature.ts'
import { machineOf, notesOf } from './elf.ts'
import { readWindowsProgram } from './pe.ts'

/** The blob without a compiled form. */
const SMALLEST = 1_400_000

const MAC_PROCESSORS: Readonly<Record<Target['arch'], number>> = { amd64: 0x01000007, arm64: 0x0100000c }

const checkElf = ({ arch }: Target, program: Buffer): void => {
  const blob = notesOf(program).find(({ name }) => name === RESOURCE)
  assert.equal(machineOf(program), arch)
  assert.ok(blob && blob.size > SMALLEST)
}

const checkMac = ({ arch }: Target, program: Buffer): void => {
  const segments = segmentsOf(program)
  const blob = segments.find(({ name }) => name === 'NODE_SEA')
  const last = segments.at(-1)
  const signature = signatureOf(program)
  assert.equal(program.readUInt32LE(4), MAC_PROCESSORS[arch])
  assert.deepEqual(Object.keys(blob?.sections ?? {}), [`__${RESOURCE}`])
  assert.ok(blob!.size > BigInt(SMALLEST))
  assert.equal(last?.name, '__LINKEDIT')
  assert.equal(last.offset + last.size, BigInt(program.length))
  // In memory and in the file, none begins before the one before it ends.
  for (const [index, segment] of segments.slice(1).entries()) {
    const before = segments[index]!
    assert.ok(before.address + before.memory <= segment.address, segment.name)
    assert.ok(before.offset + before.size <= segment.offset, segment.name)
  }
  assert.deepEqual(
    [signature?.flags, signature?.version, signature?.identifier, signature?.wrongPages],
    [2, 0x20400, 'kubectl-registrar', []],
  )
  assert.equal(signature!.signatureAt + signature!.signatureSize, program.length)
}

const checkWindows = ({ arch }: Target, program: Buffer): void => {
  const { machine, certificateTable, data } = readWindowsProgram(program)
  assert.equal(machine, arch)
  assert.deepEqual(certificateTable, [0, 0])
  assert.deepEqual(Object.keys(data), [RESOURCE])
  assert.ok((data[RESOURCE] ?? 0) > SMALLEST)
}

const CHECKS: Readonly<Record<Form, (target: Target, program: Buffer) => void>> = {
  elf: checkElf,
  'mach-o': checkMac,
  pe: checkWindows,
}

/** What tells node that there is a blob, once in every program. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:'

/** A release that has been made already; default: one is made, as docs/install.md says. */
const MADE = process.env['REGISTRAR_RELEASE']

describe('a release', function () {
  this.timeout(1_200_000)
  const home = mkdtempSync(join(tmpdir(), 'registrar-forms-'))
  const folder = MADE ?? join(home, 'registrar')

  before('make it', async function () {
    if (`${process.platform}-${process.arch}` !== 'linux-x64') this.skip()
    if (MADE !== undefined) return
    const page = blocksOf(readPage('docs/install.md')).find(({ mark }) => mark === 'release')
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CACHE_HOME: dirname(cacheFolder()) }
    const { code, stdout, stderr } = await run('bash', ['-ec', page?.text ?? 'false'], env)
    assert.equal(code, 0, stdout + stderr)
  })
  after(() => {
    rmSync(home, { recursive: true })
  })

  for (const target of TARGETS)
    it(`given ${nameOf(target)}, then its form is that of the platform, and the blob is in it`, () => {
      const program = readFileSync(executableIn(folder, target))
      CHECKS[target.form](target, program)
      const fuse = program.indexOf(FUSE)
      assert.equal(program.toString('latin1', fuse + FUSE.length, fuse + FUSE.length + 1), '1')
      assert.equal(program.lastIndexOf(FUSE), fuse)
    })

  it('given its files, then each is as the checksums say, and none is missing', () => {
    const lines = readFileSync(join(folder, 'checksums.txt'), 'utf8').trimEnd().split('\n')
    const listed = lines.map((line) => line.split('  ') as [string, string])
    for (const [sum, name] of listed) {
      const file = readFileSync(join(folder, name))
      assert.equal(createHash('sha256').update(file).digest('hex'), sum, name)
    }
    assert.deepEqual(
      listed.map(([, name]) => name),
      [
        ...TARGETS.map(
          (target) => `kubectl-registrar_v0.1.0_${nameOf(target)}.${target.form === 'pe' ? 'zip' : 'tar.gz'}`,
        ),
        'kubectl-registrar-0.1.0.tgz',
        'registrar.yaml',
        'kubectl-registrar.cdx.json',
      ],
    )
  })

  it('given the bill of materials, then every library has its version, licence and sum', () => {
    const bom = JSON.parse(readFileSync(join(folder, 'kubectl-registrar.cdx.json'), 'utf8')) as {
      readonly bomFormat: string
      readonly components: readonly {
        readonly type: string
        readonly purl?: string
        readonly licenses?: readonly unknown[]
        readonly hashes?: readonly unknown[]
      }[]
    }
    const libraries = bom.components.filter(({ type }) => type === 'library')
    assert.equal(bom.bomFormat, 'CycloneDX')
    assert.ok(libraries.some(({ purl }) => purl?.startsWith('pkg:npm/%40oclif/core@')))
    for (const { purl, licenses, hashes } of libraries)
      assert.deepEqual([licenses?.length, hashes?.length], [1, 1], purl)
  })
})
