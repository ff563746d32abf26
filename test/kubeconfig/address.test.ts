import assert from 'node:assert/strict'
import fc from 'fast-check'
import { canonicalServer, classifyServer } from '../../src/kubeconfig/address.ts'
import { FUZZ } from '../support/fuzz.ts'

const HUB = {
  hubServers: ['https://hub.example.com:6443', 'https://rancher.example.com:443/k8s/clusters/local'],
  hubServices: ['10.96.0.1:443', '[fd00::1]:443'],
}

const judge = (server: string): string => {
  const judged = classifyServer(server, HUB)
  if (judged.ok) return ['ok', ...judged.value.warnings.map(({ id }) => id)].join(' ')
  const { cause, params } = judged.unusable
  return params.problem === undefined ? cause : `${cause} ${params.problem}`
}

const all = (expected: string, servers: readonly string[]): void => {
  assert.deepEqual(
    servers.map((server) => `${server} → ${judge(server)}`),
    servers.map((server) => `${server} → ${expected}`),
  )
}

describe('the server address', () => {
  it('C3.21 C3.22 C10.21 refuses what is no https URL with a host', () => {
    all('server-invalid empty', ['', '/', '//'])
    all('server-invalid no-scheme', ['host', 'localhost:6443', '10.0.0.1:6443', '[::1]:6443'])
    all('server-invalid not-a-url', [
      '//h:1',
      'https:h',
      'https:\\\\h',
      'https://h\\x',
      'https://::1:6443',
      'https://[::1',
    ])
    all('server-invalid no-host', ['https:///x', 'https://:6443'])
    all('server-invalid scheme', ['ftp://h.example.com', 'wss://h.example.com'])
    all('server-insecure', ['http://h.example.com', 'HTTP://h.example.com:8080'])
    all('server-invalid port', [
      'https://h.example.com:0',
      'https://h.example.com:65536',
      'https://h.example.com:x',
      'https://h.example.com:',
    ])
    all('server-invalid user-info', [
      'https://u:p@h.example.com',
      'https://@h.example.com',
      'https://u@h.example.com',
    ])
    all('server-invalid query', ['https://h.example.com?x=1', 'https://h.example.com/a?'])
    all('server-invalid fragment', ['https://h.example.com#x', 'https://h.example.com/a#'])
    all('server-invalid escape', ['https://h.example.com/%zz', 'https://h.example.com/%', 'https://h/%2'])
    all('server-invalid dot-segment', [
      'https://h.example.com/.',
      'https://h.example.com/x/..',
      'https://rancher.example.com/k8s/./clusters/local',
      'https://rancher.example.com/x/%2e%2E/k8s/clusters/local',
      'https://rancher.example.com/x/.%2e/k8s/clusters/local',
      'https://rancher.example.com/x%2f..%2Fk8s',
    ])
    all('server-invalid white-space', [
      ' https://h.example.com',
      'https://h.example.com\n',
      'https://h.exa\tmple.com',
    ])
  })

  it('refuses hosts that can not be looked up', () => {
    all('server-invalid host', [
      'https://[10.0.0.1]',
      'https://[h.example.com]',
      'https://a..b',
      'https://.a',
      'https://h..',
      'https://%31%32%37.0.0.1',
      'https://${API_HOST}:6443',
      'https://<host>:6443',
      'https://256.256.256.256',
      `https://${'a'.repeat(64)}.example.com`,
      'https://[fe80::1%25eth0]',
    ])
  })

  it('C3.24 C3.25 takes off trailing slashes and changes nothing else', () => {
    const stored = [
      'https://H.example.com:443//',
      'https://rancher.example.com/k8s/clusters/c-1/',
      'https://h.example.com.',
    ].map((server) => {
      const judged = classifyServer(server, HUB)
      return judged.ok ? judged.value.server : ''
    })
    assert.deepEqual(stored, [
      'https://H.example.com:443',
      'https://rancher.example.com/k8s/clusters/c-1',
      'https://h.example.com.',
    ])
  })

  it('C3.26 C3.27 C3.29 C10.22 refuses the hub itself in every spelling', () => {
    all('server-in-cluster', [
      'https://kubernetes.default.svc',
      'https://kubernetes.default.svc/',
      'https://KUBERNETES.DEFAULT.SVC:443',
      'https://kubernetes.default',
      'https://kubernetes.default.svc.cluster.local:6443',
      'https://kubernetes.default.svc.other.domain',
      'https://kubernetes.default.svc.',
      'https://kubernetes.default.svc:',
      'https://kubernetes.default.svc:0443',
      'http://kubernetes.default.svc',
      'https://ⓚubernetes.default.svc',
      'https://HUB.example.com.:6443/',
      'https://rancher.example.com/k8s/clusters/local',
      'https://10.96.0.1',
      'https://10.96.0.1:443/any/path',
      'https://0xa.0x60.0.1:443',
      'https://[FD00:0::1]',
      'https://[::ffff:10.96.0.1]',
      'https://[::FFFF:0a60:1]:443',
      'https://rancher.example.com//k8s/clusters/local',
      'https://rancher.example.com/k8s/clusters/%6cocal',
      'https://rancher.example.com/k8s%2Fclusters/local/%2F',
    ])
  })

  it('C3.28 accepts neighbours of those addresses', () => {
    all('ok', [
      'https://kubernetes.default.example.com',
      'https://hub.example.com',
      'https://hub.example.com:6444',
      'https://rancher.example.com/k8s/clusters/c-1',
      'https://10.96.0.1:6443',
      'https://[2001:db8::1]:6443',
      'https://bücher.example',
      'https://h.example.com:0443',
      'https://0A1B2C3D.gr7.eu-west-1.eks.amazonaws.com',
      'https://under_score.example.com',
      'https://h.example.com/...',
      'https://h.example.com/.x/%252e%252e',
    ])
  })

  it('C10.22 refuses loopback, unspecified and link-local addresses however they are written', () => {
    all('server-loopback', [
      'https://localhost:8443',
      'https://LOCALHOST.',
      'https://a.localhost',
      'https://127.0.0.1:38211',
      'https://127.1',
      'https://0x7f.1',
      'https://0177.0.0.1',
      'https://2130706433',
      'https://１２７.０.０.１',
      'https://0.0.0.0',
      'https://0',
      'https://169.254.169.254',
      'https://[::1]:6443',
      'https://[::]',
      'https://[0:0:0:0:0:0:0:1]',
      'https://[::ffff:127.0.0.1]',
      'https://[::ffff:7f00:1]',
      'https://[::127.0.0.1]',
      'https://[::ffff:169.254.1.1]',
      'https://[fe80::1]',
      'https://[febf::1]',
      'https://ip6-localhost',
      'http://localhost:8080',
    ])
    all('ok', [
      'https://[fec0::1]',
      'https://[::ffff:10.0.0.1]',
      'https://128.0.0.1',
      'https://localhost.example.com',
    ])
  })

  it('warns of addresses that may be reached from one place only', () => {
    all('ok server-single-label', ['https://dev-control-plane:6443'])
    all('ok server-in-cluster-dns', [
      'https://my-vcluster.team-a.svc',
      'https://apiserver-external.cluster-x.svc.cluster.local.:30412',
    ])
    all('ok server-host-docker-internal', [
      'https://host.docker.internal:6443',
      'https://kubernetes.docker.internal',
    ])
    all('ok server-loopback-dns', [
      'https://127.0.0.1.nip.io:6443',
      'https://k8s.127.0.0.1.sslip.io',
      'https://app-127-0-0-1.nip.io',
      'https://7f000001.nip.io',
    ])
    all('ok server-node-port', [
      'https://192.168.1.10:30443',
      'https://10.1.2.3:32767',
      'https://172.31.0.1:30000',
    ])
    all('ok', [
      'https://10.0.0.1.nip.io',
      'https://192.168.1.10:6443',
      'https://8.8.8.8:30443',
      'https://172.32.0.1:30000',
    ])
  })
})

