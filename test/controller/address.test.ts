import assert from 'node:assert/strict'
import { formatAddress, parseAddress } from '../../src/controller/address.ts'

const FLAG = '--metrics-bind-address'

describe('parseAddress', () => {
  for (const text of ['', '0'])
    it(`takes ${JSON.stringify(text)} for off (C7.50, C7.52)`, () => {
      assert.equal(parseAddress(text, FLAG), undefined)
    })

  for (const [text, expected] of [
    [':8081', { port: 8081 }],
    [':0', { port: 0 }],
    ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
    ['0.0.0.0:65535', { host: '0.0.0.0', port: 65535 }],
    ['[::1]:8080', { host: '::1', port: 8080 }],
    ['[::]:80', { host: '::', port: 80 }],
    ['localhost:8080', { host: 'localhost', port: 8080 }],
    ['Node-1.example:08', { host: 'Node-1.example', port: 8 }],
  ] as const)
    it(`reads ${text}`, () => {
      assert.deepEqual(parseAddress(text, FLAG), expected)
    })

  for (const text of [
    '8081',
    ':',
    ':http',
    ':65536',
    ':-1',
    ': 8081',
    'localhost',
    '127.0.0.1',
    '127.0.0.1:',
    '300.0.0.1:80',
    '1.2.3:80',
    '::1:80',
    '[::1]',
    '[127.0.0.1]:80',
    '[]:80',
    '[localhost]:80',
    'a b:80',
    'http://localhost:80',
    'localhost:80/metrics',
    '-:80',
    ':8081\n',
  ])
    it(`refuses ${JSON.stringify(text)}, naming the flag`, () => {
      assert.throws(() => parseAddress(text, FLAG), {
        name: 'UsageError',
        exitCode: 2,
        message: `${FLAG}: ${JSON.stringify(text)} is no address to listen on`,
        remedy: 'write HOST:PORT or :PORT, or 0 to listen nowhere',
      })
    })
})

describe('formatAddress', () => {
  for (const text of [':8081', '127.0.0.1:80', '[::1]:8080', 'localhost:0'])
    it(`gives ${text} back`, () => {
      assert.equal(formatAddress(parseAddress(text, FLAG)!), text)
    })
})
