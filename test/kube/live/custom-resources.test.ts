import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { createLiveClient } from '../../../src/kube/live/client.ts'
import { isNotServed, KubeError } from '../../../src/kube/errors.ts'
import { createPki, flagConnection, httpsServer, status, type Pki } from './support.ts'

/** Asks a server that answers everything alike for the Applications of a hub. */
const ask = async (
  pki: Pki,
  answer: (response: ServerResponse) => void,
): Promise<{ readonly asked: readonly string[]; readonly outcome: unknown }> => {
  const asked: string[] = []
  const server = await httpsServer(pki.server, (request, response) => {
    asked.push(request.url ?? '')
    answer(response)
  })
  const connection = await flagConnection(
    { server: `https://localhost:${server.port}`, token: 'tok', certificateAuthority: '/ca.crt' },
    { '/ca.crt': pki.ca },
  )
  const client = createLiveClient(connection)
  try {
    const outcome = await client
      .listPage('applications', { namespace: 'argocd', limit: 100 })
      .catch((error: unknown) => error)
    return { asked, outcome }
  } finally {
    client.close()
    await server.close()
  }
}

describe('the live client, of custom resources', () => {
  const state: { pki?: Pki } = {}
  const pki = (): Pki => state.pki!
  before(() => {
    state.pki = createPki()
  })

  it('asks below the group and version, and fills both in', async () => {
    const { asked, outcome } = await ask(pki(), (response) => {
      response.end(
        JSON.stringify({
          kind: 'ApplicationList',
          apiVersion: 'argoproj.io/v1alpha1',
          metadata: { resourceVersion: '7' },
          items: [{ metadata: { name: 'a', namespace: 'argocd' }, spec: { destination: { name: 'x' } } }],
        }),
      )
    })

    assert.deepEqual(asked, ['/apis/argoproj.io/v1alpha1/namespaces/argocd/applications?limit=100'])
    assert.deepEqual(outcome, {
      items: [
        {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'Application',
          metadata: { name: 'a', namespace: 'argocd' },
          spec: { destination: { name: 'x' } },
        },
      ],
      resourceVersion: '7',
    })
  })

  const notFound: readonly (readonly [
    what: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    expected: readonly [notServed: boolean, message: string],
  ])[] = [
    [
      "the API server's page for a group it does not know",
      { 'audit-id': 'b3b6bbd4', 'content-type': 'text/plain; charset=utf-8' },
      '404 page not found\n',
      [true, 'LIST applications argocd: the hub serves no such resource'],
    ],
    [
      'the Status for a resource its group does not have',
      { 'content-type': 'application/json' },
      JSON.stringify(status(404, 'NotFound', { details: {} })),
      [true, 'NotFound it is'],
    ],
    [
      'the same page from a proxy, which the API server has not stamped',
      { 'content-type': 'text/plain; charset=utf-8' },
      '404 page not found\n',
      [false, 'LIST applications argocd: HTTP 404, and not from the API server'],
    ],
    [
      'another page',
      { 'audit-id': 'b3b6bbd4' },
      '<html>not here</html>',
      [false, 'LIST applications argocd: HTTP 404, and not from the API server'],
    ],
  ]
  for (const [what, headers, body, [notServed, message]] of notFound)
    it(`takes ${what} for ${notServed ? 'a resource that is not served' : 'no answer of the hub'}`, async () => {
      const { outcome } = await ask(pki(), (response) => {
        response.writeHead(404, headers).end(body)
      })

      assert.ok(outcome instanceof KubeError)
      assert.deepEqual([isNotServed(outcome), outcome.code, outcome.message], [notServed, 404, message])
    })
})
