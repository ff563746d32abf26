import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diverted, forbidden } from './diverted-hub.ts'
import { namespace, plainNamespace } from './manifests.ts'
import type { MemoryHub } from './memory-hub.ts'
import { decided, everything, labelsOf, livelyHub, on, P, standing } from './verb-hub.ts'

/** A kubeconfig of two contexts; only the second is meant. */
const kubeconfig = (server: string, token = 'child-token', user: object = { token }): string =>
  JSON.stringify({
    clusters: [
      { name: 'other', cluster: { server: 'https://10.9.9.1:6443' } },
      { name: 'mine', cluster: { server } },
    ],
    users: [
      { name: 'other', user: { token: 'OTHER-TOKEN' } },
      { name: 'mine', user },
    ],
    contexts: [
      { name: 'other', context: { cluster: 'other', user: 'other' } },
      { name: 'mine', context: { cluster: 'mine', user: 'mine' } },
    ],
    'current-context': 'other',
  })

const stored = ({ store }: MemoryHub, namespace: string, name: string): string =>
  Buffer.from(
    store.find('secrets', { namespace, name })?.object.data?.['kubeconfig'] ?? '',
    'base64',
  ).toString()

const SOURCE = ['registrar-staging', 'registrar-import-staging'] as const
const IMPORT = 'register --import - --context mine --name staging'
const STDIN = { stdin: kubeconfig('https://10.9.9.2:6443') }

