import assert from 'node:assert/strict'
import { Damper } from '../../src/engine/damper.ts'
import { brief, NOW, P, providers, TestHub } from './test-hub.ts'

const MINUTE = 60_000

/** Somebody else changes a label of ours. */
const meddle = (hub: TestHub): TestHub =>
  hub.edit('cluster-ns', (secret) => ({
    ...secret,
    metadata: {
      ...secret.metadata,
      labels: { ...secret.metadata.labels, [`${P}provider`]: 'theirs' },
      managedFields: [{ manager: 'their-controller' }, { manager: 'kubectl-registrar' }],
    },
  }))

describe('two that undo each other', () => {
  it('are let go after three corrections in five minutes, naming who writes', async () => {
    const hub = new TestHub().namespace('ns').source('ns')
    const options = { settings: providers('k3k'), pass: { damper: new Damper() } }
    await hub.sync(options)
    for (const minute of [1, 2, 3])
      assert.deepEqual(brief(await meddle(hub).sync({ ...options, now: NOW + minute * MINUTE })), [
        'ns update metadata-changed done',
      ])

    const report = await meddle(hub).sync({ ...options, now: NOW + 4 * MINUTE })

    assert.deepEqual(brief(report), ['ns keep contested-write'])
    assert.match(report.decisions[0]?.message ?? '', /written to by their-controller, kubectl-registrar/)
    assert.equal(report.writes, 0)
    assert.deepEqual(brief(await hub.sync({ ...options, now: NOW + 6 * MINUTE + 1 })), [
      'ns update metadata-changed done',
    ])
  })

  it('are not seen in a source that changes again and again', async () => {
    const hub = new TestHub().namespace('ns').source('ns')
    const options = { settings: providers('k3k'), pass: { damper: new Damper() } }
    for (let index = 0; index < 8; index += 1) {
      hub.source('ns', { token: `t${index}` })
      const report = await hub.sync({ ...options, now: NOW + index * 1000 })
      assert.equal(report.writes, 1)
    }
  })
})
