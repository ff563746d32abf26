import assert from 'node:assert/strict'
import { parse } from 'yaml'
import { readFileSync } from 'node:fs'
import type { CheckId } from '../../src/doctor/catalogue.ts'
import { CREDENTIAL_CHECKS } from '../../src/doctor/checks/credentials.ts'
import { renewerOf } from '../../src/doctor/checks/credentials-renewers.ts'
import { PRESET_NAMES } from '../../src/providers/presets.ts'
import { providers } from '../engine/test-hub.ts'
import { brief, clusterSecret, DAY, resultsOn, told, type Circumstances } from './argocd-found.ts'

const IDS: readonly CheckId[] = CREDENTIAL_CHECKS.map(({ id }) => id)
const P = 'argocd-cluster-registrar/'
const HOUR = 3_600_000

const MATERIAL = parse(
  readFileSync(new URL('../fixtures/kubeconfigs/material.yaml', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>
/** The certificates of material.yaml: a hundred years from 2026-11-29T12:22:19Z. */
const END = Date.parse('2126-11-05T12:22:19Z')
const PAIR = { certData: MATERIAL['client-cert']!, keyData: MATERIAL['client-key']! }

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (end: number, start?: number): string =>
  `${base64url({ alg: 'RS256' })}.${base64url({ exp: end / 1000, ...(start === undefined ? {} : { nbf: start / 1000 }) })}.c2ln`
const eks = (date: string): string =>
  `k8s-aws-v1.${Buffer.from(`https://sts.amazonaws.com/?X-Amz-Date=${date}&X-Amz-Expires=60`).toString('base64url')}`

const iso = (time: number): string => new Date(time).toISOString()
const NOW = Date.parse('2026-12-01T12:00:00Z')

const on = (
  now: number,
  objects: readonly object[],
  more: Circumstances = {},
): ReturnType<typeof resultsOn> => resultsOn(IDS, objects, { now: iso(now), ...more })

const token = (text: string): object => clusterSecret({ config: { bearerToken: text, tlsClientConfig: {} } })
const certificate = (): object => clusterSecret({ config: { tlsClientConfig: PAIR } })

interface SourceOptions {
  readonly provider?: string
  readonly secret?: string
  readonly key?: string
  /** Of the source; by default what is registered. */
  readonly user?: object
  /** The CA that is registered, and the one of the source. */
  readonly cas?: readonly [string, string]
}

/** A registration of ours with a certificate, and the source it came from. */
const registered = ({
  provider = 'k3k',
  secret = 'k3k-web-kubeconfig',
  key = 'kubeconfig.yaml',
  user = { 'client-certificate-data': PAIR.certData, 'client-key-data': PAIR.keyData },
  cas: [caData, sourceCa] = ['', ''],
}: SourceOptions = {}): readonly object[] => [
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: 'team-web',
      labels: { [`${P}managed-by`]: 'cluster-registrar', [`${P}cluster`]: 'web' },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secret, namespace: 'team-web' },
    stringData: {
      [key]: JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [
          {
            name: 'c',
            cluster: { server: 'https://web.example:6443', 'certificate-authority-data': sourceCa },
          },
        ],
        users: [{ name: 'u', user }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'x',
      }),
    },
  },
  clusterSecret(
    {
      name: 'web',
      server: 'https://web.example:6443',
      config: { tlsClientConfig: { insecure: false, ...(caData === '' ? {} : { caData }), ...PAIR } },
    },
    {
      secret: 'cluster-web',
      labels: {
        [`${P}managed-by`]: 'cluster-registrar',
        [`${P}cluster`]: 'web',
        [`${P}source-namespace`]: 'team-web',
        [`${P}source-namespace-uid`]: 'uid-team-web',
        [`${P}provider`]: provider,
      },
    },
  ),
]

