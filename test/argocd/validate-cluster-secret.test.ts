import assert from 'node:assert/strict'
import { validateClusterSecret } from '../../src/argocd/validate-cluster-secret.ts'
import { base64, CA, CERT, clusterSecret, GOOD_CONFIG, KEY, pem } from './support.ts'
import type { Parts } from './support.ts'

const faults = (parts: Parts): readonly string[] =>
  validateClusterSecret(clusterSecret(parts)).map(({ id, severity, path }) => `${severity} ${id} ${path}`)

const config = (value: unknown): readonly string[] =>
  faults({ data: { config: typeof value === 'string' ? value : JSON.stringify(value) } })

const tls = (fields: object): readonly string[] => config({ bearerToken: 't', tlsClientConfig: fields })
const TLS = 'data.config.tlsClientConfig'
const EXEC = { command: 'argocd-k8s-auth', apiVersion: 'client.authentication.k8s.io/v1' }

describe('what is wrong with a cluster Secret', () => {
  it('is nothing for a good one of every kind', () => {
    for (const good of [
      GOOD_CONFIG,
      { bearerToken: 't', tlsClientConfig: { insecure: true } },
      { username: 'u', password: 'p', tlsClientConfig: {} },
      { awsAuthConfig: { clusterName: 'c', roleARN: 'arn', profile: 'p' } },
      {
        execProviderConfig: { ...EXEC, args: ['azure'], env: { A: 'b' }, config: { any: 1 } },
        proxyUrl: 'socks5://p:1',
      },
      { bearerToken: 't', awsAuthConfig: null, tlsClientConfig: { caData: '' } },
    ])
      assert.deepEqual(config(good), [])
    for (const server of [
      'https://h/k8s/clusters/c',
      'https://h?agentName=a',
      'https://h?__uid=1',
      'https://[fd00::1]:6443',
    ])
      assert.deepEqual(faults({ data: { server } }), [])
    assert.deepEqual(faults({ data: { name: 'in-cluster', server: 'https://kubernetes.default.svc' } }), [])
    assert.deepEqual(faults({ data: { namespaces: 'a,b', clusterResources: 'true', shard: '1' } }), [])
  })

  it('names a label that hides it', () => {
    const path = 'metadata.labels[argocd.argoproj.io/secret-type]'
    assert.deepEqual(faults({ labels: {} }), [`error label-missing ${path}`])
    assert.deepEqual(faults({ labels: { 'argocd.argoproj.io/secret-type': 'Cluster' } }), [
      `error label-value ${path}`,
    ])
  })

  it('names annotations that leak or mislead', () => {
    const applied = 'kubectl.kubernetes.io/last-applied-configuration'
    assert.deepEqual(faults({ annotations: { [applied]: '{}', 'argocd.argoproj.io/refresh': 'now' } }), [
      `error annotation-last-applied metadata.annotations[${applied}]`,
      'warning annotation-refresh metadata.annotations[argocd.argoproj.io/refresh]',
    ])
  })

  it('names missing, reserved and illegal names', () => {
    assert.deepEqual(faults({ data: { name: undefined } }), ['error name-missing data.name'])
    assert.deepEqual(faults({ data: { name: 'in-cluster' } }), ['error name-reserved data.name'])
    for (const name of ['a\n', 'a b', 'team/a', 'x'.repeat(254)])
      assert.deepEqual(faults({ data: { name } }), ['error name-illegal data.name'])
  })

  it('names everything about the server', () => {
    for (const [server, expected] of [
      [undefined, ['error server-missing']],
      ['https://h\n', ['error server-white-space']],
      ['h:6443', ['error server-url']],
      ['https://h/', ['warning server-trailing-slash']],
      ['https://u:p@h', ['error server-user-info']],
      ['http://h', ['error server-http']],
      ['ftp://h', ['error server-scheme']],
      ['https://a..b', ['error server-host']],
      ['https://h:0', ['error server-port']],
      ['https://h?x=1', ['warning server-query']],
      ['https://h#f', ['error server-fragment']],
      ['https://h/%zz', ['error server-escape']],
      ['https://h/a/%2e%2e/b', ['error server-dot-segment']],
      ['https://kubernetes.default.svc', ['error server-reserved']],
      ['https://kubernetes.default.svc:443', ['error server-reserved']],
    ] as const)
      assert.deepEqual(
        faults({ data: { server } }),
        expected.map((fault) => `${fault} data.server`),
        server,
      )
  })

  it('names a config that Argo CD can not decode', () => {
    for (const text of ["{'a': 1}", '{"a":1,}', '\uFEFF{}', 'a: b', '[]', '"x"'])
      assert.deepEqual(config(text), ['error config-json data.config'])
    assert.deepEqual(faults({ data: { config: undefined } }), ['warning config-missing data.config'])
    const raw = { ...clusterSecret(), data: { ...clusterSecret().data, config: '{}' } }
    assert.deepEqual(validateClusterSecret(raw).map(({ id }) => id)[0], 'data-encoding')
  })

  it('names fields of the wrong type, place or spelling', () => {
    const token = { bearerToken: 't' }
    assert.deepEqual(config({ ...token, tlsClientConfig: { insecure: 'true' } }), [
      `error config-type ${TLS}.insecure`,
    ])
    assert.deepEqual(config({ ...token, tlsClientConfig: [] }), [`error config-type ${TLS}`])
    assert.deepEqual(config({ ...token, insecure: true }), [
      'error config-field-misplaced data.config.insecure',
    ])
    assert.deepEqual(config({ ...token, tokenFile: '/x', 'a b': 1 }), [
      'warning config-field-unknown data.config.tokenFile',
      'warning config-field-unknown data.config.…',
    ])
    assert.deepEqual(config({ ...token, 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln': 1 }), [
      'warning config-field-unknown data.config.…',
    ])
    assert.deepEqual(config({ BearerToken: 't' }), ['warning config-field-case data.config.bearerToken'])
    assert.deepEqual(config({ execProviderConfig: { ...EXEC, args: 'gcp', env: [{ name: 'A' }] } }), [
      'error config-type data.config.execProviderConfig.args',
      'error config-type data.config.execProviderConfig.env',
    ])
    assert.deepEqual(
      config('{"bearerToken":"a","tlsClientConfig":{"insecure":true,"insecure":false},"bearerToken":"b"}'),
      [
        'warning config-field-duplicate data.config.tlsClientConfig.insecure',
        'warning config-field-duplicate data.config.bearerToken',
      ],
    )
    assert.deepEqual(config('{"bearerToken":"{\\"a\\":1,\\"a\\":2}","execProviderConfig":null}'), [])
  })

  it('names TLS material that no client can be built from', () => {
    assert.deepEqual(tls({ insecure: true, caData: CA }), [`error tls-insecure-with-ca ${TLS}.insecure`])
    for (const [caData, id] of [
      [pem('ca'), 'tls-base64'],
      ['%', 'tls-base64'],
      [base64('x'), 'tls-pem'],
      [base64(CA), 'tls-pem'],
      [KEY, 'tls-pem'],
    ])
      assert.deepEqual(tls({ caData }), [`error ${id ?? ''} ${TLS}.caData`])
    const pair = (fields: object): readonly string[] => config({ tlsClientConfig: fields })
    assert.deepEqual(pair({ certData: CERT }), [`error tls-pair-half ${TLS}.keyData`])
    assert.deepEqual(pair({ certData: CERT, keyData: base64(pem('rsa-key')) }), [
      `error tls-pair-mismatch ${TLS}.keyData`,
    ])
    assert.deepEqual(pair({ certData: base64('x'), keyData: base64(pem('encrypted-key')) }), [
      `error tls-pem ${TLS}.certData`,
      `error tls-pem ${TLS}.keyData`,
    ])
  })

  it('names ways to sign in that are missing or in each other’s way', () => {
    assert.deepEqual(config({}), ['warning auth-missing data.config'])
    assert.deepEqual(config({ bearerToken: 't', username: 'u' }), [
      'error auth-token-and-basic data.config.bearerToken',
    ])
    assert.deepEqual(config({ bearerToken: 't\n' }), ['error token-white-space data.config.bearerToken'])
    assert.deepEqual(config({ ...GOOD_CONFIG, bearerToken: 't' }), [
      'warning auth-token-and-pair data.config.bearerToken',
    ])
    assert.deepEqual(config({ execProviderConfig: EXEC, bearerToken: 't' }), [
      'error auth-shadowed data.config',
    ])
    assert.deepEqual(config({ execProviderConfig: EXEC, awsAuthConfig: { clusterName: 'c' } }), [
      'error exec-and-aws data.config.execProviderConfig',
    ])
    assert.deepEqual(config({ awsAuthConfig: {} }), [
      'error aws-cluster-name data.config.awsAuthConfig.clusterName',
    ])
    assert.deepEqual(config({ execProviderConfig: { command: 'sh' } }), [
      'warning exec-command data.config.execProviderConfig.command',
      'error exec-api-version data.config.execProviderConfig.apiVersion',
    ])
    assert.deepEqual(config({ execProviderConfig: { apiVersion: EXEC.apiVersion } }), [
      'error exec-command data.config.execProviderConfig.command',
    ])
  })

  it('names proxies that Argo CD refuses or shows', () => {
    const path = 'data.config.proxyUrl'
    for (const [proxyUrl, id] of [
      ['p:1', 'proxy-invalid'],
      ['http://', 'proxy-invalid'],
      ['http://p/%zz', 'proxy-invalid'],
      ['http://p?x#%', 'proxy-invalid'],
      ['http://p:x', 'proxy-invalid'],
      ['http://${PROXY}', 'proxy-invalid'],
      ['http://u:p@h', 'proxy-user-info'],
      ['socks5h://h', 'proxy-scheme'],
    ])
      assert.deepEqual(config({ bearerToken: 't', proxyUrl }), [`error ${id ?? ''} ${path}`])
  })

  it('names options that do not mean what they look like', () => {
    assert.deepEqual(faults({ data: { namespaces: 'a,,b' } }), ['error namespaces-form data.namespaces'])
    assert.deepEqual(faults({ data: { namespaces: '*' } }), ['error namespaces-form data.namespaces'])
    assert.deepEqual(faults({ data: { namespaces: 'a', clusterResources: 'True' } }), [
      'error cluster-resources data.clusterResources',
    ])
    assert.deepEqual(faults({ data: { clusterResources: 'true' } }), [
      'warning cluster-resources data.clusterResources',
    ])
    for (const shard of ['two', '1.5', '-1'])
      assert.deepEqual(faults({ data: { shard } }), ['error shard-number data.shard'])
  })

  it('never quotes a value', () => {
    const secret = clusterSecret({
      data: {
        server: 'http://u:S3CR3T@h',
        config: '{"bearerToken":"S3CR3T S3CR3T","tlsClientConfig":{"caData":"S3CR3T"}}',
        shard: 'S3CR3T',
      },
    })
    assert.equal(JSON.stringify(validateClusterSecret(secret)).includes('S3CR3T'), false)
  })
})
