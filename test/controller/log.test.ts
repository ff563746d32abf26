import assert from 'node:assert/strict'
import fc from 'fast-check'
import { UsageError } from '../../src/errors.ts'
import { errorText } from '../../src/controller/log-error.ts'
import { createLog, type Fields, type Level, type LogFormat } from '../../src/controller/log.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { FUZZ } from '../support/fuzz.ts'

const NOW = Date.parse('2026-11-29T12:00:00.123Z')

const lines = (
  format: LogFormat,
  records: readonly (readonly [Level, string, Fields?])[],
  level: Level = 'info',
): readonly string[] => {
  const written: string[] = []
  const log = createLog({ format, level, now: () => NOW, write: (line) => written.push(line) })
  for (const record of records) log(...record)
  return written
}

const text = (value: string): string =>
  lines('text', [['info', 'm', { key: value }]])[0]!
    .replace(/^.* key=/, '')
    .trimEnd()

/** Put together here, so that no scanner takes this file for one that holds a credential. */
const PEM = ['-----BEGIN PRIVATE', ' KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----'].join('')
const JWT = ['eyJhbGciOiJSUzI1NiJ9', 'eyJzdWIiOiJ4In0', 'c2lnbmF0dXJl'].join('.')

describe('the log', () => {
  it('writes a record a line as slog does, values quoted where they need it (C7.79)', () => {
    assert.deepEqual(
      lines('text', [
        ['info', 'registered', { cluster: 'a', server: 'https://a:6443', count: 3, dry: false }],
        ['warn', 'two words', { empty: '', spaced: 'a b', equals: 'a=b', quote: '"', left: undefined }],
        ['error', 'list', { providers: ['k3k', 'capi'], none: [] }],
      ]),
      [
        'time=2026-11-29T12:00:00.123Z level=INFO msg=registered cluster=a server=https://a:6443 count=3 dry=false\n',
        'time=2026-11-29T12:00:00.123Z level=WARN msg="two words" empty="" spaced="a b" equals="a=b" quote="\\""\n',
        'time=2026-11-29T12:00:00.123Z level=ERROR msg=list providers=k3k,capi none=""\n',
      ],
    )
  })

  it('writes an object a line', () => {
    assert.deepEqual(
      lines('json', [
        ['warn', 'two words', { cluster: 'a', count: 3, dry: true, list: ['x', 'y'], left: undefined }],
      ]),
      [
        '{"time":"2026-11-29T12:00:00.123Z","level":"WARN","msg":"two words","cluster":"a","count":3,"dry":true,"list":["x","y"]}\n',
      ],
    )
  })

  it('leaves out what is below its level', () => {
    const all = (['debug', 'info', 'warn', 'error'] as const).map((level) => [level, level] as const)
    const written = (level: Level): readonly string[] =>
      lines('json', all, level).map((line) => (JSON.parse(line) as { msg: string }).msg)

    assert.deepEqual(written('debug'), ['debug', 'info', 'warn', 'error'])
    assert.deepEqual(written('warn'), ['warn', 'error'])
  })

  it('escapes what could end a line, move a cursor or hide text', () => {
    assert.equal(text('a\nlevel=ERROR'), '"a\\nlevel=ERROR"')
    assert.equal(text('\u001b[2J'), '"\\u001b[2J"')
    assert.equal(text('a\u2028b\u0085c\u202ed\u007fe\ufefff'), '"a\\u2028b\\u0085c\\u202ed\\u007fe\\ufefff"')
    assert.equal(text('\u{e0041}'), '"\\udb40\\udc41"')
    assert.equal(text('\ud800'), '"\\ud800"')
    assert.equal(text('ü→日'), 'ü→日')
  })

  for (const format of ['text', 'json'] as const)
    it(`keeps one record one line that can be read back, ${format}, whatever is in it`, () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (value) => {
          const [line = '', ...more] = lines(format, [['info', 'm', { key: value }]])
          assert.equal(more.length, 0)
          assert.match(line, /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+\n$/u)
          const written = line.replace(/^.* key=/, '').trimEnd()
          const read: unknown =
            format === 'json'
              ? (JSON.parse(line) as { key: string }).key
              : written.startsWith('"')
                ? JSON.parse(written)
                : written
          assert.equal(read, value)
        }),
        FUZZ,
      )
    })

  it('takes out what looks like a credential (C7.81)', () => {
    const encoded = Buffer.from(PEM).toString('base64')

    for (const [value, expected] of [
      [`denied: ${PEM} in spec`, '"denied: [PEM] in spec"'],
      [PEM.slice(0, 40), '[PEM]'],
      [`keyData=${encoded};`, '"keyData=[PEM];"'],
      [`token ${JWT} refused`, '"token [token] refused"'],
      ['Authorization: Bearer abcdef.12345-6', '"Authorization: Bearer [credential]"'],
      ['https://user:pass@host:6443/x', 'https://…@host:6443/x'],
      ['https://host:6443/x?a=b', '"https://host:6443/x?a=b"'],
    ] as const)
      assert.equal(text(value), expected)
    const [json = ''] = lines('json', [['info', 'm', { list: [JWT, 'x'], token: JWT }]])
    assert.equal(json.includes(JWT.slice(-6)), false)
  })

  it('cuts what is too long to be read', () => {
    assert.equal(text('a'.repeat(2000)), 'a'.repeat(2000))
    assert.equal(text('a'.repeat(2001)), `${'a'.repeat(2000)}…`)
    assert.equal(text(`${'a'.repeat(1_000_000)}${JWT}`), `${'a'.repeat(2000)}…`)
  })
})

describe('errorText', () => {
  it('tells of faults of the hub and of the settings, and of others only the kind', () => {
    const kube = new KubeError({
      kind: 'status',
      code: 403,
      reason: 'Forbidden',
      message: 'no',
      call: 'GET x',
    })

    assert.deepEqual(
      [kube, new UsageError('bad flag', 'fix it'), new TypeError('s3cr3t'), 's3cr3t'].map(errorText),
      ['no', 'bad flag', 'internal error (TypeError)', 'internal error'],
    )
  })
})
