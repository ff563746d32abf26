import assert from 'node:assert/strict'
import { PRESETS } from '../../src/providers/presets.ts'
import { parseConfig } from '../../src/settings/config-file.ts'

const HEAD = 'apiVersion: registrar/v1\nkind: Config\n'

const refuses = (what: string, text: string, message: string): void => {
  it(`refuses ${what}`, () => {
    assert.throws(
      () => parseConfig(text, 'c.yaml'),
      (error: unknown) => {
        assert.ok(error instanceof Error)
        assert.deepEqual([error.name, error.message], ['UsageError', message])
        return true
      },
    )
  })
}

describe('parseConfig', () => {
  it('reads every key, with the line it was given in', () => {
    const text = `${HEAD}targetNamespace: gitops
labelPrefix: example.com/
managedBy: me
providers:
- capi
- mine=m-*=a,b=exec
- name: own
  secretNamePattern: o-*
  secretKeys: [value]
- {name: other, secretNamePattern: x, secretKeys: [y], allowExec: true}
execCredentials: true
execHosts: ['*.example.com']
execProxies: []
demotedTTL: 0
maxRemovals: 5
interval: "90s"
uidGrace: 2d
`
    assert.deepEqual(parseConfig(text, 'c.yaml'), {
      targetNamespace: { value: 'gitops', origin: 'c.yaml:3' },
      labelPrefix: { value: 'example.com/', origin: 'c.yaml:4' },
      managedBy: { value: 'me', origin: 'c.yaml:5' },
      providers: {
        value: [
          PRESETS['capi'],
          { name: 'mine', secretNamePattern: 'm-*', secretKeys: ['a', 'b'], allowExec: true },
          { name: 'own', secretNamePattern: 'o-*', secretKeys: ['value'], allowExec: false },
          { name: 'other', secretNamePattern: 'x', secretKeys: ['y'], allowExec: true },
        ],
        origin: 'c.yaml:6',
      },
      execCredentials: { value: true, origin: 'c.yaml:13' },
      execHosts: { value: ['*.example.com'], origin: 'c.yaml:14' },
      execProxies: { value: [], origin: 'c.yaml:15' },
      demotedTTL: { value: '0', origin: 'c.yaml:16' },
      maxRemovals: { value: '5', origin: 'c.yaml:17' },
      interval: { value: '90s', origin: 'c.yaml:18' },
      uidGrace: { value: '2d', origin: 'c.yaml:19' },
    })
  })

  it('reads JSON, CRLF and a byte order mark', () => {
    const expected = { managedBy: { value: 'me', origin: 'c.yaml:1' } }
    assert.deepEqual(
      parseConfig('{"apiVersion":"registrar/v1","kind":"Config","managedBy":"me"}', 'c.yaml'),
      expected,
    )
    assert.deepEqual(
      parseConfig('\uFEFFapiVersion: registrar/v1\r\nkind: Config\r\nmanagedBy: me\r\n', 'c.yaml'),
      {
        managedBy: { value: 'me', origin: 'c.yaml:3' },
      },
    )
  })

  it('finds nothing in a document of the header alone', () => {
    assert.deepEqual(parseConfig(HEAD, 'c.yaml'), {})
  })

  refuses(
    'an unknown key, with its line',
    `${HEAD}managedBy: me\nmanagdBy: x\n`,
    'c.yaml:4: unknown key "managdBy"',
  )
  refuses('a key that every object has', `${HEAD}constructor: x\n`, 'c.yaml:3: unknown key "constructor"')
  refuses(
    'the deprecated pair of the reference',
    `${HEAD}secretKey: x\n`,
    'c.yaml:3: unknown key "secretKey"',
  )
  refuses('a key twice', `${HEAD}interval: 1m\ninterval: 2m\n`, 'c.yaml:4: key "interval" stands twice')
  refuses('another kind', 'apiVersion: registrar/v1\nkind: Report\n', 'c.yaml:2: kind must be Config')
  refuses(
    'another version',
    'kind: Config\napiVersion: registrar/v2\n',
    'c.yaml:2: apiVersion must be registrar/v1',
  )
  refuses('no version', 'kind: Config\n', 'c.yaml:1: apiVersion must be registrar/v1')
  const noConfig = 'c.yaml:1: not a configuration: expected apiVersion: registrar/v1, kind: Config'
  refuses('an empty file', '', noConfig)
  refuses('a list', '- a\n', noConfig)
  refuses('broken YAML', `${HEAD}providers: [a\nmanagedBy: me\n`, 'c.yaml:4: not valid YAML (bad indent)')
  refuses('two documents', `${HEAD}---\n${HEAD}`, 'c.yaml:3: not valid YAML (multiple docs)')
  refuses(
    'a number for a flag',
    `${HEAD}execCredentials: 1\n`,
    'c.yaml:3: execCredentials must be true or false',
  )
  refuses(
    'a quoted flag',
    `${HEAD}execCredentials: "true"\n`,
    'c.yaml:3: execCredentials must be true or false',
  )
  refuses('a key without a value', `${HEAD}interval:\n`, 'c.yaml:3: interval must be text')
  refuses('a map for text', `${HEAD}interval:\n  a: b\n`, 'c.yaml:4: interval must be text')
  refuses('text for a list', `${HEAD}providers: k3k\n`, 'c.yaml:3: providers must be a list')
  refuses(
    'a list that holds no text',
    `${HEAD}execHosts:\n- a\n- [b]\n`,
    'c.yaml:5: execHosts[1] must be text',
  )
  refuses(
    'an unknown preset',
    `${HEAD}providers:\n- k3k\n- k4k\n`,
    'c.yaml:5: providers[1]: unknown provider "k4k"',
  )
  refuses(
    'an unknown key of a provider',
    `${HEAD}providers:\n- name: a\n  pattern: b\n`,
    'c.yaml:5: unknown key "pattern" in providers[0]',
  )
  refuses(
    'a provider without its keys',
    `${HEAD}providers:\n- name: a\n`,
    'c.yaml:4: providers[0].secretNamePattern must be text',
  )
})
