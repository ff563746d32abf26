import assert from 'node:assert/strict'
import { isDnsLabel, isDnsSubdomain, isLabelKey, isLabelValue } from '../../src/kube/names.ts'

const check = (
  what: string,
  judge: (text: string) => boolean,
  legal: readonly string[],
  illegal: readonly string[],
): void => {
  describe(what, () => {
    for (const text of legal)
      it(`takes ${JSON.stringify(text.slice(0, 40))} (${text.length})`, () => {
        assert.equal(judge(text), true)
      })
    for (const text of illegal)
      it(`refuses ${JSON.stringify(text.slice(0, 40))} (${text.length})`, () => {
        assert.equal(judge(text), false)
      })
  })
}

const long = (length: number): string => 'a'.repeat(length)

check(
  'a namespace name',
  isDnsLabel,
  ['a', '0', 'a-b', 'a--b', long(63)],
  ['', '-a', 'a-', 'A', 'a.b', 'a_b', 'ä', 'a\n', 'a b', long(64)],
)

check(
  'a Secret name',
  isDnsSubdomain,
  ['a', 'a.b', '1.2.3', 'cluster-prod.eu', long(253)],
  ['', '.a', 'a.', 'a..b', 'a.-b', 'A.b', 'a_b', 'a\n', long(254)],
)

check(
  'a label value',
  isLabelValue,
  ['', 'a', 'A_b.c-D', '1', long(63)],
  [' ', '-a', 'a-', '.a', 'a b', 'a/b', 'x,y=z', 'a\n', long(64)],
)

check(
  'a label key',
  isLabelKey,
  ['a', 'A_b.c', 'example.io/a', 'e-x.io/A_b', `${long(253)}/${long(63)}`],
  ['', '/', 'a/', '/a', 'a/b/c', 'Example.io/a', 'e_x/a', 'a b', 'a.io/-b', `${long(254)}/a`, long(64)],
)
