import assert from 'node:assert/strict'
import { UsageError } from '../../../src/errors.ts'
import { readDocuments } from '../../../src/kube/memory/documents.ts'

const read = (text: string): (readonly [value: unknown, line: number])[] =>
  Array.from(readDocuments(text, 'f.yaml'), ({ value, place }) => {
    assert.equal(place.file, 'f.yaml')
    return [value, place.line] as const
  })

const values = (text: string): unknown[] => read(text).map(([value]) => value)

const faultOf = (text: string): string => {
  try {
    read(text)
  } catch (error) {
    if (error instanceof UsageError && error.remedy !== '') return error.message
    throw error
  }
  return ''
}

describe('readDocuments', () => {
  describe('of YAML', () => {
    it('splits documents and knows their lines', () => {
      assert.deepEqual(read('a: 1\n---\n# note\nb: 2\n--- # more\nc: 3\n...\n'), [
        [{ a: 1 }, 1],
        [{ b: 2 }, 4],
        [{ c: 3 }, 6],
      ])
    })

    for (const text of ['', '\n', '---\n---\n', '# only a comment\n', '--- ~\n', 'null\n', '\uFEFF'])
      it(`finds nothing in ${JSON.stringify(text)}`, () => {
        assert.deepEqual(read(text), [])
      })

    it('stops at more parts than a manifest of its size has, or at the first comma without a value', () => {
      const tooMany = 'more lists and maps than a manifest of this size has'
      assert.equal(faultOf(`a: ["x"\n${' , y\n'.repeat(100_000)}`), `f.yaml:44445: ${tooMany}`)
      assert.equal(faultOf('...\n'.repeat(200_000)), `f.yaml:122223: ${tooMany}`)
      const comma = 'not valid YAML (a comma with nothing before it)'
      assert.equal(faultOf(`a: b\nc: [${','.repeat(1_000_000)}`), `f.yaml:2: ${comma}`)
      assert.equal(faultOf('a: b\n}'.repeat(10_000)), 'f.yaml:2: not valid YAML (unexpected token)')
    })

    it('reads a dump of any length, and empty documents by the thousand', () => {
      const item =
        '- kind: ConfigMap\n  data:\n    text: |\n      some words of a line\n  metadata:\n    name: "x y"\n'
      const [[dump] = []] = read(`kind: Dump\nentries:\n${item.repeat(10_000)}`)
      assert.equal((dump as { readonly entries: readonly unknown[] }).entries.length, 10_000)
      assert.deepEqual(read(`${'---\n\n'.repeat(100_000)}--- # x\na: 1\n`), [[{ a: 1 }, 200_002]])
    })

    it('takes only line feeds for line breaks', () => {
      assert.deepEqual(values('a: "\u2028--- b"\n---\nc: "\u2029---"\n'), [
        { a: '\u2028--- b' },
        { c: '\u2029---' },
      ])
    })

    it('counts lines alike with CRLF, a lone CR and a byte order mark', () => {
      assert.deepEqual(read('\uFEFFa: |\r\n  x\r\n  y\r\n---\r\nb: 2\r\n'), [
        [{ a: 'x\ny\n' }, 1],
        [{ b: 2 }, 5],
      ])
      assert.deepEqual(read('a: 1\rb: 2\r---\rc: 3\r'), [
        [{ a: 1, b: 2 }, 1],
        [{ c: 3 }, 4],
      ])
    })

    it('reads YAML 1.1 as kubectl does, but times and base-60 numbers as text', () => {
      assert.deepEqual(
        values(
          'a: no\nb: On\nc: "no"\nd: 2026-01-31T12:00:00Z\ne: 2026-01-31\nf: 12:30:45\ng: 010\nh: 1_000\ni: !!binary aGk=\ny: y\n',
        ),
        [
          {
            a: false,
            b: true,
            c: 'no',
            d: '2026-01-31T12:00:00Z',
            e: '2026-01-31',
            f: '12:30:45',
            g: 8,
            h: 1000,
            i: 'hi',
            true: true,
          },
        ],
      )
    })

    it('opens Lists, and Lists within Lists, with the line of each item', () => {
      const text =
        'kind: List\napiVersion: v1\nitems:\n- a: 1\n\n- b: 2\n- kind: List\n  items: [{c: 3}]\n---\nd: 4\n'
      assert.deepEqual(read(text), [
        [{ a: 1 }, 4],
        [{ b: 2 }, 6],
        [{ c: 3 }, 7],
        [{ d: 4 }, 10],
      ])
    })

    it('gives the items of a typed list its kind, as the API leaves it out', () => {
      assert.deepEqual(
        values('kind: SecretList\napiVersion: v1\nitems:\n- metadata: {name: a}\n- kind: Own\n'),
        [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }, { kind: 'Own' }],
      )
    })

    it('follows anchors and merge keys; what a map says itself wins', () => {
      assert.deepEqual(
        values('x: &x {a: 1, b: 2}\nw: {<<: *x, b: 3}\nz: {<<: [*x, {c: 4, a: 9}]}\n"<<": t\n'),
        [{ x: { a: 1, b: 2 }, w: { a: 1, b: 3 }, z: { a: 1, b: 2, c: 4 }, '<<': 't' }],
      )
    })

    it('keeps keys that every object has as keys', () => {
      const [value] = values('__proto__: {a: 1}\nconstructor: b\n')
      assert.deepEqual(Object.entries(value as object), [
        ['__proto__', { a: 1 }],
        ['constructor', 'b'],
      ])
    })
  })

  describe('of JSON', () => {
    it('reads an object, with a byte order mark too, and objects one after the other', () => {
      assert.deepEqual(read('\uFEFF{"a": 1}'), [[{ a: 1 }, 1]])
      assert.deepEqual(read('{"a": "}\\"{"}\n\n{"b": ["\\\\"]}{"c": 3}\n'), [
        [{ a: '}"{' }, 1],
        [{ b: ['\\'] }, 3],
        [{ c: 3 }, 3],
      ])
    })

    it('opens Lists with the line of each item', () => {
      const text =
        '{\n "kind": "List",\n "items": [\n  {"a": {"x": [{}]}},\n  {"b": "{"}\n ],\n "metadata": {}\n}\n'
      assert.deepEqual(read(text), [
        [{ a: { x: [{}] } }, 4],
        [{ b: '{' }, 5],
      ])
    })

    it('leaves times and words as they are', () => {
      assert.deepEqual(values('{"a": "2026-01-31", "b": "no", "c": true}'), [
        { a: '2026-01-31', b: 'no', c: true },
      ])
    })
  })

  const deep = '['.repeat(100_000)
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (const [index, name] of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].entries())
    bomb.push(
      `${name}: &${name} [${Array(10)
        .fill(`*${'abcdefgh'[index] ?? ''}`)
        .join(', ')}]`,
    )

  const refused: readonly (readonly [what: string, text: string, fault: RegExp])[] = [
    ['bad indentation', 'a: 1\n  b: 2\n', /^f\.yaml:2: not valid YAML \(/],
    ['a bracket left open', 'a: 1\nb: [1,\n', /^f\.yaml:\d: not valid YAML \(/],
    ['a tab for indentation', 'a:\n\tb: 1\n', /^f\.yaml:2: not valid YAML \(/],
    ['a fault of a later document', 'a: 1\n---\nb: 1\n---\nc: "x\n', /^f\.yaml:\d: not valid YAML \(/],
    ['a key twice', 'a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n', /^f\.yaml:5: a key stands twice in one map$/],
    ['a key twice, spelt differently', 'a: 1\n"a": 2\n', /^f\.yaml:2: a key stands twice/],
    ['a key twice in JSON', '{"a": 1,\n "b": {"c": 1,\n "c": 2}}', /^f\.yaml:3: a key stands twice/],
    ['broken JSON', '{"a": 1,\n "b": }x\n', /^f\.yaml:\d: not valid YAML/],
    ['JSON that is cut off', '{"kind": "List",\n"items": [{"a": 1},\n', /^f\.yaml:\d: not valid YAML/],
    ['a key that is a list', 'a: 1\n? [b]\n: c\n', /^f\.yaml:2: a key that is not text$/],
    ['an alias of nothing', 'a: 1\nb: *c\n', /^f\.yaml:2: (an alias of nothing|not valid YAML)/],
    [
      'an alias of what it stands in',
      'a: &a\n  b: *a\n',
      /^f\.yaml:2: an alias of nothing, or of what it stands in$/,
    ],
    ['aliases that multiply', bomb.join('\n'), /^f\.yaml:\d: aliases that multiply out of hand$/],
    ['a merge of text', 'a: 1\nb: {<<: x}\n', /^f\.yaml:2: a merge of what is no map$/],
    ['nesting without end', `a: 1\nb: ${deep}`, /^f\.yaml:2: nested too deep$/],
    ['nesting without end in JSON', `{"a":\n${deep}${']'.repeat(100_000)}}`, /^f\.yaml:\d: nested too deep$/],
    ['a control character', 'a: 1\nb: \u0000\n', /^f\.yaml:2: a control character: not a text file$/],
    ['an ordered map', 'a: 1\nb: !!omap [c: 1]\n', /^f\.yaml:2: /],
  ]
  for (const [what, text, fault] of refused)
    it(`refuses ${what}, with its line`, () => {
      assert.match(faultOf(text), fault)
    })

  for (const text of [
    'kind: Secret\nmetadata:\n  name: {{ .Release.Name }}\n',
    'kind: Secret\n{{- if .Values.x }}\na: 1\n{{- end }}\n',
    'a: 1\n{{ include "x" . }}\n',
  ])
    it(`takes ${JSON.stringify(text.split('\n').find((line) => line.includes('{{')))} for a template and says how to render it`, () => {
      assert.throws(() => read(text), {
        name: 'UsageError',
        message: /^f\.yaml:[23]: a template, not a manifest$/,
        remedy: 'render the chart first: helm template NAME CHART | kubectl registrar sync -f -',
      })
    })

  it('never quotes what it can not read', () => {
    for (const text of [
      'token: "s3cr3t\n',
      'token: s3cr3t: x\n',
      '{"token": "s3cr3t"',
      '? [s3cr3t]\n: a\n',
      's3cr3t: 1\ns3cr3t: 2\n',
    ])
      assert.doesNotMatch(faultOf(text) || 's3cr3t', /s3cr3t/, text)
  })

  it('reads a map of 100,000 keys without comparing each with each', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `k${index}: v`)
    assert.equal(Object.keys(values(keys.join('\n'))[0] as object).length, 100_000)
  })
})
