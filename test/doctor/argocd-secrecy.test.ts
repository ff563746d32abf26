import assert from 'node:assert/strict'
import { ARGOCD_CHECKS } from '../../src/doctor/checks/argocd-all.ts'
import { CREDENTIAL_CHECKS } from '../../src/doctor/checks/credentials.ts'
import { argoObject, clusterSecret, resultsOn, told } from './argocd-found.ts'

const IDS = [...ARGOCD_CHECKS, ...CREDENTIAL_CHECKS].map(({ id }) => id)

const CANARY = 'S3cretCanaryQ7xZ2vLmN8pR4tWd'
/** As it stands, as base64, and inside of what fields hold. */
const FORMS: readonly string[] = [
  CANARY,
  Buffer.from(CANARY).toString('base64'),
  `-----BEGIN PRIVATE KEY-----\n${CANARY}\n-----END PRIVATE KEY-----`,
  Buffer.from(`-----BEGIN CERTIFICATE-----\n${CANARY}\n-----END CERTIFICATE-----`).toString('base64'),
  `${CANARY}\n`,
  `REPLACE_WITH_${CANARY}`,
  `https://user:${CANARY}@edge.example:6443`,
  `https://edge.example:6443/${CANARY}?token=${CANARY}#${CANARY}`,
  `{"bearerToken": "${CANARY}",}`,
  `{"${CANARY}": "${CANARY}"}`,
]

/** Parts that would tell something of it, plain or as base64. */
const PARTS: readonly string[] = [CANARY, ...FORMS.slice(0, 4)].flatMap((text) =>
  Array.from({ length: Math.max(0, text.length - 9) }, (_none, at) => text.slice(at, at + 10)).filter(
    (part) => /[a-zA-Z0-9]{10}/.test(part) && !/BEGIN|PRIVATE|CERTIF|END|LS0t/.test(part),
  ),
)

const assertSilent = async (objects: readonly object[], what: string): Promise<void> => {
  const results = await resultsOn(IDS, objects)
  const output = JSON.stringify([
    results.map((result) => ({ ...result, check: result.check.id })),
    told(results),
  ])
  const leaked = PARTS.find((part) => output.includes(part))
  assert.equal(
    leaked,
    undefined,
    `${what}: ${told(results).find((line) => line.includes(leaked ?? '')) ?? output}`,
  )
}

const TEXT_FIELDS = ['username', 'password', 'bearerToken', 'proxyUrl', 'tokenFile', CANARY]
const TLS_FIELDS = ['serverName', 'certData', 'keyData', 'caData', 'insecure', CANARY]
const EXEC_FIELDS = ['command', 'args', 'env', 'apiVersion', 'installHint', 'config', CANARY]
const DATA_KEYS = ['name', 'server', 'config', 'namespaces', 'clusterResources', 'project', 'shard', 'else']

describe('findings about what holds credentials', () => {
  it('never show any part of one, whichever field of a cluster Secret it is in', async () => {
    for (const form of FORMS) {
      const configs: readonly object[] = [
        ...TEXT_FIELDS.map((field) => ({ bearerToken: 'opaque', [field]: form })),
        ...TLS_FIELDS.map((field) => ({ bearerToken: 'opaque', tlsClientConfig: { [field]: form } })),
        ...EXEC_FIELDS.map((field) => ({
          execProviderConfig: { command: 'argocd-k8s-auth', args: ['aws'], [field]: form },
        })),
        { execProviderConfig: { args: ['aws', form], env: { [form]: form } } },
        { awsAuthConfig: { clusterName: form, roleARN: form, profile: form } },
        { bearerToken: [form], tlsClientConfig: form, awsAuthConfig: form },
      ]
      const annotations = {
        'kubectl.kubernetes.io/last-applied-configuration': form,
        'argocd.argoproj.io/tracking-id': form,
        'argocd.argoproj.io/refresh': form,
        'argocd.argoproj.io/skip-reconcile': form,
      }
      const secrets = [
        ...DATA_KEYS.map((key) => ({ data: { [key]: form }, annotations: {} })),
        ...configs.map((config) => ({ data: { config }, annotations: {} })),
        { data: {}, annotations },
      ]
      await assertSilent(
        secrets.map(({ data, annotations: marks }, index) =>
          clusterSecret(data, { secret: `s${String(index)}`, annotations: marks }),
        ),
        form,
      )
    }
  })

  it('nor of one in two Secrets, nor where Argo CD goes by it', async () => {
    for (const form of FORMS)
      for (const key of ['name', 'server'] as const) {
        const twins = ['a', 'b'].map((secret) => clusterSecret({ [key]: form }, { secret }))
        const destination = { [key]: `${form}x` }
        const spec = {
          destinations: [destination, { ...destination, name: form }],
          sourceRepos: [form, form],
        }
        await assertSilent(
          [
            ...twins,
            argoObject('Application', 'web', { destination }),
            argoObject('AppProject', 'team', spec),
          ],
          key,
        )
      }
  })

  it('nor of one in a source', async () => {
    const P = 'argocd-cluster-registrar/'
    const namespace = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: 'team-a',
        labels: { [`${P}managed-by`]: 'cluster-registrar', [`${P}cluster`]: 'edge' },
      },
    }
    const labels = {
      [`${P}managed-by`]: 'cluster-registrar',
      [`${P}source-namespace`]: 'team-a',
      [`${P}provider`]: 'k3k',
    }
    for (const form of FORMS) {
      const source = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'k3k-edge-kubeconfig', namespace: 'team-a' },
        stringData: {
          'kubeconfig.yaml': JSON.stringify({
            apiVersion: 'v1',
            kind: 'Config',
            clusters: [{ name: 'c', cluster: { server: 'https://edge.example:6443' } }],
            users: [{ name: 'u', user: { token: form } }],
            contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
            'current-context': 'x',
          }),
        },
      }
      const config = { bearerToken: `ya29.${form}`, tlsClientConfig: {} }
      await assertSilent([namespace, source, clusterSecret({ config }, { labels })], 'source')
    }
  })
})
