import assert from 'node:assert/strict'
import type { Secret } from '../../src/kube/objects.ts'
import { kubeconfig, P, providers, SECRET_TYPE, TestHub, type KubeconfigOptions } from '../engine/test-hub.ts'
import { findings, inspectionOf, said } from './plan-inspection.ts'

const registered = async (options: KubeconfigOptions = {}): Promise<TestHub> => {
  const hub = new TestHub().namespace('ns', { cluster: 'a' }).source('ns', options)
  await hub.sync()
  return hub
}

const labelled = (
  hub: TestHub,
  change: (labels: Record<string, string>) => Record<string, string>,
): TestHub =>
  hub.edit('cluster-a', (secret) => ({
    ...secret,
    metadata: { ...secret.metadata, labels: change({ ...secret.metadata.labels }) },
  }))

const withConfig = (hub: TestHub, config: string): TestHub =>
  hub.edit('cluster-a', (secret) => ({
    ...secret,
    data: { ...secret.data, config: Buffer.from(config).toString('base64') },
  }))

const ids = async (hub: TestHub): Promise<readonly (readonly string[])[]> =>
  (await findings(inspectionOf(hub))).map(({ id, severity, object }) => [id, severity, object])

describe('registrations that are frozen', () => {
  it('say why, and what Argo CD still holds', async () => {
    const hub = (await registered()).namespace('ns', { cluster: 'a', managedBy: '' })

    assert.deepEqual(await said(inspectionOf(hub)), [
      `error registration-frozen a: namespace ns no longer carries ${P}managed-by=cluster-registrar: left as it is, and no longer refreshed; Argo CD still holds https://10.0.0.1:6443 → kubectl label namespace ns ${P}managed-by=cluster-registrar; or, to give the cluster up: kubectl registrar prune a`,
    ])
  })

  it('say since when, where the API server recorded it: of several writes of ours the last, of others none', async () => {
    const hub = (await registered()).namespace('ns', { cluster: 'a', managedBy: '' })
    hub.edit('cluster-a', (secret) => ({
      ...secret,
      metadata: {
        ...secret.metadata,
        managedFields: [
          { manager: 'kubectl-registrar', time: '2026-11-20T08:30:00Z' },
          { manager: 'kubectl-registrar', time: '2026-11-02T08:30:00Z' },
          { manager: 'argocd-server', time: '2026-11-28T08:30:00Z' },
        ],
      },
    }))

    const [line] = await said(inspectionOf(hub))
    assert.match(line!, /; Argo CD still holds https:\/\/10\.0\.0\.1:6443, last written 2026-11-20T08:30Z → /)
  })

  const FREEZING: readonly (readonly [what: string, freeze: (hub: TestHub) => unknown])[] = [
    ['an unusable kubeconfig', (hub) => hub.source('ns', { text: '<html>' })],
    ['an address of nowhere', (hub) => hub.source('ns', { server: 'https://localhost' })],
    ['an exec credential behind a gate', (hub) => hub.source('ns', { text: EXEC })],
    ['an empty kubeconfig', (hub) => hub.source('ns', { text: ' ' })],
    [
      'a source that is gone',
      (hub) => {
        hub.store.remove('secrets', sourceOf(hub))
      },
    ],
    ['a cluster label that is gone', (hub) => hub.namespace('ns', { cluster: '' })],
    [
      'a new name, and nothing to register under either',
      (hub) => {
        hub.namespace('ns', { cluster: 'b' }).source('ns', { text: '<html>' })
      },
    ],
    [
      'a namespace made again without a kubeconfig',
      (hub) => {
        hub.gone('ns').namespace('ns', { cluster: 'a', uid: 'another' })
      },
    ],
    [
      'a provider that is not configured here',
      (hub) => labelled(hub, (labels) => ({ ...labels, [`${P}provider`]: 'x' })),
    ],
  ]
  for (const [what, freeze] of FREEZING)
    it(`are told of once: ${what}`, async () => {
      const hub = await registered()
      freeze(hub)

      assert.deepEqual(await ids(hub), [['registration-frozen', 'error', 'a']])
    })

  it('by being immutable, once there is something to refresh', async () => {
    const hub = await registered()
    hub.edit('cluster-a', (secret) => ({ ...secret, immutable: true }))
    const before = await ids(hub)
    hub.source('ns', { token: 'other' })

    assert.deepEqual(before, [])
    assert.deepEqual(await ids(hub), [['registration-frozen', 'error', 'a']])
  })

  it('by a pin alone are only worth knowing', async () => {
    const hub = labelled(await registered(), (labels) => ({ ...labels, [`${P}prune`]: 'disabled' })).gone(
      'ns',
    )

    assert.deepEqual(await ids(hub), [['registration-frozen', 'info', 'a']])
  })

  it('under a former name that a pin keeps are a twin, and nothing else', async () => {
    const hub = labelled(await registered(), (labels) => ({ ...labels, [`${P}prune`]: 'disabled' }))
    hub.namespace('ns', { cluster: 'b' })
    await hub.sync()

    assert.deepEqual(await ids(hub), [['pin-leaves-twin', 'warning', 'b']])
  })

  it('are no longer frozen once they are hidden: then it is the source that lacks', async () => {
    const hub = await registered()
    await hub.sync({ pass: { ask: { verb: 'demote', secrets: new Set(['cluster-a']) } } })
    const held = await ids(hub)
    labelled(hub, ({ [SECRET_TYPE]: _hidden, ...labels }) => labels)
    hub.edit('cluster-a', (secret) => ({ ...secret, metadata: { ...secret.metadata, annotations: {} } }))
    hub.source('ns', { text: '<html>' })

    assert.deepEqual(held, [['demoted-reserves-name', 'info', 'a']])
    assert.deepEqual(await ids(hub), [['source-unusable', 'error', 'ns']])
  })
})