describe('register --import', () => {
  it('given a context of the file, then it alone is stored in a labelled namespace of its own, and registered', async () => {
    const hub = await livelyHub()

    const result = await on(hub, `${IMPORT} --label tier=gold -o json`, STDIN)

    assert.deepEqual([result.code, decided(result)], [0, ['staging register first-registration done']])
    assert.match(
      result.stderr,
      /^note: nobody renews the kubeconfig in registrar-staging\/registrar-import-staging: /m,
    )
    assert.deepEqual(labelsOf(hub, 'registrar-staging'), {
      'kubernetes.io/metadata.name': 'registrar-staging',
      [`${P}managed-by`]: 'cluster-registrar',
      [`${P}cluster`]: 'staging',
      [`${P}tier`]: 'gold',
    })
    assert.deepEqual(JSON.parse(stored(hub, ...SOURCE)), {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'mine', cluster: { server: 'https://10.9.9.2:6443' } }],
      users: [{ name: 'mine', user: { token: 'child-token' } }],
      contexts: [{ name: 'mine', context: { cluster: 'mine', user: 'mine' } }],
      'current-context': 'mine',
    })
  })

  it('given it is registered, then a pass with any settings keeps it, and its provider is not among them', async () => {
    const hub = await livelyHub()
    await on(hub, IMPORT, STDIN)

    for (const flags of ['', '--provider vcluster']) {
      const { stdout } = await on(hub, `sync -n registrar-staging -o json ${flags}`)
      const { settings, decisions } = JSON.parse(stdout) as {
        readonly settings: { readonly providers: readonly string[] }
        readonly decisions: readonly { readonly provider: string; readonly action: string }[]
      }
      assert.deepEqual(
        decisions.map(({ provider, action }) => [provider, action]),
        [['import', 'unchanged']],
      )
      assert.deepEqual(settings.providers, [flags === '' ? 'k3k' : 'vcluster'])
    }
  })

  it('given the namespace is deleted, then the registration goes like any other', async () => {
    const hub = await livelyHub()
    await on(hub, IMPORT, STDIN)
    hub.drop('registrar-staging')

    assert.equal((await on(hub, 'prune staging --yes')).code, 0)
    assert.equal(standing(hub)['cluster-staging'], undefined)
  })

  it('given it is imported again, then the same is no change, and another is asked about', async () => {
    const hub = await livelyHub()
    await on(hub, IMPORT, STDIN)
    const before = everything(hub)
    const renewed = { stdin: kubeconfig('https://10.9.9.2:6443', 'renewed-token') }

    const same = await on(hub, `${IMPORT} -o json`, STDIN)
    assert.deepEqual([same.code, decided(same)], [0, ['staging unchanged up-to-date -']])
    assert.equal((await on(hub, IMPORT, renewed)).code, 2)
    assert.equal((await on(hub, IMPORT, { ...renewed, answers: ['n'] })).code, 1)
    assert.equal((await on(hub, `${IMPORT} --dry-run=server`, renewed)).code, 0)
    assert.equal(everything(hub), before)

    const { code, stderr } = await on(hub, IMPORT, { ...renewed, answers: ['y'] })
    assert.equal(code, 0)
    assert.match(
      stderr,
      /^replace the kubeconfig in registrar-staging\/registrar-import-staging\? \[y\/N\] y$/m,
    )
    assert.match(stored(hub, ...SOURCE), /renewed-token/)
  })

  it('given a kubeconfig that can not be registered, then it is refused before anything is made', async () => {
    const hub = await livelyHub()
    const before = everything(hub)
    const refusal = async (stdin: string, flags = ''): Promise<readonly unknown[]> => {
      const result = await on(hub, `${IMPORT} -o json ${flags}`, { stdin })
      return [result.code, ...decided(result)]
    }

    const UNUSABLE = [1, 'staging refuse source-unusable -']
    const exec = { exec: { command: 'aws', args: ['eks', 'get-token', '--cluster-name', 'c'] } }
    assert.deepEqual(await refusal(kubeconfig('https://127.0.0.1:6443')), UNUSABLE)
    assert.deepEqual(await refusal(kubeconfig('https://hub.example:6443')), UNUSABLE)
    assert.deepEqual(await refusal(kubeconfig('https://h', '', { tokenFile: '/var/token' })), UNUSABLE)
    assert.deepEqual(
      await refusal(kubeconfig('https://c.gr7.eu-west-1.eks.amazonaws.com', '', exec), '--exec-credentials'),
      UNUSABLE,
    )
    assert.deepEqual(await refusal(kubeconfig('https://10.0.0.1:6443')), [
      1,
      'staging refuse server-collision -',
    ])
    assert.equal(everything(hub), before)
  })

  it('given a dry run, then nothing is made, and the hub can not try a Secret in a namespace that is not there', async () => {
    const hub = await livelyHub()
    const before = everything(hub)
    const untried =
      /^note: Secret registrar-import-staging was not tried on the hub: namespace registrar-staging is not there yet$/m

    const client = await on(hub, `${IMPORT} --dry-run`, STDIN)
    const server = await on(hub, `${IMPORT} --dry-run=server`, STDIN)

    assert.deepEqual([client.code, server.code], [0, 0])
    for (const { stderr } of [client, server])
      assert.match(
        stderr,
        /^\+ namespace\/registrar-staging: is made\n\+ secret\/registrar-import-staging in registrar-staging: is made\n~ namespace\/registrar-staging$/m,
      )
    assert.doesNotMatch(client.stderr, untried)
    assert.match(server.stderr, untried)
    assert.equal(everything(hub), before)
  })

  it('given -n, then it is stored there, unless a kubeconfig of the provisioner would go before it', async () => {
    const hub = await livelyHub()

    assert.equal((await on(hub, `${IMPORT} -n team-empty`, STDIN)).code, 0)
    assert.match(stored(hub, 'team-empty', 'registrar-import-staging'), /child-token/)
    const before = everything(hub)

    const { code, stderr } = await on(hub, 'register --import - --context mine --name b -n team-new', {
      stdin: kubeconfig('https://10.9.9.3:6443'),
    })
    assert.equal(code, 2)
    assert.match(
      stderr,
      /error: namespace team-new has a kubeconfig of its own \(k3k-team-new-kubeconfig\), which goes before an imported one\n/,
    )
    assert.equal(everything(hub), before)
  })

  it('given a namespace of its name that is not for it, then nothing is stored there unless it is named', async () => {
    const hub = await livelyHub()
    hub.put(namespace('registrar-staging', 'another'))
    const before = everything(hub)

    const { code, stderr } = await on(hub, `${IMPORT} --yes`, STDIN)
    assert.equal(code, 2)
    assert.match(
      stderr,
      /\nerror: namespace registrar-staging is there already, and its labels don't say that it is for cluster staging\n[^\n]*: -n registrar-staging\n$/,
    )
    assert.equal(everything(hub), before)

    assert.equal((await on(hub, `${IMPORT} -n registrar-staging --yes`, STDIN)).code, 0)
    assert.match(stored(hub, ...SOURCE), /child-token/)
  })

  it('given a namespace of the hub itself, then nothing is stored there, named or not', async () => {
    const hub = await livelyHub()
    const before = everything(hub)

    for (const [place, why] of [
      ['argocd', 'is where Argo CD reads cluster Secrets'],
      ['kube-system', "is one of Kubernetes' own"],
      ['kube-public', "is one of Kubernetes' own"],
    ] as const) {
      const { code, stderr } = await on(hub, `${IMPORT} -n ${place} --yes`, STDIN)
      assert.equal(code, 2)
      assert.match(stderr, new RegExp(`error: namespace ${place} ${why}: no kubeconfig is stored there\n`))
    }
    assert.equal(everything(hub), before)
  })

  it('given a Secret of its name that no import has made, then it is left, whatever is answered', async () => {
    const hub = await livelyHub()
    hub.put({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: SOURCE[1], namespace: 'team-empty' },
      stringData: { kubeconfig: 'theirs' },
    })
    const before = everything(hub)

    const { code, stderr } = await on(hub, `${IMPORT} -n team-empty --yes`, STDIN)

    assert.equal(code, 2)
    assert.match(
      stderr,
      /error: secret team-empty\/registrar-import-staging is there already, and no import has made it: it is left as it is\n/,
    )
    assert.equal(everything(hub), before)
  })

  it('given it ends half way, then nothing is labelled, and what is left, how to go on and how to go back is said', async () => {
    const untaken = await livelyHub()
    const noSecrets = diverted(untaken, (client) => ({
      create: (resource, object, options) =>
        resource === 'secrets'
          ? Promise.reject(forbidden('POST secrets'))
          : client.create(resource, object, options),
    }))

    const first = await on(untaken, IMPORT, { ...STDIN, hub: noSecrets })
    assert.equal(first.code, 2)
    assert.match(
      first.stderr,
      /\nnote: namespace registrar-staging was made and stays, without labels; to finish it: kubectl registrar register --import - --name staging -n registrar-staging; to undo it: kubectl delete namespace registrar-staging\nerror: POST secrets is forbidden\n/,
    )
    assert.doesNotMatch(first.stderr, /nobody renews/)
    assert.equal(labelsOf(untaken, 'registrar-staging')[`${P}managed-by`], undefined)

    const unlabelled = await livelyHub()
    const noLabels = diverted(unlabelled, () => ({
      patchNamespace: () => Promise.reject(forbidden('PATCH')),
    }))
    const second = await on(unlabelled, `${IMPORT} -n team-empty`, { ...STDIN, hub: noLabels })
    assert.equal(second.code, 2)
    assert.match(
      second.stderr,
      /\nnote: secret team-empty\/registrar-import-staging stays; to finish it: [^;]+ -n team-empty; to undo it: kubectl delete secret -n team-empty registrar-import-staging\nerror: PATCH is forbidden\n/,
    )

    assert.equal((await on(untaken, `${IMPORT} -n registrar-staging`, STDIN)).code, 0)
    assert.equal((await on(unlabelled, `${IMPORT} -n team-empty`, STDIN)).code, 0)
    assert.deepEqual(
      [untaken, unlabelled].map((hub) => standing(hub)['cluster-staging']),
      ['visible', 'visible'],
    )
  })

  it('given the namespace is made again before the kubeconfig is stored, then it is not stored there', async () => {
    const hub = await livelyHub()
    hub.put(plainNamespace('mine'))
    const seen = { reads: 0 }
    const again = diverted(hub, (client) => ({
      get: (resource, ref, signal) => {
        if (resource === 'namespaces' && ref.name === 'mine' && (seen.reads += 1) === 2) {
          hub.drop('mine')
          hub.put({ ...plainNamespace('mine'), metadata: { name: 'mine', uid: 'another' } })
        }
        return client.get(resource, ref, signal)
      },
    }))

    const { code, stderr } = await on(hub, `${IMPORT} -n mine`, { ...STDIN, hub: again })

    assert.equal(code, 2)
    assert.match(stderr, /\nerror: namespace mine was deleted and made again at the same moment: /)
    assert.equal(hub.store.all('secrets', 'mine').length, 0)
    assert.deepEqual(labelsOf(hub, 'mine'), {})
  })

  it('given a name that makes none for a namespace or a Secret, then it is refused', async () => {
    const hub = await livelyHub()
    const refusal = async (line: string): Promise<string> =>
      (await on(hub, `register --import - --context mine ${line}`, STDIN)).stderr

    assert.equal(
      await refusal('--name a.b'),
      'error: "registrar-a.b" is not the name of a namespace\nname one with -n: at most 63 lower-case letters, digits and -\n',
    )
    assert.equal(
      await refusal('--name A'),
      `error: --name: "A" can't be part of a Secret's name and the value of a label\nuse at most 63 lower-case letters, digits, - and ., beginning and ending with a letter or digit\n`,
    )
    for (const name of ['-a', 'a'.repeat(64)])
      assert.match(await refusal(`--name=${name} -n team-empty`), /^error: --name: "-?a+" can't be part of/)
    assert.match(await refusal('--name a.b -n team-empty --dry-run'), /1 to register/)
  })

  describe('of a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'registrar-import-'))
    after(() => {
      rmSync(folder, { recursive: true })
    })
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }

    it('given certificates beside it, then they are stored with it, and it is registered', async () => {
      const hub = await livelyHub()
      const pem = (name: string): string =>
        readFileSync(new URL(`../fixtures/certificates/${name}`, import.meta.url), 'utf8')
      for (const name of ['ca.pem', 'client.pem', 'client-key.pem']) file(name, pem(name))
      const path = file(
        'kubeconfig',
        'clusters: [{name: c, cluster: {server: "https://10.9.9.2", certificate-authority: ca.pem}}]\n' +
          'users: [{name: u, user: {client-certificate: client.pem, client-key: ./client-key.pem}}]\n',
      )

      const { code } = await on(hub, `register --import ${path} --name staging`)

      const base64 = (name: string): string => Buffer.from(pem(name)).toString('base64')
      const { data } = hub.store.find('secrets', { namespace: 'argocd', name: 'cluster-staging' })!.object
      assert.equal(code, 0)
      assert.deepEqual(JSON.parse(Buffer.from(data?.['config'] ?? '', 'base64').toString()), {
        tlsClientConfig: {
          insecure: false,
          certData: base64('client.pem'),
          keyData: base64('client-key.pem'),
          caData: base64('ca.pem'),
        },
      })
    })

    it('given a device, or a key where its path belongs, then it is refused, and nothing of it is said', async () => {
      const hub = await livelyHub()
      const before = everything(hub)
      const pem = '-----BEGIN PRIVATE KEY-----\nMARKEDSECRET\n-----END PRIVATE KEY-----\n'
      const refusal = async (user: object, cluster: object = {}): Promise<string> => {
        const text = JSON.stringify({
          clusters: [{ name: 'c', cluster: { server: 'https://10.9.9.2', ...cluster } }],
          users: [{ name: 'u', user }],
        })
        const { code, stderr } = await on(hub, 'register --import - --name staging', { stdin: text })
        assert.equal(code, 2)
        return stderr
      }

      assert.match(
        (await on(hub, 'register --import /dev/zero --name staging')).stderr,
        /^error: --import \/dev\/zero: is no regular file\n/,
      )
      assert.equal(
        await refusal({ token: 't' }, { 'certificate-authority': '/dev/zero' }),
        'error: cluster.certificate-authority names /dev/zero: is no regular file\nmake it readable, or embed it: kubectl config view --flatten --minify\n',
      )
      for (const key of [pem, Buffer.from(pem).toString('base64')])
        assert.equal(
          await refusal({ 'client-key': key }),
          'error: user.client-key names no file: what stands there looks like the content of one\nput it into client-key-data, in base64\n',
        )
      assert.equal(everything(hub), before)
    })

    it('given a file or a context that is not there, then the place is said and nothing of the file', async () => {
      const hub = await livelyHub()
      const path = file('kubeconfig', kubeconfig('https://h', 'MARKEDSECRET'))
      const refusal = async (line: string): Promise<string> =>
        (await on(hub, `register --name a --import ${line}`)).stderr.replaceAll(folder, 'DIR')

      assert.equal(
        await refusal(join(folder, 'none')),
        'error: --import DIR/none: no such file or directory\nname a file, or pipe it into --import - for standard input\n',
      )
      assert.equal(
        await refusal(`${path} --context third`),
        'error: --import DIR/kubeconfig: there is no context "third" in it; there are: other, mine\nchoose one with --context, which with --import is a context of that file\n',
      )
      assert.doesNotMatch(await refusal(file('broken', 'a: [MARKEDSECRET')), /MARKEDSECRET/)
    })
  })
})
