import assert from 'node:assert/strict'
import { failureOf, secret, status, type Context } from './subject.ts'

/** Over Secrets none {}, one {app: one}, two {app: two, tier: gold}, empty {app: ''}. */
const LABELS: readonly (readonly [selector: string, names: readonly string[]])[] = [
  ['app=one', ['one']],
  ['app==one', ['one']],
  [' app = one ', ['one']],
  ['app!=one', ['empty', 'none', 'two']],
  ['app in (one,two)', ['one', 'two']],
  ['app in ( one , two )', ['one', 'two']],
  ['app notin (one,two)', ['empty', 'none']],
  ['app', ['empty', 'one', 'two']],
  ['!app', ['none']],
  ['app=', ['empty']],
  ['app in ()', ['empty']],
  ['app in (,one)', ['empty', 'one']],
  ['app,tier=gold', ['two']],
  ['app,!tier', ['empty', 'one']],
  ['tier notin (gold),app!=one,app', ['empty']],
  ['app=one,app=two', []],
  ['example.io/x.y_z=1', []],
  ['', ['empty', 'none', 'one', 'two']],
]

const BAD_LABELS = [
  '=one',
  'app=,',
  'app in (one',
  'app=a b',
  'app in one',
  'app one',
  ',',
  'a b/c=1',
  'app=one-',
]

const FIELDS: readonly (readonly [selector: string, names: readonly string[]])[] = [
  ['metadata.name=one', ['one']],
  ['metadata.name==one', ['one']],
  ['metadata.name!=one', ['empty', 'none', 'two']],
  ['type=Opaque', ['none', 'one', 'two']],
  ['type!=Opaque', ['empty']],
  ['type=example.io/typed', ['empty']],
  ['metadata.name=one,type=Opaque', ['one']],
  ['metadata.name=one,type=example.io/typed', []],
]

const BAD_FIELDS = ['metadata.labels=x', 'metadata.name', 'data.key=x', 'metadata.uid=x']

export const selectorCases = (hub: Context): void => {
  describe('selectors', () => {
    const state = { namespace: '' }
    const found = async (selection: {
      labelSelector?: string
      fieldSelector?: string
    }): Promise<string[]> => {
      const options = { namespace: state.namespace, limit: 500, ...selection }
      const { items } = await hub.client.listPage('secrets', options)
      const metadata = await hub.client.listMetadataPage('secrets', options)
      const names = items.map((item) => item.metadata.name)
      assert.deepEqual(
        metadata.items.map((item) => item.metadata.name),
        names,
      )
      return names
    }

    before(async () => {
      const namespace = (state.namespace = await hub.namespace())
      await hub.client.create('secrets', secret(namespace, 'none'))
      await hub.client.create('secrets', secret(namespace, 'one', { labels: { app: 'one' } }))
      await hub.client.create('secrets', secret(namespace, 'two', { labels: { app: 'two', tier: 'gold' } }))
      await hub.client.create(
        'secrets',
        secret(namespace, 'empty', { labels: { app: '' }, type: 'example.io/typed' }),
      )
    })

    for (const [labelSelector, expected] of LABELS) {
      it(`labels: '${labelSelector}' selects ${expected.join(', ') || 'nothing'}`, async () => {
        assert.deepEqual(await found({ labelSelector }), expected)
      })
    }

    for (const labelSelector of BAD_LABELS) {
      it(`labels: '${labelSelector}' is a bad request`, async () => {
        assert.deepEqual(await failureOf(found({ labelSelector })), status(400, 'BadRequest'))
      })
    }

    for (const [fieldSelector, expected] of FIELDS) {
      it(`fields: '${fieldSelector}' selects ${expected.join(', ') || 'nothing'}`, async () => {
        assert.deepEqual(await found({ fieldSelector }), expected)
      })
    }

    for (const fieldSelector of BAD_FIELDS) {
      it(`fields: '${fieldSelector}' is a bad request`, async () => {
        assert.deepEqual(await failureOf(found({ fieldSelector })), status(400, 'BadRequest'))
      })
    }

    it('fields: metadata.namespace narrows a list of the whole hub', async () => {
      const { items } = await hub.client.listPage('secrets', {
        fieldSelector: `metadata.namespace=${state.namespace},metadata.name!=two`,
        labelSelector: 'app',
        limit: 500,
      })
      assert.deepEqual(
        items.map((item) => [item.metadata.namespace, item.metadata.name]),
        [
          [state.namespace, 'empty'],
          [state.namespace, 'one'],
        ],
      )
    })

    it('fields: namespaces have no type', async () => {
      assert.deepEqual(
        await failureOf(hub.client.listPage('namespaces', { fieldSelector: 'type=Opaque', limit: 500 })),
        status(400, 'BadRequest'),
      )
    })
  })
}
