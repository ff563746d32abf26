import assert from 'node:assert/strict'
import { signAdHoc } from '../../.ci/release/ad-hoc-signature.ts'
import { withoutAuthenticode } from '../../.ci/release/authenticode.ts'
import { segmentsOf, signatureOf } from './code-signature.ts'
import { macProgram, windowsProgram } from './programs.ts'

describe('signatures of executables', () => {
  it('given a program for macOS, when it is signed, then every page of it is as the signature says', () => {
    const program = macProgram()

    const signed = signAdHoc(program, 'kubectl-registrar')

    const covered = Math.ceil(program.length / 16) * 16
    assert.deepEqual(signatureOf(signed), {
      flags: 2,
      version: 0x20400,
      identifier: 'kubectl-registrar',
      covered,
      signatureAt: covered,
      signatureSize: signed.length - covered,
      executableSegment: [0n, 6144n, 1n],
      wrongPages: [],
    })
    const [, last] = segmentsOf(signed)
    assert.equal(last!.offset + last!.size, BigInt(signed.length))
    assert.ok(last!.memory >= last!.size && last!.memory % 0x4000n === 0n)
  })

  it('given one byte that is changed then, then its page is found', () => {
    const signed = signAdHoc(macProgram(), 'kubectl-registrar')
    signed[5000]! ^= 1
    assert.deepEqual(signatureOf(signed)?.wrongPages, [1])
  })

  it('given a program that is signed already, then the signature is replaced', () => {
    const once = signAdHoc(macProgram(), 'somebody-else')

    const twice = signAdHoc(once, 'kubectl-registrar')

    assert.deepEqual(twice, signAdHoc(macProgram(), 'kubectl-registrar'))
  })

  it('given something else, or a program without room for one more load command, then it is refused', () => {
    const full = macProgram()
    full.fill(0x90, 32 + 144, 1024)

    assert.throws(() => signAdHoc(full, 'x'), /no room for a load command/)
    assert.throws(() => signAdHoc(windowsProgram(0), 'x'), /not a 64-bit Mach-O program/)
    assert.throws(
      () => signAdHoc(Buffer.concat([macProgram(), Buffer.from('more')]), 'x'),
      /something follows/,
    )
  })

  it('given a program for Windows, then its signature is taken off, and nothing points to it', () => {
    const bare = withoutAuthenticode(windowsProgram(64))

    const expected = windowsProgram(0)
    expected.writeUInt32LE(0, 0x98 + 64)
    assert.deepEqual(bare, expected)
  })

  it('given one that has none, then it stays as it is; given something else, then it is refused', () => {
    assert.deepEqual(withoutAuthenticode(windowsProgram(0)), windowsProgram(0))
    assert.throws(() => withoutAuthenticode(macProgram()), /not a 64-bit Windows program/)
    const more = Buffer.concat([windowsProgram(64), Buffer.from('more')])
    assert.throws(() => withoutAuthenticode(more), /what follows the signature would be lost/)
  })
})
