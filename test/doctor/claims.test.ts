import assert from 'node:assert/strict'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { P, TestHub } from '../engine/test-hub.ts'
import { findings, inspectionOf, said } from './plan-inspection.ts'

const THREE = ['https://10.0.0.1', 'https://10.0.0.2', 'https://10.0.0.3'] as const

describe('claims', () => {
  it('of one name by two live namespaces are refused with the holder, registered or not (C10.01)', async () => {
    const hub = new TestHub().namespace('first', { cluster: 'a', age: 3 }).source('first')
    await hub.sync()
    hub.namespace('second', { cluster: 'a' }).source('second', { server: THREE[1] })

    assert.deepEqual(await said(inspectionOf(hub)), [
      `error namespace-claim-conflict second: the name a is registered from namespace first → choose another cluster name: kubectl label namespace second ${P}cluster=NAME --overwrite`,
    ])
  })

  it('of a name that a hidden registration reserves are no conflict of two namespaces', async () => {
    const hub = new TestHub().namespace('first', { cluster: 'a', age: 3 }).source('first')
    await hub.sync()
    hub.namespace('first', { cluster: 'b', age: 3 })
    await hub.sync()
    hub.namespace('second', { cluster: 'a' }).source('second', { server: THREE[1] })

    const found = await findings(inspectionOf(hub))

    assert.deepEqual(
      found.map(({ id, severity, object, related }) => [id, severity, object, related]),
      [
        ['name-conflict', 'error', 'second', ['first']],
        ['demoted-reserves-name', 'info', 'a', ['first']],
      ],
    )
  })

  for (const [what, labels] of [
    ['nobody else', {}],
    ['another registrar', { [`${P}managed-by`]: 'somebody', [`${P}source-namespace`]: 'x' }],
  ] as const)
    it(`of a name that a Secret of ${what} holds name that Secret`, async () => {
      const hub = new TestHub()
        .namespace('a')
        .source('a')
        .registration('cluster-a', { labels, data: { name: 'a', server: THREE[1], config: '{}' } })

      const found = await findings(inspectionOf(hub))

      assert.deepEqual(
        found.map(({ id, severity, object, related }) => [id, severity, object, related]),
        [['name-conflict', 'error', 'a', ['cluster-a']]],
      )
    })

  it('of one address name who has it', async () => {
    const hub = new TestHub()
      .namespace('first', { age: 3 })
      .source('first')
      .namespace('second')
      .source('second', { server: 'https://10.0.0.1:6443/' })

    assert.deepEqual(await said(inspectionOf(hub)), [
      'error server-conflict second: https://10.0.0.1:6443 is claimed by the older namespace first, as first → one address can be one cluster only: keep one of the two, or give this one its own address',
    ])
  })

  it('of another registrar weigh more where that one writes here too', async () => {
    const hub = new TestHub()
      .namespace('ours', { cluster: 'a' })
      .source('ours')
      .namespace('theirs', { cluster: 'a', managedBy: 'other' })
      .namespace('nobodys', { cluster: 'a', managedBy: '' })

    const before = await findings(inspectionOf(hub))
    hub.registration('cluster-b', {
      labels: { [`${P}managed-by`]: 'other' },
      data: { name: 'b', server: THREE[1], config: '{}' },
    })
    const after = await said(inspectionOf(hub))

    assert.deepEqual(
      before.map(({ id, severity, object, related }) => [id, severity, object, related]),
      [['namespace-claim-conflict', 'info', 'ours', ['theirs']]],
    )
    assert.deepEqual(after, [
      `warning namespace-claim-conflict ours: namespace theirs, which is of the registrar other, claims the name a too → where both write to one target namespace, choose another name: kubectl label namespace ours ${P}cluster=NAME --overwrite`,
    ])
  })

  for (const [what, cluster, words] of [
    ['no name', '', /has no name in its label/],
    ['an illegal name', 'Bad_Name', /can't be the name of a cluster/],
    ['the name of the hub', 'in-cluster', /Argo CD's name for its own cluster/],
  ] as const)
    it(`to ${what} are refused`, async () => {
      const [finding, ...others] = await said(
        inspectionOf(new TestHub().namespace('a', { cluster }).source('a')),
      )

      assert.deepEqual(others, [])
      assert.match(finding!, /^error namespace-claim a: .* → kubectl label namespace a /)
      assert.match(finding!, words)
    })

  it('to an illegal name, of a namespace that is registered, are refused while the former name is refreshed (C10.06)', async () => {
    const hub = new TestHub().namespace('ns', { cluster: 'a' }).source('ns')
    await hub.sync()
    hub.namespace('ns', { cluster: 'Bad_Name' })

    assert.deepEqual(
      (await findings(inspectionOf(hub))).map(({ id, severity, object }) => [id, severity, object]),
      [['namespace-claim', 'error', 'ns']],
    )
  })

  it('with annotations beyond the limits are told of each, registered or not (C4.14)', async () => {
    const hub = new TestHub().namespace('a', {
      annotations: { [`${P}big`]: 'x'.repeat(5000), [`${P}small`]: 'y' },
    })

    assert.deepEqual(await said(inspectionOf(hub), 'namespace-claim-size'), [
      `warning namespace-claim-size a: annotation ${P}big is not copied: over 4096 bytes a value → shorten it: kubectl annotate namespace a ${P}big=VALUE --overwrite`,
    ])
  })

  it('with annotations that no setting reads yet are told of once; labels of those names may select', async () => {
    const hub = new TestHub()
      .namespace('a', {
        annotations: { [`${P}project`]: 'x', [`${P}shard`]: '3', [`${P}region`]: 'eu' },
        labels: { [`${P}project`]: 'x' },
      })
      .source('a')
      .namespace('stranger', { managedBy: '', annotations: { [`${P}project`]: 'x' } })

    assert.deepEqual(await said(inspectionOf(hub)), [
      `warning namespace-field-inert a: no setting reads ${P}project, ${P}shard as yet: it is copied, and decides nothing → take it away: kubectl annotate namespace a ${P}project- ${P}shard-`,
    ])
  })

  it('in several spellings of one address are aliases, whoever made them', async () => {
    const cluster = (name: string, server: string): object => ({ data: { name, server, config: '{}' } })
    const hub = new TestHub()
      .registration('a', cluster('a', 'https://A.example'))
      .registration('b', cluster('b', 'https://a.example.:443/'))
      .registration('c', cluster('c', 'https://c.example'))
      .registration('d', cluster('d', 'https://c.example/'))

    assert.deepEqual(await said(inspectionOf(hub)), [
      'warning server-alias a: the same API server in several spellings, each of them a cluster to Argo CD: https://A.example (a), https://a.example.:443 (b) → keep one of them: take the label off the namespace of the other and prune it, or delete the one made by hand',
    ])
  })

  it('are looked at in the named namespaces only, where some are named', async () => {
    const annotations = { [`${P}project`]: 'x', [`${P}big`]: 'x'.repeat(5000) }
    const hub = new TestHub().namespace('a', { annotations }).namespace('b', { annotations })
    const inspection = inspectionOf(hub, { namespaces: ['a'] })

    assert.deepEqual(resolveSettings({}, ['a']).namespaces, inspection.settings.namespaces)
    assert.deepEqual(
      (await findings(inspection)).map(({ id, object }) => [id, object]),
      [
        ['source-missing', 'a'],
        ['namespace-claim-size', 'a'],
        ['namespace-field-inert', 'a'],
      ],
    )
  })
})
