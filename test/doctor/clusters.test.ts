import assert from 'node:assert/strict'
import type { CheckId } from '../../src/doctor/catalogue.ts'
import { ARGOCD_CHECKS } from '../../src/doctor/checks/argocd-all.ts'
import { placeholdersOf } from '../../src/doctor/checks/clusters-placeholders.ts'
import { shownAddress } from '../../src/doctor/checks/clusters-shown.ts'
import { clusterSecret as plainSecret } from '../argocd/support.ts'
import { clusterSecret, brief, configMap, resultsOn, told } from './argocd-found.ts'

const CLUSTER_IDS: readonly CheckId[] = ARGOCD_CHECKS.map(({ id }) => id).filter(
  (id) => id.startsWith('cluster-') || id === 'placeholder-applied',
)

const found = async (...objects: readonly object[]): Promise<readonly string[]> =>
  brief(await resultsOn(CLUSTER_IDS, objects))

const config = (value: unknown): Promise<readonly string[]> => found(clusterSecret({ config: value }))

const EXEC = { command: 'argocd-k8s-auth', apiVersion: 'client.authentication.k8s.io/v1' }

describe('cluster Secrets that Argo CD sees', () => {
  it('are fine where Argo CD can use them, whoever wrote them', async () => {
    for (const good of [
      { bearerToken: 'opaque', tlsClientConfig: { insecure: false } },
      { awsAuthConfig: { clusterName: 'edge' }, tlsClientConfig: {} },
      { execProviderConfig: { ...EXEC, args: ['azure'] }, tlsClientConfig: {} },
    ])
      assert.deepEqual(await config(good), [])
  })

  it('are fine where they only give the hub labels: Argo CD ignores its config', async () => {
    const hub = { name: 'in-cluster', server: 'https://kubernetes.default.svc' }
    for (const ignored of [{ tlsClientConfig: { insecure: true } }, undefined])
      assert.deepEqual(await found(clusterSecret({ ...hub, config: ignored })), [])
    assert.deepEqual(await found(clusterSecret({ ...hub, config: '{' })), [
      'cluster-config-json error argocd/cluster-edge',
    ])
  })

  it('are told of by one check for each fault', async () => {
    const object = 'argocd/cluster-edge'
    const cases: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
      [{ name: undefined }, `cluster-keys error ${object}`],
      [{ server: undefined }, `cluster-keys error ${object}`],
      [{ config: undefined }, `cluster-keys warning ${object}`],
      [{ name: 'edge\n' }, `cluster-encoding error ${object}`],
      [{ server: 'https://edge.example:6443\n' }, `cluster-encoding error ${object}`],
      [
        { server: Buffer.from('https://edge.example:6443').toString('base64') },
        `cluster-encoding error ${object}`,
      ],
      [
        { config: Buffer.from('{"bearerToken":"opaque"}').toString('base64') },
        `cluster-encoding error ${object}`,
      ],
      [{ config: { bearerToken: 'opaque\n' } }, `cluster-encoding error ${object}`],
      [{ name: 'in-cluster' }, `cluster-name error ${object}`],
      [{ name: 'Edge_West' }, `cluster-name warning ${object}`],
      [{ name: 'e'.repeat(64) }, `cluster-name warning ${object}`],
      [{ server: 'https://KUBERNETES.default.svc' }, `cluster-reserved error ${object}`],
      [{ server: 'https://kubernetes.default.svc' }, `cluster-reserved error ${object}`],
      [{ server: 'https://edge.example:6443/' }, `cluster-server warning ${object}`],
      [{ server: 'https://user:secret@edge.example' }, `cluster-server error ${object}`],
      [{ server: 'http://edge.example' }, `cluster-http error ${object}`],
      [{ config: '{"bearerToken": }' }, `cluster-config-json error ${object}`],
      [{ config: { bearerToken: 'opaque', caData: 'x' } }, `cluster-config-field error ${object}`],
      [{ config: { bearerToken: 'opaque', tokenFile: '/x' } }, `cluster-config-field warning ${object}`],
      [
        { config: { bearerToken: 'opaque', proxyUrl: 'socks4://p:1' } },
        `cluster-config-field error ${object}`,
      ],
      [
        { config: { bearerToken: 'opaque', tlsClientConfig: { caData: 'LS0t!' } } },
        `cluster-config-tls error ${object}`,
      ],
      [
        { config: { execProviderConfig: { ...EXEC, apiVersion: '' } } },
        `cluster-config-auth error ${object}`,
      ],
      [
        { config: { execProviderConfig: { ...EXEC, command: 'aws' } } },
        `cluster-config-auth warning ${object}`,
      ],
      [{ config: { tlsClientConfig: {} } }, `cluster-config-auth warning ${object}`],
      [
        { config: { bearerToken: 'opaque', tlsClientConfig: { insecure: true } } },
        `cluster-tls-insecure warning ${object}`,
      ],
      [{ namespaces: 'a,*' }, `cluster-options error ${object}`],
      [{ clusterResources: 'True', namespaces: 'a' }, `cluster-options error ${object}`],
      [{ shard: '-1' }, `cluster-options error ${object}`],
    ]
    for (const [data, expected] of cases) assert.deepEqual(await found(clusterSecret(data)), [expected])
  })

  it('are told of with the place of the fault, and a command that puts it right', async () => {
    const [encoded, json, slash] = await Promise.all(
      [
        { server: 'https://edge.example:6443\n' },
        { config: '{\n  "bearerToken": "opaque",\n}' },
        { server: 'https://edge.example:6443/' },
      ].map(async (data) => told(await resultsOn(CLUSTER_IDS, [clusterSecret(data)]))),
    )
    const patch = `kubectl patch secret -n argocd cluster-edge --type merge -p '{"stringData":{"server":"https://edge.example:6443"}}'`
    assert.deepEqual(encoded, [
      'cluster-encoding error argocd/cluster-edge: data.server: it ends in a line break, as echo writes one before base64 ' +
        `→ let the API server encode it, once: ${patch}`,
    ])
    assert.deepEqual(slash, [
      'cluster-server warning argocd/cluster-edge: data.server: it ends in a slash, which Argo CD strips here but not in ' +
        `generators → write scheme://host:port: ${patch}`,
    ])
    assert.match(
      json![0]!,
      /^cluster-config-json error argocd\/cluster-edge: data\.config: it is not JSON, .* \(line 3, column 1\); one such Secret/,
    )
  })

  it('are put right by a sync where this registrar wrote them', async () => {
    const P = 'argocd-cluster-registrar/'
    const ours = clusterSecret(
      { config: { tlsClientConfig: {} } },
      { labels: { [`${P}managed-by`]: 'cluster-registrar', [`${P}source-namespace`]: 'team-a' } },
    )
    assert.deepEqual(told(await resultsOn(CLUSTER_IDS, [ours])), [
      'cluster-config-auth warning argocd/cluster-edge: data.config: it holds no credential: Argo CD would be anonymous ' +
        '→ have it written again: kubectl registrar sync',
    ])
  })

  it('are twins by name or by address, whatever their Secrets are called', async () => {
    const twin = clusterSecret({ server: 'https://edge.example:6443/' }, { secret: 'z' })
    assert.deepEqual(await found(clusterSecret(), twin), [
      'cluster-server warning argocd/z',
      'cluster-duplicate-name error edge',
      'cluster-duplicate-server error https://edge.example:6443',
    ])
    const agents = ['a', 'b'].map((name) =>
      clusterSecret({ name, server: `https://principal.example:9090?agentName=${name}` }, { secret: name }),
    )
    assert.deepEqual(await found(...agents), [])
  })

  it('are part of an Application by the annotation, and by the label only where Argo CD goes by it', async () => {
    const label = { 'app.kubernetes.io/instance': 'platform' }
    const marked = clusterSecret({}, { labels: label })
    assert.deepEqual(await found(marked), [])
    const byLabel = { ...configMap('argocd-cm', { 'application.resourceTrackingMethod': 'label' }) }
    assert.deepEqual(await found(byLabel, marked), ['cluster-tracked warning argocd/cluster-edge'])
    const helm = clusterSecret({}, { labels: { ...label, 'app.kubernetes.io/managed-by': 'Helm' } })
    assert.deepEqual(await found(byLabel, helm), [])
  })

  it('are out of place only where no Argo CD is', async () => {
    const other = clusterSecret({}, { namespace: 'argocd-2' })
    assert.deepEqual(await found(other), ['cluster-namespace error argocd-2/cluster-edge'])
    const second = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'argocd-cm', namespace: 'argocd-2' },
    }
    assert.deepEqual(await found(other, second), [])
  })

  it('may be owned by what lives beside them, and by cluster-scoped objects', async () => {
    const owned = (apiVersion: string, kind: string, name: string, uid: string): object => {
      const secret = clusterSecret() as { readonly metadata: object }
      return {
        ...secret,
        metadata: { ...secret.metadata, ownerReferences: [{ apiVersion, kind, name, uid }] },
      }
    }
    for (const [apiVersion, kind] of [
      ['external-secrets.io/v1', 'ExternalSecret'],
      ['v1', 'Namespace'],
    ] as const)
      assert.deepEqual(await found(owned(apiVersion, kind, 'edge', 'u')), [])
    assert.deepEqual(await found(owned('cluster.x-k8s.io/v1beta1', 'Cluster', 'edge', 'u')), [
      'cluster-owner-namespace warning argocd/cluster-edge',
    ])
    // The name is there, and belongs to another object.
    assert.deepEqual(await found(owned('v1', 'ConfigMap', 'argocd-cm', 'u')), [
      'cluster-owner-namespace error argocd/cluster-edge',
    ])
  })
})

