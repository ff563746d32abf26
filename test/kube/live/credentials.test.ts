import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KubeError } from '../../../src/kube/errors.ts'
import { createLiveClient } from '../../../src/kube/live/client.ts'
import type { HubConnection } from '../../../src/kube/live/connection.ts'
import { describeConnectionFault } from '../../../src/kube/live/describe.ts'
import type { ConnectionDeps } from '../../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../../src/kube/live/resolve.ts'
import { createPki, httpsServer, machine, type Pki, status, type TestServer } from './support.ts'

describe('credentials that change', () => {
  let pki: Pki
  let folder: string
  let server: TestServer
  let accepted: string
  let seen: string[]

  before(async () => {
    pki = createPki()
    folder = mkdtempSync(join(tmpdir(), 'live-exec-'))
    server = await httpsServer(pki.server, (request, response) => {
      const sent = request.headers.authorization ?? 'none'
      seen.push(sent)
      response.statusCode = sent === accepted ? 200 : 401
      response.end(
        JSON.stringify(
          sent === accepted ? { kind: 'Namespace', metadata: { name: 'x' } } : status(401, 'Unauthorized'),
        ),
      )
    })
  })
  beforeEach(() => {
    seen = []
    accepted = 'Bearer good'
    writeFileSync(join(folder, 'runs'), '')
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  /** A plugin that notes its run and its KUBERNETES_EXEC_INFO, then acts. */
  const plugin = (script: string): void => {
    const file = join(folder, 'plugin')
    const note =
      'require("node:fs").appendFileSync(__dirname + "/runs", process.env.KUBERNETES_EXEC_INFO + "\\n");'
    writeFileSync(file, `#!${process.execPath}\n${note}\n${script}`)
    chmodSync(file, 0o755)
  }
  const prints = (credential: object): string =>
    `console.log(${JSON.stringify(
      JSON.stringify({
        kind: 'ExecCredential',
        apiVersion: 'client.authentication.k8s.io/v1',
        status: credential,
      }),
    )})`
  const runs = (): string[] => readFileSync(join(folder, 'runs'), 'utf8').split('\n').filter(Boolean)

  const connect = (user: object, deps: Partial<ConnectionDeps> & { files?: Record<string, string> } = {}) => {
    const config = {
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
      clusters: [
        {
          name: 'k',
          cluster: {
            server: `https://localhost:${server.port}`,
            'certificate-authority-data': Buffer.from(pki.ca).toString('base64'),
            extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'a' } }],
          },
        },
      ],
      users: [{ name: 'u', user }],
    }
    const files = Object.assign(deps.files ?? {}, { [join(folder, 'config')]: JSON.stringify(config) })
    const host = machine(files, { now: Date.now, ...deps })
    return resolveConnection({ kubeconfig: join(folder, 'config') }, {}, host).then((connection) => ({
      connection,
      host,
    }))
  }
  const exec = (more: object = {}): object => ({
    exec: { apiVersion: 'client.authentication.k8s.io/v1', command: './plugin', ...more },
  })
  const ask = async (connection: HubConnection, times = 1): Promise<string> => {
    const hub = createLiveClient(connection)
    try {
      for (let call = 1; call < times; call += 1) await hub.get('namespaces', { name: 'x' })
      return (await hub.get('namespaces', { name: 'x' })).metadata.name
    } catch (error) {
      assert.ok(error instanceof KubeError)
      const { message, remedy } = describeConnectionFault(error, connection)
      return `${message} | ${remedy}`
    } finally {
      hub.close()
    }
  }

  describe('of exec users', () => {
    it('are fetched once where the plugin states no expiry', async () => {
      plugin(prints({ token: 'good' }))
      const { connection } = await connect(exec())

      assert.equal(await ask(connection, 3), 'x')
      assert.deepEqual(seen, ['Bearer good', 'Bearer good', 'Bearer good'])
      assert.deepEqual(
        runs().map((run) => JSON.parse(run) as unknown),
        [
          {
            apiVersion: 'client.authentication.k8s.io/v1',
            kind: 'ExecCredential',
            spec: { interactive: false },
          },
        ],
      )
    })

    it('are kept until the expiry stated, and fetched again after it', async () => {
      plugin(prints({ token: 'good', expirationTimestamp: new Date(1_700_000_060_000).toISOString() }))
      let now = 1_700_000_000_000
      const { connection } = await connect(exec(), { now: () => now })

      await ask(connection, 2)
      assert.equal(runs().length, 1)
      now += 60_001
      await ask(connection)
      assert.equal(runs().length, 2)
    })

    it('tell the plugin about the cluster when it asks, and pass its arguments and environment', async () => {
      plugin(`console.log(JSON.stringify({status: {token: [process.argv[2], process.env.MINE].join('')}}))`)
      const { connection } = await connect(
        exec({ provideClusterInfo: true, args: ['go'], env: [{ name: 'MINE', value: 'od' }] }),
      )

      assert.equal(await ask(connection), 'x')
      assert.deepEqual(JSON.parse(runs()[0]!), {
        apiVersion: 'client.authentication.k8s.io/v1',
        kind: 'ExecCredential',
        spec: {
          interactive: false,
          cluster: {
            server: `https://localhost:${server.port}`,
            'certificate-authority-data': Buffer.from(pki.ca).toString('base64'),
            config: { audience: 'a' },
          },
        },
      })
    })

    it('are fetched again on a 401, once for many calls', async () => {
      plugin(prints({ token: 'good' }))
      accepted = 'Bearer good'
      const { connection } = await connect(exec())
      await ask(connection)
      plugin(prints({ token: 'better' }))
      accepted = 'Bearer better'

      const hub = createLiveClient(connection)
      await Promise.all(Array.from({ length: 8 }, () => hub.get('namespaces', { name: 'x' })))
      hub.close()

      assert.equal(runs().length, 2)
    })

    it('fail after one more try when the plugin gives the same again', async () => {
      plugin(prints({ token: 'bad' }))
      const { connection } = await connect(exec())

      assert.equal(
        await ask(connection),
        'you must be logged in to the server (the server has asked for the client to provide credentials) | ' +
          'log in again with the tool that gives the credential, or choose another user with --user',
      )
      assert.deepEqual([seen.length, runs().length], [1, 2])
    })

    const broken: readonly (readonly [string, string, string])[] = [
      ['fails', 'console.error("MARKED"); process.exit(1)', 'failed'],
      ['prints no JSON', 'console.log("MARKED")', 'failed'],
      ['prints no credential', prints({}), 'gave no credential'],
      [
        'prints half a pair',
        prints({ token: 't', clientCertificateData: 'MARKED' }),
        'gave half a certificate pair',
      ],
    ]
    for (const [what, script, how] of broken) {
      it(`say so when the plugin ${what}, without its words`, async () => {
        plugin(script)
        const { connection } = await connect(exec())
        assert.equal(
          await ask(connection),
          `the credential plugin "./plugin" ${how} | ` +
            'run it by hand to see why (log in again, or install it), or choose another user with --user',
        )
      })
    }

    it('say so when there is no plugin', async () => {
      const { connection } = await connect(exec({ command: 'no-such-plugin-anywhere' }))
      assert.match(await ask(connection), /^the credential plugin "no-such-plugin-anywhere" was not found \|/)
    })

    it('show what the plugin says on stderr to the person', async () => {
      plugin(`console.error('open https://login.test'); ${prints({ token: 'good' })}`)
      const { connection, host } = await connect(exec())
      await ask(connection)
      assert.equal(host.told.join(''), 'open https://login.test\n')
    })
  })

  it('of OIDC users: the id-token while it lasts; without a way to renew it, said so', async () => {
    const token = (exp: number): string =>
      ['{}', JSON.stringify({ exp }), 's'].map((part) => Buffer.from(part).toString('base64url')).join('.')
    const oidc = (exp: number): object => ({
      'auth-provider': { name: 'oidc', config: { 'id-token': token(exp) } },
    })
    const later = Math.floor(Date.now() / 1000) + 3600
    accepted = `Bearer ${token(later)}`

    assert.equal(await ask((await connect(oidc(later))).connection, 2), 'x')
    assert.equal(
      await ask((await connect(oidc(1))).connection),
      'the OIDC user has no valid id-token, and none could be fetched with its refresh-token | ' +
        'log in again with your OIDC tool, or choose another user with --user',
    )
  })

  it('of token files are read again after a minute, on a 401 at once, and kept while the file is gone', async () => {
    let now = 1_700_000_000_000
    const files: Record<string, string> = { '/token': 'one' }
    const { connection } = await connect({ tokenFile: '/token' }, { now: () => now, files })
    const asked = async (token: string, text: string | undefined, after: number): Promise<string> => {
      now += after
      accepted = `Bearer ${token}`
      files['/token'] = text ?? ''
      return ask(connection)
    }

    const outcomes = [
      await asked('one', 'one', 0),
      await asked('one', 'two', 59_000),
      await asked('two', 'two', 1_000),
      await asked('three', 'three', 1_000),
      await asked('three', undefined, 60_000),
    ]

    assert.deepEqual(outcomes, ['x', 'x', 'x', 'x', 'x'])
    assert.deepEqual(
      seen,
      ['one', 'one', 'two', 'two', 'three', 'three'].map((token) => `Bearer ${token}`),
    )
  })

  it('of the pod are read again likewise, and so is its CA', async () => {
    const base = '/var/run/secrets/kubernetes.io/serviceaccount'
    const files: Record<string, string> = { [`${base}/token`]: 'good', [`${base}/ca.crt`]: pki.otherCa }
    let now = 1_700_000_000_000
    const host = machine(files, { now: () => now, readFile: (path) => Promise.resolve(files[path] ?? '') })
    const env = { KUBERNETES_SERVICE_HOST: 'localhost', KUBERNETES_SERVICE_PORT: String(server.port) }
    const connection = await resolveConnection({}, env, host)
    const hub = createLiveClient(connection)
    const outcome = (): Promise<string> =>
      hub.get('namespaces', { name: 'x' }).then(
        () => 'ok',
        (error: unknown) => (error as KubeError).kind,
      )

    const outcomes = [await outcome()]
    files[`${base}/ca.crt`] = pki.ca
    outcomes.push(await outcome())
    now += 60_000
    outcomes.push(await outcome())
    files[`${base}/token`] = 'better'
    accepted = 'Bearer better'
    outcomes.push(await outcome())
    hub.close()

    assert.deepEqual(outcomes, ['network', 'network', 'ok', 'ok'])
  })
})
