import assert from 'node:assert/strict'
import { stringify } from 'yaml'
import { embedFiles } from '../../src/registering/embed-files.ts'
import type { ReadFile } from '../../src/registering/read-file.ts'
import { reduceKubeconfig } from '../../src/registering/reduce-kubeconfig.ts'
import { refusal, refusalOf } from './support.ts'

const context = (name: string, cluster = name, user = name): object => ({ name, context: { cluster, user } })

const FILE = {
  apiVersion: 'v1',
  kind: 'Config',
  preferences: {},
  clusters: [
    { name: 'one', cluster: { server: 'https://one', 'insecure-skip-tls-verify': true } },
    { name: 'two', cluster: { server: 'https://two', extensions: [{ name: 'x', extension: { a: 1 } }] } },
  ],
  users: [
    { name: 'one', user: { token: 'TOKEN-ONE' } },
    { name: 'two', user: { token: 'TOKEN-TWO' } },
  ],
  contexts: [context('one'), context('two'), context('astray', 'three')],
  'current-context': 'one',
}

const reduce = (file: object | string, name?: string): ReturnType<typeof reduceKubeconfig> =>
  reduceKubeconfig(Buffer.from(typeof file === 'string' ? file : stringify(file)), name)

describe('a kubeconfig, reduced to one context', () => {
  it('given no context, then the current one is kept, with its cluster and user alone', () => {
    assert.deepEqual(reduce(FILE), {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'one', cluster: { server: 'https://one', 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'one', user: { token: 'TOKEN-ONE' } }],
      contexts: [context('one')],
      'current-context': 'one',
    })
  })

  it('given another context, then nothing of the current one is left, and fields unknown here stay', () => {
    const reduced = reduce(FILE, 'two')

    assert.deepEqual(reduced.clusters, [
      { name: 'two', cluster: { server: 'https://two', extensions: [{ name: 'x', extension: { a: '1' } }] } },
    ])
    assert.equal(reduced['current-context'], 'two')
    assert.doesNotMatch(JSON.stringify(reduced), /one|ONE/)
  })

  it('given one cluster and one user and no context, then these two are kept', () => {
    const [cluster] = FILE.clusters
    const [user] = FILE.users

    assert.deepEqual(reduce({ clusters: [cluster], users: [user] }), {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [cluster],
      users: [user],
    })
  })

  it('given texts that YAML would take for something else, then they stay texts', () => {
    const reduced = reduce(
      'clusters: [{name: no, cluster: {server: https://c, disable-compression: yes}}]\nusers: [{name: 1e3, user: {token: 0123, username: ~}}]\n',
    )

    assert.deepEqual(reduced.clusters, [
      { name: 'no', cluster: { server: 'https://c', 'disable-compression': true } },
    ])
    assert.deepEqual(reduced.users, [{ name: '1e3', user: { token: '0123', username: null } }])
  })

  it('given a context that is not there or leads nowhere, then the possible ones are said', () => {
    assert.equal(
      refusal(() => reduce(FILE, 'three')),
      'there is no context "three" in it; there are: one, two, astray | choose one with --context, which with --import is a context of that file',
    )
    assert.match(
      refusal(() => reduce(FILE, 'astray')),
      /^the current context "astray" names the cluster "three", which is not in the kubeconfig \| /,
    )
    const { 'current-context': _current, ...open } = FILE
    assert.equal(
      refusal(() => reduce(open)),
      'it has several clusters or users and no current-context; there are: one, two, astray | choose one with --context NAME',
    )
  })

  it('given no kubeconfig at all, then it is said, and nothing of the file is repeated', () => {
    assert.equal(
      refusal(() => reduce('  \n')),
      'it is empty | name a file with a kubeconfig in it',
    )
    for (const text of ['MARKEDSECRET', 'a: [MARKEDSECRET', 'users: {token: MARKEDSECRET}', '{}'])
      assert.doesNotMatch(
        refusal(() => reduce(text)),
        /MARKEDSECRET/,
      )
  })

  it('given hundreds of contexts, then the first few are said, and how many there are', () => {
    const contexts = Array.from({ length: 500 }, (_none, index) => context(`c${index}`))

    assert.match(
      refusal(() => reduce({ ...FILE, contexts }, 'none')),
      /there are: c0, c1, c2, c3, c4 and 495 more \|/,
    )
  })

  it('given anchors that repeat each other, then it ends', () => {
    const bomb = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, index, all) =>
      index === 0 ? `a: &a [x]` : `${name}: &${name} [${`*${all[index - 1]!},`.repeat(20)}]`,
    )
    const text = `${bomb.join('\n')}\nclusters: [{name: c, cluster: {server: "https://c", x: *h}}]\nusers: [{name: u, user: {token: t}}]\n`

    assert.match(
      refusal(() => reduce(text)),
      /anchors|alias/,
    )
  })
})

describe('files that a kubeconfig names', () => {
  const files: Readonly<Record<string, string>> = {
    '/home/ca.pem': 'CA',
    '/abs/key.pem': 'KEY',
    '/home/pki/c.pem': 'C',
  }
  const readFile: ReadFile = (path) => {
    const text = files[path]
    return Promise.resolve(
      text === undefined
        ? { ok: false, why: 'no such file or directory' }
        : { ok: true, bytes: Buffer.from(text) },
    )
  }
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const embed = (cluster: object, user: object): ReturnType<typeof embedFiles> =>
    embedFiles(
      reduce({ clusters: [{ name: 'c', cluster }], users: [{ name: 'u', user }] }),
      '/home',
      readFile,
    )

  it('given relative and absolute paths, then their bytes stand in their place', async () => {
    const { clusters, users } = await embed(
      { server: 'https://c', 'certificate-authority': 'ca.pem' },
      { 'client-certificate': './pki/c.pem', 'client-key': '/abs/key.pem' },
    )

    assert.deepEqual(clusters[0]['cluster'], {
      server: 'https://c',
      'certificate-authority-data': base64('CA'),
    })
    assert.deepEqual(users[0]['user'], {
      'client-certificate-data': base64('C'),
      'client-key-data': base64('KEY'),
    })
  })

  it('given a file that is not there, then its field and path are said', async () => {
    assert.equal(
      await refusalOf(embed({ server: 'https://c', 'certificate-authority': 'none.pem' }, {})),
      'cluster.certificate-authority names /home/none.pem: no such file or directory | make it readable, or embed it: kubectl config view --flatten --minify',
    )
  })

  it('given a key where its path belongs, then nothing of it is said, and where to put it', async () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nMARK\n-----END PRIVATE KEY-----\n'
    for (const key of [pem, base64(pem), pem.replaceAll('\n', ' ')])
      assert.equal(
        await refusalOf(embed({ server: 'https://c' }, { 'client-key': key })),
        'user.client-key names no file: what stands there looks like the content of one | put it into client-key-data, in base64',
      )
  })

  it('given a path beside its data, or a file of a token, then it is left, for the translation to refuse', async () => {
    const cluster = {
      server: 'https://c',
      'certificate-authority': 'ca.pem',
      'certificate-authority-data': 'x',
    }
    const user = { tokenFile: '/abs/token' }

    const { clusters, users } = await embed(cluster, user)

    assert.deepEqual([clusters[0]['cluster'], users[0]['user']], [cluster, user])
  })
})
