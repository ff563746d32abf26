import assert from 'node:assert/strict'
import fc from 'fast-check'
import { stringify } from 'yaml'
import { readSimpleDocument } from '../../../src/kube/memory/simple-documents.ts'
import { readYamlStream } from '../../../src/kube/memory/yaml-slices.ts'
import { readYaml } from '../../../src/kube/memory/yaml-documents.ts'
import { FUZZ } from '../../support/fuzz.ts'

/** What the full reader makes of a text, or the kind of its refusal: the measure of the fast one. */
const full = (text: string): unknown[] | 'refused' => {
  try {
    return [...readYaml(text, 'f')]
  } catch {
    return 'refused'
  }
}

const stream = (text: string): unknown[] | 'refused' => {
  try {
    return [...readYamlStream(text, 'f')]
  } catch {
    return 'refused'
  }
}

const SCALARS = [
  'abc',
  'y',
  'No',
  'TRUE',
  'null',
  '~',
  '0',
  '10',
  '010',
  '08',
  '0x1F',
  '0b11',
  '0b1f',
  '98594b14e74ae6cb',
  '1e5f',
  '12e4',
  '0xfa',
  '--flag',
  '-i',
  '-.inf',
  '--',
  '0o7',
  '1e3',
  '1_000',
  '.5',
  '+1',
  '+abg',
  '/a',
  '-a',
  '2026-01-31',
  '2026-01-31T12:00:00Z',
  '12:30',
  'a:b',
  'a: b',
  'a:',
  'a #b',
  'a#b',
  '"x"',
  '"x\\n"',
  '"x" y',
  "'it''s'",
  "'x'",
  '""',
  "''",
  '{}',
  '[]',
  '{a: 1}',
  '[a]',
  '*a',
  '&a b',
  '!t x',
  '|',
  '>-',
  '@a',
  '`a',
  '%a',
  '?',
  '? a',
  '- a',
  '=',
  '<<',
  'a  b',
  'a - b',
  'https://x:1/y?z',
  'b3RoZXI=',
  'MTIzNDU2',
  '1234567890123',
  '3bd0a1c2-1111-4111-8111-0c1d2e3f4a5b',
  '-1',
  '1.5',
  '1.10',
  '.inf',
  'NaN',
  'off',
  'x\ty',
  'ü',
  '"ü"',
  '\u00a0x',
  'x\u00a0',
  ' \u2028x',
  '"\u2028--- x"',
  '"\u00a0\u0085\ufeff"',
  "'\ufeffx\u2029'",
  '\u0085',
  'x\ufeffy',
]

const LINES = [
  ...SCALARS.slice(0, 40).map((scalar) => `a: ${scalar}`),
  'a:',
  'b:',
  'a: b',
  'b: c',
  'c:d',
  'y: z',
  '__proto__: x',
  'constructor: x',
  'items:',
  'kind: List',
  '- a',
  '- a: b',
  '-',
  '- ',
  '-  a: b',
  '- - a',
  '# note',
  '',
  ' ',
  '\t',
  'text',
  '"q": r',
  '<<: x',
  'a b: c',
  '---',
  '--- # x',
  '--- a',
  '...',
  'a: \u00a0b',
  'a:\u00a0b',
  'a: "\u2028--- b"',
  'a: b\u2028--- c',
  '---\u00a0',
  '---\u2028',
  '\u00a0',
  '\ufeffa: b',
  '- \u2028b',
]

describe('the fast reader of YAML', () => {
  for (const scalar of SCALARS)
    it(`makes of ${JSON.stringify(scalar)} what the full one does, or nothing`, () => {
      const text = `a: ${scalar}\n`
      const simple = readSimpleDocument(text)
      const [document] = full(text)
      if (simple === undefined) return
      assert.deepEqual((document as { readonly value: unknown }).value, simple.value)
    })

  it('reads what tools write, and leaves the rest', () => {
    const text =
      'kind: List\napiVersion: v1\n# note\nitems:\n- a: b\n  c:\n    d: "1"\n    e: {}\n\n- f:\n  - g\n  - h: 1\nmetadata:\n  x:\n'
    assert.deepEqual(readSimpleDocument(text), {
      value: {
        kind: 'List',
        apiVersion: 'v1',
        items: [{ a: 'b', c: { d: '1', e: {} } }, { f: ['g', { h: 1 }] }],
        metadata: { x: null },
      },
      line: 1,
      itemLines: [5, 10],
    })
    for (const other of [
      '',
      'a: |\n  b\n',
      'a: b\n  c\n',
      'a: 1\na: 2\n',
      'a: &x b\n',
      'a: b # c\n',
      'a: b\n c: d\n',
      '{a: 1}',
    ])
      assert.equal(readSimpleDocument(other), undefined, other)
  })

  it('agrees with the full one, lines and refusals included, on any lines put together', () => {
    const line = fc.tuple(fc.constantFrom(0, 0, 2, 2, 4, 1), fc.constantFrom(...LINES))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), (lines) => {
        const text = lines.map(([indent, content]) => `${' '.repeat(indent)}${content}\n`).join('')
        const expected = full(text)
        assert.deepEqual(stream(text), expected)
      }),
      { ...FUZZ, numRuns: FUZZ.numRuns * 10 },
    )
  })

  it('agrees with the full one on documents one after the other', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.constantFrom(...SCALARS),
      fc.boolean(),
      fc.integer(),
      fc.constant(null),
    )
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.oneof(fc.constantFrom('kind', 'items', 'metadata', 'y', 'a/b.c'), fc.string()),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    }))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (documents) => {
        const text = documents.map((document) => stringify(document, { compat: 'yaml-1.1' })).join('---\n')
        assert.deepEqual(stream(text), full(text))
      }),
      { ...FUZZ, numRuns: FUZZ.numRuns * 2 },
    )
  })
})