describe('placeholders in a live cluster Secret', () => {
  const placeholders = (data: Readonly<Record<string, string>>): readonly string[] =>
    placeholdersOf(plainSecret({ data })).map(({ path, word }) => `${path} ${word}`)
  const token = (text: string): readonly string[] =>
    placeholders({ config: JSON.stringify({ bearerToken: text, tlsClientConfig: {} }) })

  it('are found in every form, plain and as base64', () => {
    for (const text of [
      'REPLACE_WITH_TOKEN',
      'changeme',
      '${TOKEN}',
      '$(TOKEN)',
      '{{ .token }}',
      '<your token>',
    ])
      assert.equal(token(text).length, 1, text)
    for (const text of ['PLACEHOLDER', 'todo', 'xxxx', 'your-token', 'insert token here', 'EXAMPLE_TOKEN'])
      assert.equal(token(text).length, 1, text)
    assert.deepEqual(token(Buffer.from('REPLACE_WITH_TOKEN').toString('base64')), [
      'data.config.bearerToken REPLACE_WITH_…',
    ])
    assert.deepEqual(placeholders({ config: '{"bearerToken": {{ token }}}' }), ['data.config {{…}}'])
    assert.deepEqual(placeholders({ name: '<cluster name>' }), ['data.name <…>'])
    for (const server of [
      'https://STAGING_API:6443',
      'https://${HOST}',
      'https://<host>:6443',
      'https://placeholder.example',
    ])
      assert.equal(placeholders({ server }).length, 1, server)
  })

  it('are not seen in what is only like them', () => {
    for (const text of ['TODOs5dXXXf0TODO', 'eyJhbGciOiJSUzI1NiJ9.TODO.XXX', 'yourself', 'opaque'])
      assert.deepEqual(token(text), [], text)
    for (const name of ['todo', 'example-eu', 'your-team', 'placeholder'])
      assert.deepEqual(placeholders({ name }), [], name)
    for (const server of ['https://EDGE.EXAMPLE:6443', 'https://xxx.example', 'https://todo.example'])
      assert.deepEqual(placeholders({ server }), [], server)
  })
})

describe('an address in a finding', () => {
  it('is as it is stored where nothing in it can be a credential', () => {
    for (const server of [
      'https://edge.example:6443',
      'https://edge.example/k8s/clusters/c-m-abc',
      'https://principal.example:9090?agentName=edge',
      'https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com',
      'https://[fd00::1]:6443',
    ])
      assert.equal(shownAddress(server), server)
  })

  it('is masked where something can', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9AbCdEf0123456789'
    for (const [server, shown] of [
      [`https://user:${token}@edge.example`, 'https://edge.example'],
      [`https://edge.example/${token}/x`, 'https://edge.example/…/x'],
      [`https://edge.example?token=${token}`, 'https://edge.example?…'],
      [`https://edge.example#${token}`, 'https://edge.example?…'],
      [`https://${token}.example:${token}`, 'https://…:…'],
      [token, '…'],
    ] as const)
      assert.equal(shownAddress(server), shown)
  })
})
