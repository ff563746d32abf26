import assert from 'node:assert/strict'
import type { Translation } from '../../src/kubeconfig/translation.ts'
import { CA, configOf, kubeconfig, TOKEN, translated, translateText, verdict, warningsOf } from './support.ts'
import type { Overrides } from './support.ts'

const V1BETA1 = 'client.authentication.k8s.io/v1beta1'
const EKS = 'https://0A1B2C3D.gr7.eu-west-1.eks.amazonaws.com'
const AKS = 'https://web-dns-1a2b3c4d.hcp.westeurope.azmk8s.io:443'
const OPEN: Overrides = { allowExec: true, policy: { execCredentials: true } }
const TLS = { insecure: false, caData: CA }

type Fields = Readonly<Record<string, unknown>>

const run = (exec: Fields, cluster: Fields = {}, overrides: Overrides = OPEN): Translation => {
  const server = exec.command === 'kubelogin' ? AKS : EKS
  return translateText(
    kubeconfig({ server, ...cluster }, { exec: { apiVersion: V1BETA1, ...exec } }),
    overrides,
  )
}

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '')
const authenticator = (args: string, more: Fields = {}): Translation =>
  run({ command: 'aws-iam-authenticator', args: words(args), ...more })
const cli = (args: string, more: Fields = {}): Translation =>
  run({ command: 'aws', args: words(args), ...more })
const kubelogin = (args: string, more: Fields = {}): Translation =>
  run({ command: 'kubelogin', args: words(args), ...more })

const refusals = (make: (args: string) => Translation, table: Readonly<Record<string, string>>): void => {
  const args = Object.keys(table)
  assert.deepEqual(Object.fromEntries(args.map((text) => [text, verdict(make(text))])), table)
}

const AWS_CONFIG = { tlsClientConfig: TLS, awsAuthConfig: { clusterName: 'web' } }
const awsRegion = (region: string): object => ({
  tlsClientConfig: TLS,
  execProviderConfig: {
    command: 'argocd-k8s-auth',
    args: ['aws', '--cluster-name', 'web'],
    env: { AWS_REGION: region },
    apiVersion: V1BETA1,
  },
})
const azure = (env: Fields): object => ({
  tlsClientConfig: TLS,
  execProviderConfig: { command: 'argocd-k8s-auth', args: ['azure'], env, apiVersion: V1BETA1 },
})

describe('the gates of exec translation', () => {
  const exec = { command: '/usr/local/bin/aws-iam-authenticator', args: ['token', '-i', 'web'] }

  it('C3.67 C3.68 C3.69 refuses while either gate is shut, naming the command and the gate', () => {
    for (const [allowExec, execCredentials, gate] of [
      [false, true, 'provider'],
      [true, false, 'setting'],
      [false, false, 'both'],
    ] as const)
      assert.deepEqual(run(exec, {}, { allowExec, policy: { execCredentials } }), {
        outcome: 'unusable',
        cause: 'exec-gate',
        params: { command: 'aws-iam-authenticator', gate },
      })
  })

  it('names a plugin that is never translated as such, whatever the gates', () => {
    assert.equal(verdict(run({ command: 'gke-gcloud-auth-plugin' }, {}, {})), 'exec-unknown')
  })

  it('C3.70 C3.84 C3.85 emits one way in, beside the TLS settings of the cluster, and says whose identity it is', () => {
    const translation = run(exec, { 'tls-server-name': 'x.eks.amazonaws.com' })
    assert.deepEqual(configOf(translation), {
      tlsClientConfig: { ...TLS, serverName: 'x.eks.amazonaws.com' },
      awsAuthConfig: { clusterName: 'web' },
    })
    assert.deepEqual(translated(translation).warnings, [
      { id: 'exec-identity', params: { command: 'aws-iam-authenticator', cloud: 'aws' } },
    ])
  })

  it('C3.71 C3.72 accepts no apiVersion, v1beta1 and v1, emits v1beta1, and refuses others before the arguments', () => {
    for (const apiVersion of [undefined, '', V1BETA1, 'client.authentication.k8s.io/v1'])
      assert.deepEqual(
        configOf(cli('eks get-token --cluster-name web --region eu-west-1', { apiVersion })),
        awsRegion('eu-west-1'),
      )
    for (const apiVersion of ['client.authentication.k8s.io/v1alpha1', 'v1'])
      assert.equal(verdict(cli('nonsense', { apiVersion })), 'exec-apiversion')
  })

  it('C3.73 C3.74 C3.75 goes by the base name of the command; C3.76 never emits it', () => {
    for (const command of ['aws', '/opt/aws', '  /usr/bin/aws ', './aws'])
      assert.deepEqual(configOf(cli('eks get-token --cluster-name web', { command })), AWS_CONFIG)
    for (const command of [
      'AWS',
      'aws.exe',
      'C:\\bin\\aws',
      '/bin/sh',
      'oidc-login',
      'tsh',
      'doctl',
      'oci',
      '',
      undefined,
    ])
      assert.equal(verdict(cli('eks get-token --cluster-name web', { command })), 'exec-unknown', command)
  })

  it('C3.79 refuses arguments that are no list, and takes numbers in it as text', () => {
    for (const more of [
      { args: 'token' },
      { args: [['token']] },
      { env: {} },
      { env: ['A=b'] },
      { command: [] },
    ])
      assert.equal(verdict(authenticator('', more)), 'kubeconfig-unparsable wrong-type')
    assert.deepEqual(configOf(authenticator('', { args: ['token', '-i', 7] })).awsAuthConfig, {
      clusterName: '7',
    })
    assert.deepEqual(
      configOf(authenticator('token -i web', { env: null, args: ['token', '-i', 'web'] })),
      AWS_CONFIG,
    )
  })

  it('leaves an exec block alone beside a static credential', () => {
    const text = kubeconfig({}, { token: TOKEN, exec: 'not even a mapping' })
    assert.equal(configOf(translateText(text)).bearerToken, TOKEN)
  })
})

