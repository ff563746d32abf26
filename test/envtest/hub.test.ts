import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findAssets } from './assets.ts'
import { grantApplications, grantReference, grantReferenceByNamespace, type User } from './identities.ts'
import type { Json } from './rest.ts'
import { useHub } from './shared-hub.ts'

const namespaceNamed = (name: string): object => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
const secretNamed = (name: string): object => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } })

describe('finding the hub binaries', () => {
  it('looks where it is told, and only reports what is missing', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'registrar-assets-'))
    assert.equal(findAssets({ KUBEBUILDER_ASSETS: empty }), undefined)
    await rm(empty, { recursive: true })
  })

  it('fails where skipping would prove nothing', () => {
    assert.throws(
      () => findAssets({ KUBEBUILDER_ASSETS: '/nonexistent', CI: 'true' }),
      /run test\/envtest\/build\.sh/,
    )
  })
})

describe('the hub', () => {
  const hub = useHub()
  const code = async (user: User, method: string, path: string, body?: unknown): Promise<number> =>
    (await hub().restAs(user).send(method, path, body)).status

  before(async () => {
    for (const name of ['hub-target', 'hub-open', 'hub-closed'])
      await hub().rest.json('POST', '/api/v1/namespaces', namespaceNamed(name))
  })

  it('gives nobody no right to anything of the hub', async () => {
    assert.equal(await code('nobody', 'GET', '/api/v1/namespaces'), 403)
    assert.equal(await code('nobody', 'GET', '/api/v1/secrets'), 403)
  })

  it('gives the reference identity C8.01, C8.02 and C8.03, and by C8.06 nothing else', async () => {
    await grantReference(hub().rest, { targetNamespace: 'hub-target' })
    const target = '/api/v1/namespaces/hub-target/secrets'
    const source = '/api/v1/namespaces/hub-open/secrets'
    await hub().rest.json('POST', source, secretNamed('a'))
    const answers = async (calls: readonly (readonly [string, string, unknown?])[]): Promise<number[]> => {
      const codes: number[] = []
      for (const [method, path, body] of calls) codes.push(await code('reference', method, path, body))
      return codes
    }

    assert.deepEqual(
      await answers([
        ['GET', '/api/v1/namespaces'],
        ['GET', '/api/v1/namespaces/hub-open'],
        ['GET', '/api/v1/namespaces?watch=1&timeoutSeconds=1'],
        ['GET', '/api/v1/secrets?limit=1'],
        ['GET', `${source}?fieldSelector=metadata.name%3Da`],
        ['POST', target, secretNamed('x')],
        ['GET', `${target}/x`],
        ['PUT', `${target}/x`, secretNamed('x')],
        ['DELETE', `${target}/x`],
      ]),
      [200, 200, 200, 200, 200, 201, 200, 200, 200],
    )
    assert.deepEqual(
      new Set(
        await answers([
          ['PATCH', '/api/v1/namespaces/hub-open', { metadata: { labels: { x: '1' } } }],
          ['GET', `${source}/a`],
          ['GET', '/api/v1/secrets?watch=1'],
          ['GET', `${target}?watch=1`],
          ['PATCH', `${target}/x`, {}],
          ['POST', source, secretNamed('b')],
          ['DELETE', `${source}/a`],
          ['GET', '/api/v1/configmaps'],
          ['GET', '/apis/coordination.k8s.io/v1/namespaces/hub-target/leases/l'],
          ['POST', '/apis/authentication.k8s.io/v1/tokenreviews', {}],
        ]),
      ),
      new Set([403]),
    )
  })

  it('adds leases (C8.04) and events (C8.05) in the target namespace when asked', async () => {
    await grantReference(hub().rest, { targetNamespace: 'hub-target', leaderElection: true })
    const leases = '/apis/coordination.k8s.io/v1/namespaces/hub-target/leases'

    assert.equal(await code('reference', 'POST', leases, { metadata: { name: 'l' } }), 201)
    assert.equal(await code('reference', 'GET', `${leases}/l`), 200)
    assert.equal(await code('reference', 'DELETE', `${leases}/l`), 403)
    assert.equal(await code('reference', 'PATCH', '/api/v1/namespaces/hub-target/events/none', {}), 404)
  })

  it('lets the identity by namespace list Secrets where it is bound, and nowhere else', async () => {
    await grantReferenceByNamespace(hub().rest, { targetNamespace: 'hub-target', namespaces: ['hub-open'] })
    const user = 'reference-by-namespace'

    assert.equal(await code(user, 'GET', '/api/v1/namespaces/hub-open/secrets'), 200)
    assert.equal(await code(user, 'GET', '/api/v1/namespaces/hub-target/secrets'), 200)
    assert.equal(await code(user, 'GET', '/api/v1/namespaces/hub-closed/secrets'), 403)
    assert.equal(await code(user, 'GET', '/api/v1/secrets'), 403)
  })

  it('lets an identity list Applications and ApplicationSets where it is granted, and nowhere else', async () => {
    const argoCd = '/apis/argoproj.io/v1alpha1'
    const paths = ['applications', 'applicationsets'].flatMap((resource) => [
      `${argoCd}/${resource}`,
      `${argoCd}/namespaces/hub-target/${resource}`,
    ])
    const codes = async (user: User): Promise<number[]> => {
      const answers: number[] = []
      for (const path of paths) answers.push(await code(user, 'GET', path))
      return answers
    }

    assert.deepEqual(await codes('reference'), [403, 403, 403, 403])
    await grantApplications(hub().rest, 'reference-by-namespace', 'hub-target')
    assert.deepEqual(await codes('reference-by-namespace'), [403, 200, 403, 200])
  })

  it('says of resources it does not serve what the live client takes for that', async () => {
    const missing = async (path: string): Promise<readonly unknown[]> => {
      const { status, headers, text } = await hub().rest.send('GET', path)
      return [status, headers['content-type'], typeof headers['audit-id'], text.trim()]
    }
    const page = [404, 'text/plain; charset=utf-8', 'string', '404 page not found']

    assert.deepEqual(await missing('/apis/argoproj.io/v1alpha1/appprojects'), page)
    assert.deepEqual(await missing('/apis/none.example/v1/namespaces/x/things'), page)
    const [status, , , text] = await missing('/apis/apps/v1/none')
    const { reason, details } = JSON.parse(String(text)) as Json
    assert.deepEqual([status, reason, details], [404, 'NotFound', {}])
  })

  it('tells from its audit log who asked what since a mark', async () => {
    await hub().rest.send('GET', '/api/v1/namespaces/hub-closed')
    const mark = await hub().audit.mark()
    await code('nobody', 'GET', '/api/v1/namespaces/hub-open/secrets?limit=5')
    await hub().rest.send('GET', '/api/v1/namespaces/hub-open')

    assert.deepEqual(await hub().audit.since(mark, 'nobody'), [
      {
        verb: 'list',
        user: 'nobody',
        userAgent: '',
        uri: '/api/v1/namespaces/hub-open/secrets?limit=5',
        resource: 'secrets',
        namespace: 'hub-open',
        name: '',
        query: { limit: '5' },
        code: 403,
      },
    ])
    assert.deepEqual(
      (await hub().audit.since(mark)).map(({ verb, user, name }) => [verb, user, name]),
      [
        ['list', 'nobody', ''],
        ['get', 'admin', 'hub-open'],
      ],
    )
  })

  it('writes kubeconfigs that name the server, the authority and one user', () => {
    const text = readFileSync(hub().kubeconfig('reference'), 'utf8')
    assert.deepEqual(JSON.parse(text), {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'hub', cluster: { server: hub().server, 'certificate-authority': hub().caFile } }],
      users: [{ name: 'reference', user: { token: hub().token('reference') } }],
      contexts: [{ name: 'hub', context: { cluster: 'hub', user: 'reference' } }],
      'current-context': 'hub',
    })
  })
})

describe('a server of the tests', () => {
  const alive = (pid: number): boolean => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }

  it('does not outlive the process that started it, even one killed outright', async () => {
    const script = `
      import('${new URL('processes.ts', import.meta.url).href}').then(({ startDaemon }) => {
        console.log(startDaemon('sleep', ['60'], '/dev/null').pid)
        setInterval(() => {}, 1000)
      })`
    const tests = spawn(process.execPath, ['--import', 'tsx', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(tests.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    assert.ok(alive(pid))

    tests.kill('SIGKILL')
    await once(tests, 'exit')

    while (alive(pid)) await sleep(20)
  })
})
