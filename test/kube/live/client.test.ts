import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { syncBuiltinESMExports } from 'node:module'
import nock from 'nock'
import { createLiveClient, type LiveClient, type LiveOptions } from '../../../src/kube/live/client.ts'
import { KubeError } from '../../../src/kube/errors.ts'
import { flagConnection, SECRET, status } from './support.ts'

const HUB = 'https://hub.test:6443'

// Importing nock replaces node:http for every suite of the process.
nock.restore()

describe('the live client', () => {
  let clients: LiveClient[] = []
  const client = async (options: LiveOptions = {}, server = HUB): Promise<LiveClient> => {
    const made = createLiveClient(await flagConnection({ server, token: 'tok' }), {
      version: '1.2.3',
      ...options,
    })
    clients.push(made)
    return made
  }

  before(() => {
    nock.activate()
    // nock changes the CommonJS face of node:https; imports see it once the two are brought in line.
    syncBuiltinESMExports()
    nock.disableNetConnect()
  })
  afterEach(() => {
    for (const each of clients) each.close()
    clients = []
    const pending = nock.pendingMocks()
    nock.cleanAll()
    assert.deepEqual(pending, [])
  })
  after(() => {
    nock.enableNetConnect()
    nock.restore()
    syncBuiltinESMExports()
  })

  it('lists a page: limit and token sent, never a resourceVersion; managedFields dropped, kinds filled in', async () => {
    const item = {
      metadata: { ...SECRET.metadata, managedFields: [{}], annotations: { a: 'b' } },
      type: 'Opaque',
    }
    nock(HUB)
      .get('/api/v1/namespaces/argocd/secrets')
      .query({ limit: '500', continue: 'abc', labelSelector: 'x=y', fieldSelector: 'metadata.name=n' })
      .matchHeader('authorization', 'Bearer tok')
      .matchHeader('accept', 'application/json')
      .matchHeader('accept-encoding', 'gzip')
      .matchHeader('user-agent', /^kubectl-registrar\/1\.2\.3 \(\w+\/\w+\)$/)
      .reply(200, {
        kind: 'SecretList',
        apiVersion: 'v1',
        metadata: { resourceVersion: '42', continue: 'next' },
        items: [item],
      })

    const page = await (
      await client()
    ).listPage('secrets', {
      namespace: 'argocd',
      limit: 500,
      continue: 'abc',
      labelSelector: 'x=y',
      fieldSelector: 'metadata.name=n',
    })

    assert.deepEqual(page, {
      items: [
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { ...SECRET.metadata, annotations: { a: 'b' } },
          type: 'Opaque',
        },
      ],
      resourceVersion: '42',
      continue: 'next',
    })
  })

  it('keeps of managedFields who wrote and when, and sends none of it back', async () => {
    const entry = {
      manager: 'm',
      operation: 'Update',
      time: '2026-11-20T08:30:00Z',
      fieldsV1: { 'f:data': {} },
    }
    const sent: unknown[] = []
    nock(HUB)
      .get('/api/v1/namespaces/argocd/secrets/cluster-a')
      .reply(200, { ...SECRET, metadata: { ...SECRET.metadata, managedFields: [entry] } })
      .put(/^\/api\/v1\/namespaces\/argocd\/secrets\/cluster-a/, (body) => sent.push(body) > 0)
      .reply(200, SECRET)
    const hub = await client()

    const secret = await hub.get('secrets', { namespace: 'argocd', name: 'cluster-a' })
    await hub.update('secrets', secret)

    assert.deepEqual(secret.metadata.managedFields, [{ manager: 'm', time: '2026-11-20T08:30:00Z' }])
    assert.deepEqual(sent, [SECRET])
  })

  it('lists metadata over the whole cluster, gzipped: annotations and managedFields dropped, bytes as received', async () => {
    const body = gzipSync(
      JSON.stringify({
        kind: 'PartialObjectMetadataList',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: '42', continue: '' },
        items: [
          {
            metadata: {
              ...SECRET.metadata,
              labels: { l: 'v' },
              annotations: { c: 'secret' },
              managedFields: [{}],
            },
          },
        ],
      }),
    )
    nock(HUB)
      .get('/api/v1/secrets')
      .query({ limit: '2000' })
      .matchHeader('accept', 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1')
      .reply(200, body, { 'content-encoding': 'gzip' })

    const hub = await client()
    const page = await hub.listMetadataPage('secrets', { limit: 2000 })

    assert.deepEqual(page, {
      items: [{ metadata: { ...SECRET.metadata, labels: { l: 'v' } } }],
      resourceVersion: '42',
    })
    assert.deepEqual(hub.counters(), { requests: 1, writes: 0, bytes: body.length, connections: 0 })
  })

  it('keeps the path of the server before its own', async () => {
    nock(HUB)
      .get('/k8s/clusters/c-1/api/v1/namespaces/x')
      .reply(200, { kind: 'Namespace', metadata: { name: 'x' } })

    const found = await (await client({}, `${HUB}/k8s/clusters/c-1/`)).get('namespaces', { name: 'x' })

    assert.deepEqual(found, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } })
  })

  it('creates with the field manager, and counts it as a write', async () => {
    nock(HUB)
      .post('/api/v1/namespaces/argocd/secrets', { ...SECRET, type: 'Opaque' })
      .query({ fieldManager: 'kubectl-registrar' })
      .matchHeader('content-type', 'application/json')
      .reply(201, { ...SECRET, type: 'Opaque' })

    const hub = await client()
    const made = await hub.create('secrets', { metadata: SECRET.metadata, type: 'Opaque' })

    assert.deepEqual(made, { ...SECRET, type: 'Opaque' })
    assert.deepEqual([hub.counters().requests, hub.counters().writes], [1, 1])
  })

  it('updates as a dry run without counting a write', async () => {
    nock(HUB)
      .put('/api/v1/namespaces/argocd/secrets/cluster-a', { ...SECRET })
      .query({ dryRun: 'All', fieldManager: 'kubectl-registrar' })
      .reply(200, SECRET)

    const hub = await client()
    await hub.update('secrets', SECRET, { dryRun: true })

    assert.deepEqual([hub.counters().requests, hub.counters().writes], [1, 0])
  })

  it('patches a namespace by merge patch', async () => {
    const patch = { metadata: { labels: { a: null }, resourceVersion: '5' } }
    nock(HUB)
      .patch('/api/v1/namespaces/x', patch)
      .query({ fieldManager: 'kubectl-registrar' })
      .matchHeader('content-type', 'application/merge-patch+json')
      .reply(200, { kind: 'Namespace', metadata: { name: 'x' } })

    const changed = await (await client()).patchNamespace('x', patch)

    assert.equal(changed.metadata.name, 'x')
  })

  for (const dryRun of [false, true]) {
    it(`deletes with every option in the body and again in the query (dry run: ${dryRun})`, async () => {
      nock(HUB)
        .delete('/api/v1/namespaces/argocd/secrets/cluster-a', {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          preconditions: { uid: 'u-1', resourceVersion: '7' },
          ...(dryRun && { dryRun: ['All'] }),
        })
        .query({ uid: 'u-1', ...(dryRun && { dryRun: 'All' }) })
        .reply(200, { kind: 'Status', apiVersion: 'v1', status: 'Success' })

      const hub = await client()
      await hub.delete(
        'secrets',
        { namespace: 'argocd', name: 'cluster-a' },
        { uid: 'u-1', resourceVersion: '7', dryRun },
      )

      assert.equal(hub.counters().writes, dryRun ? 0 : 1)
    })
  }

  const failing = async (call: Promise<unknown>): Promise<object> => {
    const error: unknown = await call.then(
      () => assert.fail('it should have failed'),
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof KubeError)
    const { kind, code, reason, message, call: name, details, retryAfter } = error
    return { kind, code, reason, message, name, details, ...(retryAfter !== undefined && { retryAfter }) }
  }

  it('passes a Status on with reason and details', async () => {
    nock(HUB)
      .get('/api/v1/namespaces/x')
      .reply(404, status(404, 'NotFound', { details: { name: 'x', kind: 'namespaces' } }))

    assert.deepEqual(await failing((await client()).get('namespaces', { name: 'x' })), {
      kind: 'status',
      code: 404,
      reason: 'NotFound',
      message: 'NotFound it is',
      name: 'GET namespaces x',
      details: { kind: 'namespaces', name: 'x' },
    })
  })

  it('C10.40: a 404 page of something else is no NotFound', async () => {
    nock(HUB).get('/api/v1/namespaces/x').reply(404, '<html>NotFound namespaces "x"</html>')

    assert.deepEqual(await failing((await client()).get('namespaces', { name: 'x' })), {
      kind: 'http',
      code: 404,
      reason: '',
      message: 'GET namespaces x: HTTP 404, and not from the API server',
      name: 'GET namespaces x',
      details: {},
    })
  })

  it('does not follow a redirect', async () => {
    nock(HUB).get('/api/v1/namespaces/x').reply(302, '', { location: 'https://elsewhere.test/' })

    assert.deepEqual(await failing((await client()).get('namespaces', { name: 'x' })), {
      kind: 'http',
      code: 302,
      reason: '',
      message: 'GET namespaces x: HTTP 302, a redirect, which is not followed',
      name: 'GET namespaces x',
      details: {},
    })
  })

  const notLists: readonly (readonly [string, string | object])[] = [
    ['a page of HTML', '<html></html>'],
    ['half a JSON', '{"kind":"SecretList","items":['],
    ['an empty object', {}],
    ['another kind', { kind: 'ConfigMapList', metadata: {}, items: [] }],
    ['a list without items', { kind: 'SecretList', metadata: {} }],
    ['an item without a name', { kind: 'SecretList', metadata: {}, items: [{ metadata: {} }] }],
  ]
  for (const [what, body] of notLists) {
    it(`takes ${what} with status 200 for no list, so not for an empty one`, async () => {
      nock(HUB).get('/api/v1/namespaces/x/secrets').query({ limit: '1' }).reply(200, body)

      const failure = await failing((await client()).listPage('secrets', { namespace: 'x', limit: 1 }))

      assert.equal((failure as KubeError).kind, 'body')
    })
  }

  it('takes null items for none', async () => {
    nock(HUB)
      .get('/api/v1/namespaces/x/secrets')
      .query({ limit: '1' })
      .reply(200, { kind: 'SecretList', metadata: { resourceVersion: '3' }, items: null })

    const page = await (await client()).listPage('secrets', { namespace: 'x', limit: 1 })

    assert.deepEqual(page, { items: [], resourceVersion: '3' })
  })

  it('refuses an answer larger than allowed, before and after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000))
    nock(HUB).get('/api/v1/secrets').query({ limit: '1' }).reply(200, 'x'.repeat(5000))
    nock(HUB).get('/api/v1/secrets').query({ limit: '1' }).reply(200, bomb, { 'content-encoding': 'gzip' })

    const hub = await client({ maxAnswerBytes: 4000 })
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual(await failing(hub.listPage('secrets', { limit: 1 })), {
        kind: 'body',
        code: 0,
        reason: '',
        message: 'LIST secrets: the answer is larger than allowed',
        name: 'LIST secrets',
        details: {},
      })
    }
  })

  describe('retrying', () => {
    const waits: number[] = []
    const options: LiveOptions = {
      sleep: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
      random: () => 0.5,
    }
    const found = { kind: 'Namespace', metadata: { name: 'x' } }
    beforeEach(() => {
      waits.length = 0
    })

    it('waits as long as the server says on 429 and 503', async () => {
      nock(HUB).get('/api/v1/namespaces/x').reply(429, status(429, 'TooManyRequests'), { 'retry-after': '2' })
      nock(HUB).get('/api/v1/namespaces/x').reply(503, 'busy', { 'retry-after': '3' })
      nock(HUB).get('/api/v1/namespaces/x').reply(200, found)

      const hub = await client(options)
      await hub.get('namespaces', { name: 'x' })

      assert.deepEqual(waits, [2000, 3000])
      assert.equal(hub.counters().requests, 3)
    })

    it('gives up at once when told to wait longer than the call may take', async () => {
      nock(HUB)
        .get('/api/v1/namespaces/x')
        .reply(429, status(429, 'TooManyRequests'), { 'retry-after': '60' })

      assert.deepEqual(await failing((await client(options)).get('namespaces', { name: 'x' })), {
        kind: 'status',
        code: 429,
        reason: 'TooManyRequests',
        message: 'TooManyRequests it is',
        name: 'GET namespaces x',
        details: {},
        retryAfter: 60,
      })
      assert.deepEqual(waits, [])
    })

    it('stops after ten waits', async () => {
      nock(HUB)
        .get('/api/v1/namespaces/x')
        .times(11)
        .reply(429, status(429, 'TooManyRequests'), { 'retry-after': '1' })

      await failing((await client(options)).get('namespaces', { name: 'x' }))

      assert.deepEqual(
        waits,
        Array.from({ length: 10 }, () => 1000),
      )
    })

    it('does not retry a 500 or 503 without Retry-After', async () => {
      nock(HUB).get('/api/v1/namespaces/x').reply(503, status(503, 'ServiceUnavailable'))

      const failure = await failing((await client(options)).get('namespaces', { name: 'x' }))

      assert.equal((failure as KubeError).reason, 'ServiceUnavailable')
    })

    it('retries a read whose connection was reset, three times', async () => {
      nock(HUB)
        .get('/api/v1/namespaces/x')
        .times(4)
        .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))

      const failure = await failing((await client(options)).get('namespaces', { name: 'x' }))

      assert.deepEqual(failure, {
        kind: 'network',
        code: 0,
        reason: '',
        message: 'the connection to the server hub.test:6443 failed (ECONNRESET)',
        name: 'GET namespaces x',
        details: {},
      })
      assert.deepEqual(waits, [100, 200, 400])
    })

    it('never sends a write again after a reset or a 503, whatever it carries', async () => {
      nock(HUB)
        .put('/api/v1/namespaces/argocd/secrets/cluster-a')
        .query(true)
        .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
      nock(HUB)
        .put('/api/v1/namespaces/argocd/secrets/cluster-a')
        .query(true)
        .reply(503, status(503, 'ServiceUnavailable'), { 'retry-after': '1' })

      const hub = await client(options)
      await failing(hub.update('secrets', SECRET))
      await failing(hub.update('secrets', SECRET))

      assert.deepEqual(waits, [])
      assert.equal(hub.counters().writes, 2)
    })

    it('sends a write again after a 429 with Retry-After: nothing was processed', async () => {
      nock(HUB)
        .put('/api/v1/namespaces/argocd/secrets/cluster-a')
        .query(true)
        .reply(429, status(429, 'TooManyRequests'), { 'retry-after': '1' })
      nock(HUB).put('/api/v1/namespaces/argocd/secrets/cluster-a').query(true).reply(200, SECRET)

      await (await client(options)).update('secrets', SECRET)

      assert.deepEqual(waits, [1000])
    })

    it('fails on 401 with a credential that can not change', async () => {
      nock(HUB).get('/api/v1/namespaces/x').reply(401, status(401, 'Unauthorized'))

      const failure = await failing((await client(options)).get('namespaces', { name: 'x' }))

      assert.equal((failure as KubeError).code, 401)
    })
  })
})
