import assert from 'node:assert/strict'
import { formatDuration, parseDuration } from '../../src/settings/duration.ts'

describe('parseDuration', () => {
  const legal: readonly (readonly [string, number])[] = [
    ['0', 0],
    ['-0', 0],
    ['+0', 0],
    ['0s', 0],
    ['60s', 60_000],
    ['1m30s', 90_000],
    ['1.5h', 5_400_000],
    ['.5s', 500],
    ['1.s', 1000],
    ['100ms', 100],
    ['250us', 0.25],
    ['250µs', 0.25],
    ['250μs', 0.25],
    ['1000ns', 0.001],
    ['-2s', -2000],
    ['+2s', 2000],
    ['1h1h', 7_200_000],
    ['2562047h', 9_223_369_200_000],
  ]
  for (const [text, milliseconds] of legal)
    it(`C1.09 reads ${JSON.stringify(text)}`, () => {
      assert.equal(parseDuration(text), milliseconds)
    })

  for (const text of [
    '',
    ' ',
    '60',
    '7d',
    ' 5s',
    '5s ',
    '1h 30m',
    's',
    '.s',
    '1..5s',
    '-',
    '1H',
    '5 s',
    '1e3s',
    '00',
    '٣s',
    '2562048h',
    '0x1s',
    '1m-5s',
    '5s\n',
  ])
    it(`C1.09 refuses ${JSON.stringify(text)}`, () => {
      assert.equal(parseDuration(text), undefined)
    })

  it("takes days where the setting is not the reference's", () => {
    assert.equal(parseDuration('7d', { days: true }), 604_800_000)
    assert.equal(parseDuration('1d12h', { days: true }), 129_600_000)
  })
})

describe('formatDuration', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0s'],
    [1, '1ms'],
    [0.25, '250µs'],
    [0.000005, '5ns'],
    [1500, '1.5s'],
    [60_000, '1m0s'],
    [59_999.6, '59.9996s'],
    [90_500, '1m30.5s'],
    [2_592_000_000, '720h0m0s'],
    [-2000, '-2s'],
  ]
  for (const [milliseconds, text] of cases)
    it(`writes ${milliseconds} ms as ${text}, as Go does`, () => {
      assert.equal(formatDuration(milliseconds), text)
    })
})