describe('credentials that Argo CD holds', () => {
  it('are of no concern without a date: opaque tokens, passwords, plugins, and the hub itself', async () => {
    for (const config of [
      { bearerToken: 'opaque' },
      { username: 'u', password: 'p' },
      { awsAuthConfig: { clusterName: 'c' } },
    ])
      assert.deepEqual(brief(await on(NOW, [clusterSecret({ config })])), [])
    const hub = clusterSecret({
      name: 'in-cluster',
      server: 'https://kubernetes.default.svc',
      config: { bearerToken: jwt(NOW - DAY), tlsClientConfig: {} },
    })
    assert.deepEqual(brief(await on(NOW, [hub])), [])
  })

  it('are told of by bands, once each: over, about to be, and not yet begun (C7.70, C10.51)', async () => {
    const at = async (now: number, minValidity?: number): Promise<readonly string[]> =>
      brief(await on(now, [certificate()], minValidity === undefined ? {} : { minValidity }))
    assert.deepEqual(await at(END), ['credential-expired error edge'])
    assert.deepEqual(await at(END - 1), ['credential-expiring warning edge'])
    assert.deepEqual(await at(END - 7 * DAY), ['credential-expiring warning edge'])
    assert.deepEqual(await at(END - 7 * DAY - 1), [])
    assert.deepEqual(await at(END - 30 * DAY, 30 * DAY), ['credential-expiring warning edge'])
    assert.deepEqual(await at(END - 30 * DAY, 0), [])
    assert.deepEqual(await at(Date.parse('2026-11-29T12:22:18Z')), ['credential-not-yet-valid error edge'])
    assert.deepEqual(await at(Date.parse('2026-11-29T12:22:19Z')), [])
  })

  it('are tokens too', async () => {
    const at = async (text: string): Promise<readonly string[]> => brief(await on(NOW, [token(text)]))
    assert.deepEqual(await at(jwt(NOW)), ['credential-expired error edge'])
    assert.deepEqual(await at(jwt(NOW + 3 * DAY)), ['credential-expiring warning edge'])
    assert.deepEqual(await at(jwt(NOW + 30 * DAY)), [])
    assert.deepEqual(await at(jwt(NOW + 30 * DAY, NOW + HOUR)), ['credential-not-yet-valid error edge'])
  })

  it('live on tokens of minutes: an error where one ends before the next pass but one can replace it', async () => {
    const at = async (text: string): Promise<readonly string[]> => brief(await on(NOW, [token(text)]))
    assert.deepEqual(await at(jwt(NOW + 120_000)), ['token-short-lived error edge'])
    assert.deepEqual(await at(jwt(NOW + 121_000)), ['token-short-lived warning edge'])
    assert.deepEqual(await at(jwt(NOW + 24 * HOUR - 1000)), ['token-short-lived warning edge'])
    assert.deepEqual(await at(eks('20261201T115500Z')), ['token-short-lived error edge'])
    assert.deepEqual(await at('ya29.opaque'), ['token-short-lived error edge'])
    assert.deepEqual(await at(eks('20261201T110000Z')), ['credential-expired error edge'])
  })

  it('say of an EKS token how Argo CD makes its own, whoever registered the cluster', async () => {
    assert.deepEqual(told(await on(NOW, [token(eks('20261201T115500Z'))])), [
      'token-short-lived error edge: it lives on an EKS token, which ends after 15 minutes (this one in 10 min), and works only ' +
        'while each is replaced in time → give it awsAuthConfig in place of the token, so that Argo CD makes its own',
    ])
  })

  it('are not looked at where Argo CD does not see them', async () => {
    const { metadata, ...rest } = certificate() as { readonly metadata: { readonly name: string } }
    const hidden = { ...rest, metadata: { ...metadata, labels: { [`${P}managed-by`]: 'cluster-registrar' } } }
    assert.deepEqual(brief(await on(END, [hidden])), [])
  })

  it('of others are renewed by others', async () => {
    assert.deepEqual(told(await on(END + 10 * DAY, [certificate()])), [
      'credential-expired error edge: client certificate ended 10 d ago (2126-11-05); this registrar did not write it → renew it ' +
        'where it was made, or register the cluster from a kubeconfig: kubectl registrar register --import FILE --name NAME',
    ])
  })

  it('are renewed by a sync where the source holds a newer one', async () => {
    const renewed = registered({ user: { token: jwt(END + 400 * DAY) } })
    assert.deepEqual(told(await on(END, renewed)), [
      'credential-expired error web: client certificate ended 0 min ago (2126-11-05T12:22Z); its source ' +
        'team-web/k3k-web-kubeconfig holds a newer one, until 2127-12-10 → kubectl registrar sync -n team-web',
    ])
  })

  it('are not helped by a sync where the source is over too, or the same, or of no use', async () => {
    const states = async (user?: object): Promise<readonly string[]> =>
      told(await on(END + DAY, registered(user === undefined ? {} : { user }))).map((line) =>
        line.replace(/^.*?\); /, ''),
      )
    const restart =
      'k3k renews it when its server restarts → kubectl rollout restart statefulset -n team-web k3k-web-server; then: kubectl registrar sync -n team-web'
    const none = `its source team-web/k3k-web-kubeconfig holds no newer one, so sync won't help; ${restart}`
    assert.deepEqual(await states(), [none])
    assert.deepEqual(await states({ token: jwt(END) }), [none])
    assert.deepEqual(await states({ tokenFile: '/nowhere' }), [
      "nothing in namespace team-web can be registered in its place, so sync won't help → see why: kubectl registrar explain " +
        'secret/cluster-web',
    ])
  })

  it('are not helped by a sync either where no pass takes the newer one over, or none can see it', async () => {
    const [namespace, source, registration] = registered({ user: { token: jwt(END + 400 * DAY) } })
    const ending = async (...objects: readonly object[]): Promise<readonly string[]> =>
      told(await on(END, objects)).map((line) => line.replace(/^.*?\); /, ''))
    const explain = 'see why: kubectl registrar explain secret/cluster-web'
    assert.deepEqual(await ending(namespace!, source!, { ...registration, immutable: true }), [
      `its source team-web/k3k-web-kubeconfig holds a newer one, which is not taken over → ${explain}`,
    ])
    assert.deepEqual(await ending(registration!), [`its source can't be seen → ${explain}`])
  })

  it('are about to be replaced by what is over, where the source holds nothing else', async () => {
    const over = registered({ user: { token: jwt(NOW - DAY) } })
    const source =
      'team-web/k3k-web-kubeconfig: token ended 24 h ago (2026-11-30T12:00Z), and the next pass registers it all the same; k3k renews it ' +
      'when its server restarts → kubectl rollout restart statefulset -n team-web k3k-web-server; then: kubectl registrar sync -n team-web'
    assert.deepEqual(told(await on(NOW, over)), [`credential-expired error ${source}`])
    // Not registered yet.
    assert.deepEqual(told(await on(NOW, over.slice(0, 2))), [`credential-expired error ${source}`])
    const [namespace, secret, registration] = over
    assert.deepEqual(brief(await on(NOW, [namespace!, secret!, { ...registration, immutable: true }])), [
      'credential-expired warning team-web/k3k-web-kubeconfig',
    ])
  })

  it('name for every preset who renews it, and a command', () => {
    const place = { namespace: 'n', secret: 's', cluster: 'c' }
    const general = renewerOf('of-my-own')
    for (const name of [...PRESET_NAMES, 'import']) {
      assert.notEqual(renewerOf(name).who, general.who, name)
      assert.match(renewerOf(name).how(place), /kubectl |vcluster |az /, name)
    }
    assert.match(general.how(place), /^find out what writes it: kubectl get secret -n n s /)
    assert.equal(renewerOf('constructor'), general)
  })

  it('are late where the provisioner should have renewed them long ago, and has not', async () => {
    const capi = { provider: 'capi', secret: 'web-kubeconfig', key: 'value' }
    const settings = providers('capi', 'kamaji')
    const late = async (now: number, options: SourceOptions): Promise<readonly string[]> =>
      brief(await on(now, registered(options), { settings, minValidity: HOUR }))
    const life = END - Date.parse('2026-11-29T12:22:19Z')
    assert.deepEqual(await late(END - life * 0.46, capi), [])
    assert.deepEqual(await late(END - life * 0.44, capi), ['credential-late-renewal warning web'])
    // The source has it already: a sync is late, not the provisioner.
    assert.deepEqual(await late(END - life * 0.44, { ...capi, user: { token: 'opaque' } }), [])
    const kamaji = { provider: 'kamaji', secret: 'web-admin-kubeconfig', key: 'admin.conf' }
    assert.deepEqual(await late(END - 23 * HOUR, kamaji), [])
    assert.deepEqual(await late(END - 20 * HOUR, kamaji), ['credential-late-renewal warning web'])
  })
})

