import assert from 'node:assert/strict'
import { brief, P, TestHub } from './test-hub.ts'

type Swept = Awaited<ReturnType<TestHub['sync']>>

/** Who is told of a twin, and what is proposed. */
const told = ({ decisions }: Swept): string[][] =>
  decisions.flatMap(({ cluster, warnings = [] }) =>
    warnings
      .filter(({ reason }) => reason === 'server-twin' || reason === 'pin-leaves-twin')
      .map(({ reason, remedy = '' }) => [cluster ?? '', reason, remedy]),
  )

const setLabels = (hub: TestHub, name: string, added: Readonly<Record<string, string>>): TestHub =>
  hub.edit(name, (secret) => ({
    ...secret,
    metadata: { ...secret.metadata, labels: { ...secret.metadata.labels, ...added } },
  }))

/** One namespace with both its former name `a` and its present one `b` visible. */
const renamedInPart = async (): Promise<TestHub> => {
  const hub = new TestHub().namespace('ns', { cluster: 'a' }).source('ns')
  await hub.sync()
  const { data } = hub.read('cluster-a')!
  return hub.namespace('ns', { cluster: 'b' }).registration('cluster-b', {
    labels: {
      [`${P}managed-by`]: 'cluster-registrar',
      [`${P}cluster`]: 'b',
      [`${P}source-namespace`]: 'ns',
      [`${P}source-namespace-uid`]: 'uid-ns',
      [`${P}provider`]: 'k3k',
    },
    data: { ...data, name: 'b' },
  })
}

describe('two visible clusters of one address', () => {
  it('given the pass hides one of them, then nobody is told of a twin', async () => {
    const report = await (await renamedInPart()).sync()

    assert.deepEqual(brief(report), ['a demote renamed done', 'b unchanged up-to-date'])
    assert.deepEqual(told(report), [])
  })

  it('given the hide is held, then the present name is told, and how to hide the former one', async () => {
    const report = await (await renamedInPart()).sync({ pass: { removals: 'off' } })

    const remedy = 'both come from one namespace; to hide the former name: kubectl registrar demote a'
    assert.deepEqual(brief(report), ['a demote renamed held', 'b unchanged up-to-date'])
    assert.deepEqual(told(report), [['b', 'server-twin', remedy]])
    assert.equal(
      report.decisions[0]?.message,
      "the namespace's cluster label now says cluster-b: to be hidden from Argo CD, not deleted",
    )
  })

  it('given a pinned former name, then only the pin is told of, on this pass and the next', async () => {
    const hub = setLabels(await renamedInPart(), 'cluster-a', { [`${P}prune`]: 'disabled' })

    const remedy = `to hide the former: kubectl label secret -n argocd cluster-a ${P}prune-`
    for (const report of [await hub.sync(), await hub.sync()]) {
      assert.deepEqual(brief(report), ['a keep pinned', 'b unchanged up-to-date'])
      assert.deepEqual(told(report), [['b', 'pin-leaves-twin', remedy]])
    }
  })

  it('given a pinned former name that has to be refreshed, then it is not told of a twin either', async () => {
    const hub = setLabels(await renamedInPart(), 'cluster-a', { [`${P}prune`]: 'disabled' })
    hub.source('ns', { token: 'next' })

    const report = await hub.sync()

    assert.deepEqual(brief(report), ['a update source-changed done', 'b update source-changed done'])
    assert.deepEqual(
      told(report).map(([cluster, reason]) => [cluster, reason]),
      [['b', 'pin-leaves-twin']],
    )
  })

  it('given the twin goes with its namespace, then the other is not told; given it stays for now, it is', async () => {
    const hub = async (): Promise<TestHub> => {
      const twins = new TestHub()
        .namespace('ns', { cluster: 'a' })
        .source('ns')
        .namespace('other', { cluster: 'c' })
        .source('other', { server: 'https://10.0.0.2:6443' })
      await twins.sync()
      const server = Buffer.from('https://10.0.0.1:6443').toString('base64')
      return twins
        .edit('cluster-c', (secret) => ({ ...secret, data: { ...secret.data, server } }))
        .gone('other')
    }
    const gone = await (await hub()).sync()
    const held = await (await hub()).sync({ pass: { removals: 'off' } })

    assert.deepEqual(brief(gone), ['a unchanged up-to-date', 'c prune namespace-gone done'])
    assert.deepEqual(told(gone), [])
    assert.deepEqual(brief(held), ['a unchanged up-to-date', 'c prune namespace-gone held'])
    assert.deepEqual(told(held), [
      [
        'a',
        'server-twin',
        'keep one of them: take the label off the namespace of the other and prune it, or delete the one made by hand',
      ],
    ])
  })
})