describe('where a translated credential may go', () => {
  const eks = { command: 'aws', args: words('eks get-token --cluster-name web') }
  const server = (url: string): string => verdict(run(eks, { server: url }))

  it('sends it to the own hosts of the cloud only', () => {
    for (const host of [
      'x.eks.amazonaws.com',
      'X.gr7.cn-north-1.EKS.amazonaws.com.cn',
      'x.eks-cluster.eu-west-1.api.aws',
      'x.api.amazonwebservices.com.cn',
      'x.eks.amazonaws.com.:8443',
    ])
      assert.equal(server(`https://${host}`), 'translated', host)
    for (const host of [
      'eks.amazonaws.com',
      'eks.amazonaws.com.evil.example',
      'evil-eks.amazonaws.com',
      'x.hcp.westeurope.azmk8s.io',
      '203.0.113.7',
    ])
      assert.equal(server(`https://${host}`), 'exec-server-untrusted host', host)
    assert.equal(
      verdict(run({ command: 'kubelogin', args: words('get-token --server-id x') }, { server: EKS })),
      'exec-server-untrusted host',
    )
  })

  it('takes more hosts from the setting execHosts', () => {
    const overrides: Overrides = {
      allowExec: true,
      policy: { execCredentials: true, execHosts: ['*.K8s.example.com'] },
    }
    assert.equal(verdict(run(eks, { server: 'https://a.k8s.example.com' }, overrides)), 'translated')
    assert.equal(
      verdict(run(eks, { server: 'https://k8s.example.com' }, overrides)),
      'exec-server-untrusted host',
    )
  })

  it('refuses insecure, a foreign tls-server-name, and a proxy that is not listed', () => {
    const proxy = { 'proxy-url': 'http://proxy.example.com:3128' }
    const listed: Overrides = {
      allowExec: true,
      policy: { execCredentials: true, execProxies: [proxy['proxy-url']] },
    }
    assert.equal(
      verdict(run(eks, { 'certificate-authority-data': '', 'insecure-skip-tls-verify': true })),
      'exec-server-untrusted insecure',
    )
    assert.equal(
      verdict(run(eks, { 'tls-server-name': 'evil.example' })),
      'exec-server-untrusted tls-server-name',
    )
    assert.equal(verdict(run(eks, proxy)), 'exec-server-untrusted proxy-url')
    assert.equal(verdict(run(eks, proxy, listed)), 'translated')
  })
})