describe('registrations without a way back', () => {
  it('record no namespace, or have a name that is not of our form', async () => {
    const hub = labelled(await registered(), ({ [`${P}source-namespace`]: _gone, ...labels }) => labels)
    hub.gone('ns').registration('mine', {
      labels: { [`${P}managed-by`]: 'cluster-registrar' },
      data: { name: 'mine', server: 'https://10.0.0.2', config: '{}' },
    })

    assert.deepEqual(await said(inspectionOf(hub)), [
      `warning registration-unrouted a: cluster-a records no source namespace, and no namespace claims cluster a: never refreshed and never removed → kubectl label secret -n argocd cluster-a ${P}source-namespace=NAMESPACE, or delete it`,
      `warning registration-unrouted argocd/mine: mine carries our label, but not a name of the form cluster-NAME: never refreshed and never removed → if it was made by hand: kubectl label secret -n argocd mine ${P}managed-by-`,
    ])
  })
})

describe('registrations edited by another hand', () => {
  it('are taken back by the labels they lost', async () => {
    const hub = labelled(await registered(), (labels) => ({ [SECRET_TYPE]: labels[SECRET_TYPE] ?? '' }))

    const [finding, ...others] = await said(inspectionOf(hub))
    assert.deepEqual(others, [])
    const [, remedy = ''] = finding!.split(' → to take it back: kubectl label secret -n argocd cluster-a ')
    const pairs = [...remedy.matchAll(/(\S+)=(\S+)/g)].map(
      ([, key = '', value = '']) => [key, value] as const,
    )
    labelled(hub, (labels) => ({ ...labels, ...Object.fromEntries(pairs) }))

    assert.match(
      finding!,
      /^warning registration-foreign-edit a: cluster-a has lost our labels and holds what namespace ns registers/,
    )
    assert.deepEqual(await ids(hub), [])
    assert.equal((await hub.sync()).exit, 0)
  })

  it("are somebody else's where they hold something else", async () => {
    const hub = labelled(await registered(), (labels) => ({ [SECRET_TYPE]: labels[SECRET_TYPE] ?? '' }))
    withConfig(hub, '{"bearerToken":"theirs"}')

    assert.deepEqual(await ids(hub), [['name-conflict', 'error', 'ns']])
  })

  it('are told of where they were hidden by hand and made visible again', async () => {
    const hub = await registered()
    await hub.sync({ pass: { ask: { verb: 'demote', secrets: new Set(['cluster-a']) } } })
    labelled(hub, (labels) => ({ ...labels, [SECRET_TYPE]: 'cluster' }))

    assert.deepEqual(await ids(hub), [['registration-foreign-edit', 'warning', 'a']])
  })
})

const EXEC = JSON.stringify({
  ...(JSON.parse(kubeconfig()) as object),
  users: [
    {
      name: 'u',
      user: {
        exec: {
          apiVersion: 'client.authentication.k8s.io/v1',
          command: 'kubelogin',
          args: ['get-token', '--server-id', 'x'],
        },
      },
    },
  ],
})

const sourceOf = (hub: TestHub): Secret =>
  hub.store.find('secrets', { namespace: 'ns', name: 'k3k-ns-kubeconfig' })!.object

const config = (token: string, ca?: string): string =>
  JSON.stringify({
    bearerToken: token,
    tlsClientConfig: { insecure: false, ...(ca === undefined ? {} : { caData: ca }) },
  })

describe('what is registered and what the source holds', () => {
  it('differ by the address', async () => {
    const hub = (await registered()).source('ns', { server: 'https://10.0.0.9:6443' })

    assert.deepEqual(await said(inspectionOf(hub)), [
      'warning source-drift a: what is registered is not what the source holds now: the address (https://10.0.0.1:6443 is registered, the source has https://10.0.0.9:6443) → kubectl registrar sync -n ns',
    ])
  })

  const CASES: readonly (readonly [what: string, config: string, severity: string, parts: string])[] = [
    ['the credential', config('CANARY'), 'warning', 'the credential'],
    ['the CA, which is another cluster', config('tok', 'Q0FOQVJZ'), 'error', 'the CA'],
    ['both', config('CANARY', 'Q0FOQVJZ'), 'error', 'the CA, the credential'],
    [
      'how it is reached',
      '{"bearerToken":"tok","proxyUrl":"http://CANARY","tlsClientConfig":{"insecure":false}}',
      'warning',
      'the way it is reached',
    ],
    ['all, as it can not be read', 'CANARY', 'warning', "config, which can't be read"],
  ]
  for (const [what, text, severity, parts] of CASES)
    it(`differ by ${what}; no value of either is shown`, async () => {
      const hub = withConfig(await registered(), text)

      const found = await findings(inspectionOf(hub))

      assert.deepEqual(
        found.map(({ id, severity: is, object, params }) => [id, is, object, params['parts']]),
        [['source-drift', severity, 'a', parts]],
      )
      assert.equal(found[0]!.params['recreated'], severity === 'error' ? 'true' : undefined)
      assert.doesNotMatch(JSON.stringify(found), /CANARY|Q0FOQVJZ|tok"/)
    })

  it('do not differ by labels', async () => {
    const hub = (await registered()).namespace('ns', { cluster: 'a', labels: { [`${P}tier`]: 'x' } })

    assert.deepEqual(await ids(hub), [])
  })

  it('do not differ by a kubeconfig that is passed over', async () => {
    const hub = (await registered()).source('ns', { name: 'vc-ns', key: 'config', token: 'other' })

    assert.deepEqual(
      (await findings(inspectionOf(hub, { settings: providers('k3k', 'vcluster') }))).map(({ id }) => id),
      [],
    )
  })
})
