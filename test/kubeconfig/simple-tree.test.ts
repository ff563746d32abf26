import assert from 'node:assert/strict'
import fc from 'fast-check'
import { readSimpleTree } from '../../src/kubeconfig/simple-tree.ts'
import { readFully } from '../../src/kubeconfig/yaml-document.ts'
import { cases } from '../fixtures/kubeconfigs/load.ts'
import { FUZZ } from '../support/fuzz.ts'

/** The fast reader may leave a text to the full one; where it does not, both say the same, lines included. */
const assertAgreed = (text: string): boolean => {
  const simple = readSimpleTree(text)
  if (simple === undefined) return false
  assert.deepEqual({ ok: true, value: simple }, readFully(text), JSON.stringify(text))
  return true
}

describe('the fast reader of kubeconfigs', () => {
  it('reads what most provisioners write, as the full one does', () => {
    const agreed = cases.filter(({ kubeconfig }) => assertAgreed(kubeconfig))

    assert.ok(agreed.length > cases.length / 2, `${agreed.length} of ${cases.length}`)
  })

  it('agrees with the full one on kubeconfigs with lines changed, moved and repeated', () => {
    const line = fc.constantFrom(
      'a: b',
      '  a: b',
      '- name: x',
      '  - x',
      'users:',
      'token: 0123',
      'token: "x"',
      'token: y',
      'insecure-skip-tls-verify: true',
      'a: {}',
      'a: []',
      'a:',
      '# note',
      '',
      'a: b c',
      'a: 1',
      'current-context: a@b',
      '---',
      '  ',
      'a: |',
      '<<: x',
      'a: \u00a0b',
      'a:  \u2028b\u00a0',
      'a: "\ufeffb\u2028"',
      "a: '\u0085b'",
      'a:\u00a0b',
      '\u00a0',
      '\ufeffa: b',
      '- \u00a0x',
      '-\u2028x',
    )
    const text = fc
      .tuple(
        fc.constantFrom(...cases.map(({ kubeconfig }) => kubeconfig)),
        fc.array(fc.tuple(fc.nat(), fc.nat(2), line), { maxLength: 4 }),
      )
      .map(([kubeconfig, edits]) => {
        const lines = kubeconfig.split('\n')
        for (const [at, removed, added] of edits) lines.splice(at % (lines.length + 1), removed, added)
        return lines.join('\n')
      })
    fc.assert(
      fc.property(text, (changed) => {
        assertAgreed(changed)
      }),
      FUZZ,
    )
  })

  it("agrees with the full one on short texts of YAML's own signs", () => {
    const sign = fc.constantFrom(
      'a',
      'b: ',
      ': ',
      '- ',
      '\n',
      '\n  ',
      '"',
      "'",
      '{}',
      '[]',
      '1',
      'y',
      '#',
      ' ',
      '&x',
      '*x',
      '!',
      '|',
      '~',
      'null',
      '\t',
      '\u00a0',
      '\u2028',
      '\u0085',
      '\ufeff',
    )
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        assertAgreed(signs.join(''))
      }),
      FUZZ,
    )
  })
})