describe('AWS plugins', () => {
  it('C3.86 C3.87 C3.88 C3.101 translates the authenticator under both names', () => {
    for (const command of ['aws-iam-authenticator', 'heptio-authenticator-aws'])
      for (const args of [
        'token -i web',
        'token --cluster-id web',
        'token --cluster-id=web',
        'token -i=web',
        'token -i web extra',
      ])
        assert.deepEqual(configOf(authenticator(args, { command })), AWS_CONFIG)
  })

  it('C3.91 C3.92 C3.93 C3.95 C3.96 translates `aws eks get-token`', () => {
    for (const args of [
      'eks get-token --cluster-name web',
      'eks get-token --cluster-id web --output json',
      '--output=json eks get-token --cluster-name=web',
    ])
      assert.deepEqual(configOf(cli(args)), AWS_CONFIG)
  })

  it('C3.97 C10.14 carries a region, of a flag before one of the environment', () => {
    const args = 'eks get-token --cluster-name web'
    const env = (...pairs: readonly (readonly [string, string])[]): Fields => ({
      env: pairs.map(([name, value]) => ({ name, value })),
    })
    assert.deepEqual(configOf(cli(`--region eu-west-1 ${args}`)), awsRegion('eu-west-1'))
    assert.deepEqual(
      configOf(authenticator('token -i web --region us-gov-west-1')),
      awsRegion('us-gov-west-1'),
    )
    assert.deepEqual(configOf(cli(args, env(['AWS_DEFAULT_REGION', 'eu-north-1']))), awsRegion('eu-north-1'))
    assert.deepEqual(
      configOf(cli(args, env(['AWS_DEFAULT_REGION', 'a'], ['AWS_REGION', 'ap-south-1']))),
      awsRegion('ap-south-1'),
    )
    assert.deepEqual(
      configOf(cli(`${args} --region eu-west-1`, env(['AWS_REGION', 'us-east-1']))),
      awsRegion('eu-west-1'),
    )
    assert.deepEqual(configOf(cli(args, env(['AWS_REGION', '']))), AWS_CONFIG)
    for (const region of ['EU-WEST-1', 'eu-west', 'x', 'eu-west-1;id'])
      assert.equal(verdict(cli(args, env(['AWS_REGION', region]))), 'exec-policy bad-value --region')
  })

  it('C3.77 C10.14 refuses every other variable by name', () => {
    const named = (name: string): string =>
      verdict(cli('eks get-token --cluster-name web', { env: [{ name, value: 'x' }] }))
    assert.deepEqual(
      ['AWS_PROFILE', 'AWS_ROLE_ARN', 'HTTPS_PROXY', 'AWS_STS_REGIONAL_ENDPOINTS', 'a b'].map(named),
      [
        'exec-policy identity AWS_PROFILE',
        'exec-policy identity AWS_ROLE_ARN',
        'exec-policy variable HTTPS_PROXY',
        'exec-policy variable AWS_STS_REGIONAL_ENDPOINTS',
        'exec-policy variable …',
      ],
    )
  })

  it('refuses what the authenticator is not asked for', () => {
    refusals(authenticator, {
      '': 'exec-unknown',
      '-i web': 'exec-unknown',
      'server -i web': 'exec-unknown',
      'verify token -i web': 'exec-unknown',
      token: 'exec-policy no-cluster-name -i',
      'token -i': 'exec-policy no-value -i',
      'token -i=': 'exec-policy no-value -i',
      'token -i --region eu-west-1': 'exec-policy no-value -i',
      'token -i web --cluster-id other': 'exec-policy repeated --cluster-id',
      'token -i web -i web': 'exec-policy repeated -i',
      'token -iweb': 'exec-policy unsupported -i…',
      'token --cluster-name web': 'exec-policy unsupported --cluster-name',
      'token -i web -r arn:aws:iam::1:role/x': 'exec-policy identity -r',
      'token -i web --role=arn': 'exec-policy identity --role',
      'token -i web -s x': 'exec-policy unsupported -s',
      'token -i web --external-id x': 'exec-policy unsupported --external-id',
      'token -i arn:aws:eks:x': 'exec-policy bad-value -i',
      'token -i _web': 'exec-policy bad-value -i',
    })
    assert.equal(verdict(authenticator('', { args: ['token', '-i', ''] })), 'exec-policy no-value -i')
    assert.equal(
      verdict(authenticator('', { args: ['token', '-i', 'a'.repeat(101)] })),
      'exec-policy bad-value -i',
    )
  })

  it('C3.94 C3.98 C3.99 C3.102 C10.17 C10.19 refuses what `aws` is not asked for', () => {
    refusals(cli, {
      '': 'exec-unknown',
      'sts get-caller-identity': 'exec-unknown',
      'eks --cluster-name web get-tokens': 'exec-unknown',
      'get-token eks --cluster-name web': 'exec-unknown',
      'eks get-token': 'exec-policy no-cluster-name --cluster-name',
      'eks get-token --cluster-name=': 'exec-policy no-value --cluster-name',
      'eks get-token --cluster-name web --cluster-id web': 'exec-policy repeated --cluster-id',
      'eks get-token --cluster-name web --region eu-west-1 --region=eu-west-1':
        'exec-policy repeated --region',
      'eks get-token --cluster-name web --region': 'exec-policy no-value --region',
      'eks get-token --cluster-name web --role-arn arn': 'exec-policy identity --role-arn',
      '--profile x eks get-token --cluster-name web': 'exec-policy identity --profile',
      '--profile=x eks get-token --cluster-name web': 'exec-policy identity --profile',
      'eks get-token --cluster-name web --no-cli-pager': 'exec-policy unsupported --no-cli-pager',
      'eks get-token --cluster-name web --session-name x': 'exec-policy unsupported --session-name',
      'eks get-token --cluster-name web --Secret/x=y': 'exec-policy unsupported --…',
    })
  })
})

