import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLiveClient, type LiveClient } from '../../../src/kube/live/client.ts'
import { frames } from '../../../src/kube/live/frames.ts'
import { KubeError } from '../../../src/kube/errors.ts'
import { flagConnection, httpServer, SECRET, status, type TestServer } from './support.ts'

const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`
const OPTIONS = { namespace: 'argocd', resourceVersion: '5', timeoutSeconds: 45 }

describe('a live watch', () => {
  let server: TestServer
  let hub: LiveClient
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let asked: string[]

  beforeEach(async () => {
    asked = []
    server = await httpServer((request, response) => {
      asked.push(`${request.url ?? ''} ${request.headers.accept ?? ''}`)
      answer(request, response)
    })
    hub = createLiveClient(await flagConnection({ server: `http://127.0.0.1:${server.port}` }), {
      concurrency: 1,
    })
  })
  afterEach(async () => {
    hub.close()
    await server.close()
  })

  const drain = async (events: AsyncIterable<object>): Promise<object[]> => {
    const seen: object[] = []
    try {
      for await (const event of events) seen.push(event)
    } catch (error) {
      assert.ok(error instanceof KubeError)
      const { kind, code, reason } = error
      seen.push({ kind, code, reason })
    }
    return seen
  }

  it('asks for bookmarks from a version on and yields events, until the server ends it', async () => {
    const secret = {
      ...SECRET,
      metadata: { ...SECRET.metadata, managedFields: [{}], annotations: { a: 'b' } },
    }
    answer = (_request, response) => {
      response.write(line('ADDED', secret))
      response.write(line('MODIFIED', secret) + line('DELETED', secret))
      response.end(line('BOOKMARK', { kind: 'Secret', metadata: { resourceVersion: '9' } }))
    }

    const seen = await drain(hub.watch('secrets', { ...OPTIONS, labelSelector: 'a=b' }))

    const object = { ...SECRET, metadata: { ...SECRET.metadata, annotations: { a: 'b' } } }
    assert.deepEqual(seen, [
      { type: 'ADDED', object, resourceVersion: '7' },
      { type: 'MODIFIED', object, resourceVersion: '7' },
      { type: 'DELETED', object, resourceVersion: '7' },
      { type: 'BOOKMARK', resourceVersion: '9' },
    ])
    assert.deepEqual(asked, [
      '/api/v1/namespaces/argocd/secrets?watch=true&allowWatchBookmarks=true&resourceVersion=5&timeoutSeconds=45' +
        '&labelSelector=a%3Db application/json',
    ])
    assert.ok(hub.counters().bytes > 0)
  })

  it('of metadata drops annotations and managedFields', async () => {
    const metadata = { ...SECRET.metadata, managedFields: [{}], annotations: { a: 'MARKED' } }
    answer = (_request, response) => response.end(line('ADDED', { kind: 'PartialObjectMetadata', metadata }))

    const seen = await drain(hub.watchMetadata('namespaces', { resourceVersion: '5', timeoutSeconds: 45 }))

    assert.deepEqual(seen, [{ type: 'ADDED', object: { metadata: SECRET.metadata }, resourceVersion: '7' }])
    assert.match(
      asked[0]!,
      /^\/api\/v1\/namespaces\?watch=true.* application\/json;as=PartialObjectMetadata;g=meta/,
    )
  })

  it('an ERROR frame after a 200 is the error it carries', async () => {
    answer = (_request, response) => response.end(line('ERROR', status(410, 'Expired')))
    assert.deepEqual(await drain(hub.watch('secrets', OPTIONS)), [
      { kind: 'status', code: 410, reason: 'Expired' },
    ])
  })

  it('a refusal is thrown before the first event', async () => {
    answer = (_request, response) => {
      response.statusCode = 403
      response.end(JSON.stringify(status(403, 'Forbidden')))
    }
    assert.deepEqual(await drain(hub.watch('secrets', OPTIONS)), [
      { kind: 'status', code: 403, reason: 'Forbidden' },
    ])
  })

  const damaged: readonly (readonly [string, string, string])[] = [
    ['a line that is no JSON', '{"type":\n', 'body'],
    ['a last line without its end', '{"type":"ADDED"', 'body'],
    ['a type nobody knows', line('EXPLODED', SECRET), 'body'],
    ['an object without a name', line('ADDED', { metadata: {} }), 'body'],
    ['an ERROR without a Status', line('ERROR', {}), 'body'],
  ]
  for (const [what, text, kind] of damaged) {
    it(`fails on ${what}`, async () => {
      answer = (_request, response) => response.end(text)
      assert.deepEqual(await drain(hub.watch('secrets', OPTIONS)), [{ kind, code: 0, reason: '' }])
    })
  }

  it('fails as a broken connection when it is cut', async () => {
    answer = (_request, response) => {
      response.write(line('BOOKMARK', { metadata: { resourceVersion: '9' } }), () => response.destroy())
    }
    assert.deepEqual(await drain(hub.watch('secrets', OPTIONS)), [
      { type: 'BOOKMARK', resourceVersion: '9' },
      { kind: 'network', code: 0, reason: '' },
    ])
  })

  it('ends without an error when the caller stops it, before and after it began', async () => {
    const stop = new AbortController()
    answer = (_request, response) => {
      response.write(line('ADDED', SECRET))
    }
    const seen: string[] = []
    for await (const event of hub.watch('secrets', { ...OPTIONS, signal: stop.signal })) {
      seen.push(event.type)
      stop.abort()
    }
    assert.deepEqual(seen, ['ADDED'])
    assert.deepEqual(await drain(hub.watch('secrets', { ...OPTIONS, signal: stop.signal })), [])
  })

  it('closes its connection when its reader leaves, and takes none of the places of calls', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (request, response) => {
        if (!(request.url ?? '').includes('watch=true')) {
          response.end(JSON.stringify({ kind: 'Namespace', metadata: { name: 'x' } }))
          return
        }
        response.on('close', resolve)
        response.write(line('ADDED', SECRET))
      }
    })
    for await (const event of hub.watch('secrets', OPTIONS)) {
      // The only place of this client is free although the watch is open.
      assert.equal((await hub.get('namespaces', { name: 'x' })).metadata.name, 'x')
      assert.equal(event.type, 'ADDED')
      break
    }
    await closed
    assert.equal(server.connections(), 2)
  })

  it('cuts lines in bytes, whatever the chunks', async () => {
    const text = Buffer.from('{"a":"é€😀"}\n\n{"b":1}\n')
    const chunks = async function* (size: number): AsyncGenerator<Buffer> {
      await Promise.resolve()
      for (let start = 0; start < text.length; start += size) yield text.subarray(start, start + size)
    }
    for (let size = 1; size <= text.length; size += 1) {
      let bytes = 0
      const seen: unknown[] = []
      for await (const frame of frames(chunks(size), (count) => (bytes += count))) seen.push(frame)
      assert.deepEqual([seen, bytes], [[{ a: 'é€😀' }, { b: 1 }], text.length])
    }
  })
})
