import assert from 'node:assert/strict'
import { UsageError } from '../../../src/errors.ts'
import type { ConnectionFlags } from '../../../src/kube/live/connection.ts'
import { resolveConnection } from '../../../src/kube/live/resolve.ts'
import { createPki, machine, type Pki } from './support.ts'

type Files = Readonly<Record<string, string>>

const kubeconfig = (name: string, server: string, more = ''): string => `
apiVersion: v1
kind: Config
current-context: ${name}
contexts:
- name: ${name}
  context: {cluster: ${name}, user: ${name}, namespace: ns-${name}}
clusters:
- name: ${name}
  cluster: {server: "${server}"}
users:
- name: ${name}
  user: {token: tok-${name}}
${more}`

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'
const POD: NodeJS.ProcessEnv = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' }

describe('finding the hub', () => {
  let pki: Pki
  before(() => {
    pki = createPki()
  })

  /** Everything a person or the transport would see of the connection found, or the refusal. */
  const found = async (flags: ConnectionFlags, env: NodeJS.ProcessEnv, files: Files): Promise<object> => {
    try {
      const hub = await resolveConnection(flags, env, machine(files))
      const { source, context, server, namespace, tlsServerName, insecure, proxy, requestTimeout } = hub
      const { authorization, cert } = (await hub.credentials.current()).value
      const ca = (await hub.trust.current()).value
      return Object.fromEntries(
        Object.entries({
          source,
          context,
          server,
          namespace,
          tlsServerName,
          insecure: insecure || undefined,
          ca: ca && 'given',
          proxy: proxy && `${proxy.scheme} ${proxy.host} ${proxy.port}`,
          requestTimeout,
          credentials: hub.credentials.kind,
          authorization,
          cert: cert && 'given',
          impersonation: Object.keys(hub.impersonation).length > 0 ? hub.impersonation : undefined,
          disableCompression: hub.disableCompression || undefined,
        }).filter(([, value]) => value !== undefined),
      )
    } catch (error) {
      assert.ok(error instanceof UsageError)
      return { message: error.message, remedy: error.remedy }
    }
  }
  const A = {
    source: 'kubeconfig',
    context: 'a',
    server: 'https://a.test:6443',
    namespace: 'ns-a',
    credentials: 'static',
    authorization: 'Bearer tok-a',
  }
  const HOME = { '/home/op/.kube/config': kubeconfig('a', 'https://A.test:6443/') }

  describe('where', () => {
    it('in ~/.kube/config', async () => {
      assert.deepEqual(await found({}, {}, HOME), A)
    })

    it('in the KUBECONFIG list: empty items and missing files skipped, the first file wins an entry and the context', async () => {
      const files = {
        '/one': kubeconfig('a', 'https://a.test:6443'),
        '/two': kubeconfig('b', 'https://b.test:6443').replace(
          'users:',
          'users:\n- {name: a, user: {token: other}}',
        ),
      }
      const env = { KUBECONFIG: ':/missing:/one::/two' }
      assert.deepEqual(await found({}, env, files), A)
      assert.deepEqual(await found({ context: 'b' }, env, files), {
        ...A,
        context: 'b',
        server: 'https://b.test:6443',
        namespace: 'ns-b',
        authorization: 'Bearer tok-b',
      })
    })

    it('in the file of --kubeconfig, relative to the working folder, which must exist', async () => {
      const files = { ...HOME, '/here/k': kubeconfig('b', 'https://b.test') }
      const env = { KUBECONFIG: '/home/op/.kube/config' }
      assert.deepEqual(await found({ kubeconfig: 'k' }, env, files), {
        ...A,
        context: 'b',
        server: 'https://b.test',
        namespace: 'ns-b',
        authorization: 'Bearer tok-b',
      })
      assert.deepEqual(await found({ kubeconfig: 'gone' }, env, files), {
        message: 'gone: no such file',
        remedy: 'name an existing kubeconfig with --kubeconfig',
      })
    })

    it('in the cluster the process runs in, only without a kubeconfig that names one', async () => {
      const files = {
        [`${SERVICE_ACCOUNT}/token`]: 'sa-token\n',
        [`${SERVICE_ACCOUNT}/ca.crt`]: pki.ca,
        [`${SERVICE_ACCOUNT}/namespace`]: 'argocd',
      }
      const pod = {
        source: 'in-cluster',
        server: 'https://[fd00::1]:443',
        namespace: 'argocd',
        ca: 'given',
        credentials: 'service-account',
        authorization: 'Bearer sa-token',
      }
      assert.deepEqual(await found({}, POD, files), pod)
      assert.deepEqual(await found({ token: 'mine', as: 'eve' }, POD, files), {
        ...pod,
        credentials: 'static',
        authorization: 'Bearer mine',
        impersonation: { 'Impersonate-User': 'eve' },
      })
      assert.deepEqual(await found({}, POD, { ...files, ...HOME }), A)
      assert.deepEqual(await found({}, POD, { ...files, '/home/op/.kube/config': '' }), pod)
    })

    it('nowhere: refused with the command to set one, never localhost:8080', async () => {
      const refusal = {
        message: 'no kubeconfig was found',
        remedy: 'export KUBECONFIG=FILE, or pass --kubeconfig FILE',
      }
      assert.deepEqual(await found({}, {}, {}), refusal)
      assert.deepEqual(await found({}, POD, {}), refusal)
      assert.deepEqual(await found({ token: 't' }, {}, {}), refusal)
    })

    it('at --server without any kubeconfig', async () => {
      assert.deepEqual(await found({ server: 'https://h.test', token: 't', requestTimeout: 5000 }, {}, {}), {
        source: 'flags',
        server: 'https://h.test',
        requestTimeout: 5000,
        credentials: 'static',
        authorization: 'Bearer t',
      })
    })

    it('at a server without a scheme: https once anything of TLS is set, else http', async () => {
      assert.deepEqual(
        await found({ server: 'h.test:6443', token: 't', insecureSkipTlsVerify: true }, {}, {}),
        {
          source: 'flags',
          server: 'https://h.test:6443',
          insecure: true,
          credentials: 'static',
          authorization: 'Bearer t',
        },
      )
      assert.deepEqual(await found({ server: '127.0.0.1:8080' }, {}, {}), {
        source: 'flags',
        server: 'http://127.0.0.1:8080',
        credentials: 'none',
      })
    })
  })

  describe('which', () => {
    const files = {
      '/home/op/.kube/config': kubeconfig('a', 'https://a.test:6443') + kubeconfig('a', 'x').slice(0, 0),
    }

    it('a context, cluster or user that does not exist is refused with those that do', async () => {
      assert.deepEqual(await found({ context: 'z' }, {}, files), {
        message: 'context "z" does not exist; there are: a',
        remedy: 'choose one with --context',
      })
      assert.deepEqual(await found({ cluster: 'z' }, {}, files), {
        message: 'cluster "z" does not exist; there are: a',
        remedy: 'choose one with --cluster',
      })
      assert.deepEqual(await found({ user: 'z' }, {}, files), {
        message: 'user "z" does not exist; there are: a',
        remedy: 'choose one with --user',
      })
      assert.deepEqual(await found({}, {}, { '/home/op/.kube/config': 'current-context: gone' }), {
        message: 'context "gone" (current-context) does not exist; there are none',
        remedy: 'choose one with --context',
      })
    })

    it('no current context is refused with those there are, unless --cluster says which', async () => {
      const none = {
        '/home/op/.kube/config': kubeconfig('a', 'https://a.test:6443').replace(/current-context.*/, ''),
      }
      assert.deepEqual(await found({}, {}, none), {
        message: 'the kubeconfig has no current context; it has: a',
        remedy: 'kubectl config use-context NAME, or pass --context NAME',
      })
      assert.deepEqual(await found({ cluster: 'a', user: 'a' }, {}, none), {
        source: 'kubeconfig',
        server: 'https://a.test:6443',
        credentials: 'static',
        authorization: 'Bearer tok-a',
      })
    })
  })

  describe('cluster', () => {
    const cluster = (fields: string): Files => ({
      '/kube/config': kubeconfig('a', 'https://a.test:6443').replace('{server:', `{${fields}, server:`),
      '/kube/pki/ca.crt': pki.ca,
      '/here/mine.crt': pki.otherCa,
    })
    const at = { KUBECONFIG: '/kube/config' }

    it('a relative path is relative to the file that names it', async () => {
      assert.deepEqual(await found({}, at, cluster('certificate-authority: pki/ca.crt')), {
        ...A,
        ca: 'given',
      })
    })

    it('carries tls-server-name, proxy-url and disable-compression', async () => {
      const fields = 'tls-server-name: n.test, proxy-url: "socks5://p.test", disable-compression: true'
      assert.deepEqual(await found({}, { ...at, HTTPS_PROXY: 'http://e.test' }, cluster(fields)), {
        ...A,
        tlsServerName: 'n.test',
        proxy: 'socks5 p.test 1080',
        disableCompression: true,
      })
    })

    it('flags override: skipping drops the CA, a CA ends skipping, --server drops tls-server-name', async () => {
      assert.deepEqual(
        await found({ insecureSkipTlsVerify: true }, at, cluster('certificate-authority: pki/ca.crt')),
        { ...A, insecure: true },
      )
      assert.deepEqual(
        await found({ certificateAuthority: 'mine.crt' }, at, cluster('insecure-skip-tls-verify: yes')),
        { ...A, ca: 'given' },
      )
      assert.deepEqual(await found({ server: 'https://b.test' }, at, cluster('tls-server-name: n.test')), {
        ...A,
        server: 'https://b.test',
      })
    })

    const refused: readonly (readonly [string, string, string])[] = [
      ['a CA twice', 'certificate-authority: x, certificate-authority-data: eA==',
        '/kube/config:10: certificate-authority and certificate-authority-data are both set'],
      ['a CA that can not be read', 'certificate-authority: MARKED.crt', '/kube/MARKED.crt: certificate-authority can\'t be read'],
      ['a CA that is not base64', 'certificate-authority-data: "MARKED!"', '/kube/config:10: certificate-authority-data is not base64'],
      ['a CA that is not PEM', 'certificate-authority-data: TUFSS0VE', '/kube/config:10: certificate-authority holds no PEM block'],
      ['a CA beside skipping', 'certificate-authority: pki/ca.crt, insecure-skip-tls-verify: true',
        'a certificate authority and insecure-skip-tls-verify are both set'],
      ['a proxy of another scheme', 'proxy-url: "ftp://u:MARKED@p.test"', '/kube/config:10: proxy-url: the proxy is none of http, https and socks5'],
      ['a proxy that is no address', 'proxy-url: "http://u:MARKED@"', '/kube/config:10: proxy-url: the proxy is not an address'],
    ] // prettier-ignore
    for (const [what, fields, message] of refused) {
      it(`refuses ${what}`, async () => {
        assert.equal(((await found({}, at, cluster(fields))) as UsageError).message, message)
      })
    }
  })

  describe('server', () => {
    const refused: readonly (readonly [string, string])[] = [
      ['https://u:MARKED@h.test', '--server: the server holds user-info'],
      ['https://h.test?token=MARKED', '--server: the server holds a query or a fragment'],
      ['ftp://h.test', '--server: the server is neither https nor http'],
      ['https://', '--server: the server is not an address'],
      ['http://h.test', '--server: the server is http, credentials would be sent in the clear'],
    ]
    for (const [server, message] of refused) {
      it(`refuses ${server}`, async () => {
        assert.deepEqual(await found({ server, token: 't' }, {}, {}), {
          message,
          remedy: 'write the server as https://HOST:PORT',
        })
      })
    }
  })

  describe('user', () => {
    const user = (fields: string, files: Files = {}): Files => ({
      '/kube/config': kubeconfig('a', 'https://a.test:6443').replace('{token: tok-a}', `{${fields}}`),
      ...files,
    })
    const at = { KUBECONFIG: '/kube/config' }

    it('sends a password, a token file (re-read, before the inline token), a certificate', async () => {
      const basic = Buffer.from('u:p').toString('base64')
      assert.deepEqual(await found({}, at, user('username: u, password: p')), {
        ...A,
        authorization: `Basic ${basic}`,
      })
      assert.deepEqual(await found({}, at, user('tokenFile: t, token: old', { '/kube/t': 'new\n' })), {
        ...A,
        credentials: 'token-file',
        authorization: 'Bearer new',
      })
      const pair = { '/kube/c': pki.client.cert, '/kube/k': pki.client.key }
      assert.deepEqual(await found({}, at, user('client-certificate: c, client-key: k', pair)), {
        source: 'kubeconfig',
        context: 'a',
        server: 'https://a.test:6443',
        namespace: 'ns-a',
        credentials: 'static',
        cert: 'given',
      })
    })

    it('--token stands for the whole user', async () => {
      for (const fields of [
        'username: u, password: p',
        'exec: {command: x, apiVersion: v}',
        'tokenFile: gone',
      ]) {
        assert.deepEqual(await found({ token: 'mine' }, at, user(fields)), {
          ...A,
          authorization: 'Bearer mine',
        })
      }
    })

    it('impersonates: flags win, extra keys are escaped', async () => {
      const fields =
        'token: tok-a, as: eve, as-uid: "7", as-groups: [g1, g2], as-user-extra: {Example.com/x: [v]}'
      assert.deepEqual(await found({}, at, user(fields)), {
        ...A,
        impersonation: {
          'Impersonate-User': 'eve',
          'Impersonate-Uid': '7',
          'Impersonate-Group': ['g1', 'g2'],
          'Impersonate-Extra-example.com%2Fx': ['v'],
        },
      })
      assert.deepEqual(
        await found({ as: 'bob', asUid: '8', asGroups: ['g3'] }, at, user('token: tok-a, as: eve')),
        {
          ...A,
          impersonation: { 'Impersonate-User': 'bob', 'Impersonate-Uid': '8', 'Impersonate-Group': ['g3'] },
        },
      )
      assert.deepEqual(await found({ asGroups: ['g'] }, at, user('token: tok-a')), {
        message: 'a uid, groups or extra fields are impersonated without a user',
        remedy: 'name the user with --as',
      })
    })

    const refused: readonly (readonly [string, string, string])[] = [
      ['a token and a password', 'token: MARKED, username: u', '/kube/config:13: the user holds both a token and a password'],
      ['half a pair', 'client-certificate-data: LS0tLS1CRUdJTiBY', 'the user has no client-key beside the other half of the pair'],
      ['an unreadable token file', 'tokenFile: gone', "/kube/gone: tokenFile can't be read or is empty"],
      ['exec without a command', 'exec: {apiVersion: client.authentication.k8s.io/v1}', '/kube/config:13: exec names no command'],
      ['exec of an old version', 'exec: {command: x, apiVersion: client.authentication.k8s.io/v1alpha1}',
        '/kube/config:13: exec has an apiVersion other than client.authentication.k8s.io/v1 and client.authentication.k8s.io/v1beta1'],
      ['exec that needs a terminal', 'exec: {command: x, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Always}',
        '/kube/config:13: the credential plugin needs a terminal (interactiveMode: Always)'],
      ['an auth-provider of old', 'auth-provider: {name: gcp}', '/kube/config:13: auth-provider "gcp" is no longer supported, by kubectl neither'],
    ] // prettier-ignore
    for (const [what, fields, message] of refused) {
      it(`refuses ${what}`, async () => {
        assert.equal(((await found({}, at, user(fields))) as UsageError).message, message)
      })
    }
  })

  describe('C10.25: a malformed file is refused with its line, and not quoted', () => {
    const malformed: readonly (readonly [string, string, string])[] = [
      ['YAML that is none', 'users:\n- {token: MARKED', '/k:2: not valid YAML (BAD_INDENT)'],
      ['a key twice', 'kind: Config\nkind: Config', '/k:2: not valid YAML (DUPLICATE_KEY)'],
      ['a list for a document', '- MARKED', '/k:1: the document must be a mapping'],
      ['a mapping for a list', 'users: {MARKED: 1}', '/k:1: users must be a list'],
      ['a number for a token', 'users:\n- name: u\n  user:\n    token: 12345', '/k:4: users.user.token must be text'],
      ['a text for a flag', 'clusters:\n- name: c\n  cluster:\n    insecure-skip-tls-verify: "true"',
        '/k:4: clusters.cluster.insecure-skip-tls-verify must be true or false'],
      ['a text for a mapping', 'users:\n- name: u\n  user: MARKED', '/k:3: users.user must be a mapping'],
      ['a name twice in one list', 'users:\n- name: u\n- name: u', '/k:3: users holds one name twice'],
      ['aliases without end', 'a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c]',
        '/k: the YAML repeats its anchors without end'],
    ] // prettier-ignore
    for (const [what, text, message] of malformed) {
      it(what, async () => {
        const refusal = (await found({ kubeconfig: '/k' }, {}, { '/k': text })) as UsageError
        assert.equal(refusal.message, message)
        assert.doesNotMatch(refusal.message + refusal.remedy, /MARKED|12345/)
      })
    }

    it('later documents and unknown fields are ignored', async () => {
      const text = `${kubeconfig('a', 'https://a.test:6443', 'preferences: {colors: 3}')}\n---\nusers: MARKED\n`
      assert.deepEqual(await found({ kubeconfig: '/k' }, {}, { '/k': text }), A)
    })
  })
})