describe('the canonical server', () => {
  it('C10.23 is one for every spelling of an address', () => {
    const spellings = [
      'https://h.example.com',
      'HTTPS://H.example.com.',
      'https://h.example.com:443/',
      'https://h.example.com:0443//',
    ]
    assert.deepEqual(new Set(spellings.map(canonicalServer)), new Set(['https://h.example.com:443']))
    assert.equal(canonicalServer('https://0x0a.1:6443'), 'https://10.0.0.1:6443')
    assert.equal(canonicalServer('https://[2001:DB8:0::1]'), 'https://[2001:db8::1]:443')
    assert.equal(canonicalServer('https://bücher.example'), 'https://xn--bcher-kva.example:443')
    assert.equal(canonicalServer('http://h'), 'http://h:80')
    for (const server of ['https://[::ffff:10.0.0.1]', 'https://[0:0:0:0:0:FFFF:a00:1]', 'https://10.1'])
      assert.equal(canonicalServer(server), 'https://10.0.0.1:443')
    assert.equal(canonicalServer('https://[::fffe:10.0.0.1]'), 'https://[::fffe:a00:1]:443')
  })

  it('C10.23 has the path that client-go asks for', () => {
    for (const [path, canonical] of [
      ['/k8s/clusters/c-1', '/k8s/clusters/c-1'],
      ['//k8s///clusters/c-1//', '/k8s/clusters/c-1'],
      ['/./k8s/x/../clusters/%63-1', '/k8s/clusters/c-1'],
      ['/x/%2e%2e/%2E/k8s%2fclusters/c-1', '/k8s/clusters/c-1'],
      ['/../..', ''],
      ['/%252e%252e/a', '/%252e%252e/a'],
      ['/é"', '/%C3%A9%22'],
      ['/%c3%a9%3f%23', '/%C3%A9%3F%23'],
      ['/%zz', '/%25zz'],
    ] as const)
      assert.equal(canonicalServer(`https://h${path}`), `https://h:443${canonical}`, path)
  })

  it('keeps the path and of the query only agentName; user-info never', () => {
    assert.equal(canonicalServer('https://h/A/b/?x=1&agentName=p&__uid=2'), 'https://h:443/A/b?agentName=p')
    assert.equal(canonicalServer('https://u:secret@h'), 'https://h:443')
  })

  it('is undefined for anything else', () => {
    for (const server of ['', 'h', 'ftp://h', 'https://', 'https://h:99999', 'https://a b'])
      assert.equal(canonicalServer(server), undefined)
  })

  it('is idempotent', () => {
    const part = fc.string({ unit: fc.constantFrom(...Array.from('aA02e.:/@?#%[]-_xfé１=&')), maxLength: 12 })
    fc.assert(
      fc.property(
        fc.constantFrom('https://', 'http://', 'HTTPS://', ''),
        part,
        part,
        part,
        (scheme, host, path, query) => {
          const once = canonicalServer(`${scheme}${host}${path}${query}`)
          if (once !== undefined) assert.equal(canonicalServer(once), once)
        },
      ),
      FUZZ,
    )
  })
})
