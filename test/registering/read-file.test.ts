import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRegularFile } from '../../src/registering/read-file.ts'
import { shownPath } from '../../src/registering/shown-path.ts'

describe('a file that a person names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registrar-read-'))
  after(() => {
    rmSync(folder, { recursive: true })
  })
  const at = (name: string): string => join(folder, name)
  const why = async (path: string): Promise<string> => {
    const read = await readRegularFile(path)
    return read.ok ? `${read.bytes.length} bytes` : read.why
  }

  it('given a regular file, then it is read whole, up to 1 MiB', async () => {
    writeFileSync(at('small'), 'kubeconfig')
    writeFileSync(at('empty'), '')
    writeFileSync(at('largest'), Buffer.alloc(1024 * 1024))
    writeFileSync(at('larger'), Buffer.alloc(1024 * 1024 + 1))

    assert.deepEqual(await readRegularFile(at('small')), { ok: true, bytes: Buffer.from('kubeconfig') })
    assert.equal(await why(at('empty')), '0 bytes')
    assert.equal(await why(at('largest')), '1048576 bytes')
    assert.equal(await why(at('larger')), 'is larger than 1 MiB')
  })

  it('given a device or a pipe, which may never end, then it is refused unread', async () => {
    execFileSync('bash', ['-c', 'mkfifo "$0"', at('pipe')])

    for (const path of ['/dev/zero', '/dev/null', at('pipe')])
      assert.equal(await why(path), 'is no regular file', path)
  })

  it('given none, then it is said as kubectl says it', async () => {
    mkdirSync(at('folder'))
    writeFileSync(at('locked'), 'x')
    chmodSync(at('locked'), 0)

    assert.equal(await why(at('none')), 'no such file or directory')
    assert.equal(await why(join(at('small'), 'none')), 'no such file or directory')
    assert.equal(await why('x'.repeat(5000)), 'no such file or directory')
    assert.equal(await why(at('folder')), 'is a directory')
    // Root reads everything.
    if (process.getuid?.() !== 0) assert.equal(await why(at('locked')), 'permission denied')
  })
})

describe('a path in a message', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registrar-Path0-'))
  after(() => {
    rmSync(folder, { recursive: true })
  })

  it('given a path, then it is shown, also in a folder whose name looks like a token', () => {
    for (const path of ['kubeconfig', './a/b.yaml', '/etc/none/kubeconfig', join(folder, 'none.yaml')])
      assert.equal(shownPath(path), path)
  })

  it('given what may be a credential, then nothing of it is', () => {
    for (const text of [
      '-----BEGIN PRIVATE KEY-----\nMARK\n-----END PRIVATE KEY-----\n',
      Buffer.from('-----BEGIN PRIVATE KEY----- MARK').toString('base64'),
      '/none/eyJhbGciOiJSUzI1NiJ9.e30.c2ln/x',
      join(folder, 'one\ntwo'),
    ])
      assert.equal(shownPath(text), '…')
  })
})