describe('CA certificates that Argo CD holds', () => {
  const ca = (...names: readonly string[]): object =>
    clusterSecret({
      config: {
        bearerToken: 'opaque',
        tlsClientConfig: {
          caData: Buffer.concat(names.map((name) => Buffer.from(MATERIAL[name]!, 'base64'))).toString(
            'base64',
          ),
        },
      },
    })

  it('are told of by the same bands', async () => {
    assert.deepEqual(brief(await on(END, [ca('ca')])), ['ca-expiring error edge'])
    assert.deepEqual(brief(await on(END - 7 * DAY, [ca('ca')])), ['ca-expiring warning edge'])
    assert.deepEqual(brief(await on(END - 8 * DAY, [ca('ca')])), [])
  })

  it('are replaced by a sync where the source has a newer one', async () => {
    const old = readFileSync(new URL('../fleet/certificates/ca.crt', import.meta.url)).toString('base64')
    const now = Date.parse('2099-12-30T00:00:00Z')
    const ending = async (source: string): Promise<readonly string[]> =>
      told(await on(now, registered({ cas: [old, source] })))
    const ends =
      'ca-expiring warning web: the CA certificate ends in 47 h (2099-12-31T23:59Z): from then on Argo CD trusts no answer of the cluster'
    assert.deepEqual(await ending(MATERIAL['ca']!), [
      `${ends}; its source team-web/k3k-web-kubeconfig holds another → kubectl registrar sync -n team-web`,
    ])
    assert.deepEqual(await ending(old), [
      `${ends}; its source team-web/k3k-web-kubeconfig has no newer one → have the child cluster's CA replaced by what ` +
        'provisions it; then: kubectl registrar sync -n team-web',
    ])
  })

  it('are two while one replaces the other: only the last to end counts', async () => {
    const old = readFileSync(new URL('../fleet/certificates/ca.crt', import.meta.url)).toString('base64')
    const both = Buffer.concat([Buffer.from(old, 'base64'), Buffer.from(MATERIAL['ca']!, 'base64')])
    const bundle = (caData: string): object =>
      clusterSecret({ config: { bearerToken: 'opaque', tlsClientConfig: { caData } } })
    const now = Date.parse('2100-06-01T00:00:00Z')
    assert.deepEqual(brief(await on(now, [bundle(old)])), ['ca-expiring error edge'])
    assert.deepEqual(brief(await on(now, [bundle(both.toString('base64'))])), [])
  })
})