describe('Azure kubelogin', () => {
  const ID = '6dae42f8-4368-4678-94ff-3960e28e3630'

  it('C3.104 C10.16 carries the server id and the cloud, in every spelling', () => {
    for (const args of [
      `--environment AzureUSGovernmentCloud --server-id ${ID}`,
      `-e AzureUSGovernmentCloud --server-id=${ID}`,
      `--server-id ${ID} -e=AzureUSGovernmentCloud`,
    ])
      assert.deepEqual(
        configOf(kubelogin(`get-token ${args}`)),
        azure({ AAD_ENVIRONMENT_NAME: 'AzureUSGovernmentCloud', AAD_SERVER_APPLICATION_ID: ID }),
      )
  })

  it('C3.106 C3.107 leaves out who signs in, and says so by name only', () => {
    const secret = 'hunter2~secret'
    const translation = kubelogin(
      `get-token --login spn --client-id app --client-secret ${secret} -t tenant --use-azurerm-env-vars --server-id ${ID}`,
      {
        env: [
          { name: 'AZURE_CLIENT_SECRET', value: secret },
          { name: 'AAD_LOGIN_METHOD', value: 'spn' },
        ],
      },
    )
    assert.deepEqual(configOf(translation), azure({ AAD_SERVER_APPLICATION_ID: ID }))
    assert.deepEqual(translated(translation).warnings[0], {
      id: 'exec-argument-dropped',
      params: {
        command: 'kubelogin',
        arguments:
          '--client-id, --client-secret, --login, --use-azurerm-env-vars, -t, AAD_LOGIN_METHOD, AZURE_CLIENT_SECRET',
      },
    })
    assert.equal(JSON.stringify(translation).includes(secret), false)
    assert.deepEqual(warningsOf(kubelogin(`get-token --server-id ${ID}`)), ['exec-identity'])
  })

  it('C3.105 C3.108 C10.15 refuses the OIDC tool of that name, other token kinds, and anything unknown', () => {
    refusals(kubelogin, {
      '': 'exec-unknown',
      'convert-kubeconfig': 'exec-unknown',
      [`--server-id ${ID} get-token`]: 'exec-unknown',
      'get-token': 'exec-policy no-server-id --server-id',
      'get-token --environment AzurePublicCloud': 'exec-policy no-server-id --server-id',
      'get-token --oidc-issuer-url=https://issuer': 'exec-policy oidc --oidc-issuer-url',
      [`get-token --server-id ${ID} --oidc-extra-scope x`]: 'exec-policy oidc --oidc-extra-scope',
      [`get-token --server-id ${ID} --pop-enabled`]: 'exec-policy pop --pop-enabled',
      [`get-token --pop-claims u=/x --server-id ${ID}`]: 'exec-policy pop --pop-claims',
      [`get-token --server-id ${ID} --legacy`]: 'exec-policy legacy --legacy',
      [`get-token --server-id ${ID} --kubeconfig x`]: 'exec-policy unsupported --kubeconfig',
      [`get-token --server-id ${ID} -lmsi`]: 'exec-policy unsupported -l…',
      [`get-token --server-id ${ID} --server-id ${ID}`]: 'exec-policy repeated --server-id',
      [`get-token -l msi --login msi --server-id ${ID}`]: 'exec-policy repeated --login',
      [`get-token --login --server-id ${ID}`]: 'exec-policy no-value --login',
      'get-token --server-id a,b': 'exec-policy bad-value --server-id',
      [`get-token --server-id ${ID} -e Azure;Cloud`]: 'exec-policy bad-value --environment',
      [`get-token --server-id ${ID} more`]: 'exec-policy extra-word get-token',
    })
    assert.equal(
      verdict(kubelogin(`get-token --server-id ${ID}`, { env: [{ name: 'HTTPS_PROXY', value: 'x' }] })),
      'exec-policy variable HTTPS_PROXY',
    )
  })
})
