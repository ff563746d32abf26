import assert from 'node:assert/strict'
import { configOf, kubeconfig, translated, translateText, verdict } from './support.ts'

const TWO = {
  clusters: [
    { name: 'a', cluster: { server: 'https://a.example.com' } },
    { name: 'b', cluster: { server: 'https://b.example.com' } },
  ],
  users: [
    { name: 'a', user: { token: 'token-a' } },
    { name: 'b', user: { token: 'token-b' } },
  ],
  contexts: [
    { name: 'a', context: { cluster: 'a', user: 'a' } },
    { name: 'b', context: { cluster: 'b', user: 'b', namespace: 'ignored' } },
  ],
}

const run = (rest: Readonly<Record<string, unknown>>): ReturnType<typeof translateText> =>
  translateText(kubeconfig({}, undefined, rest))

describe('choosing the cluster and the user', () => {
  it('C3.12 refuses a kubeconfig without clusters', () => {
    for (const clusters of [[], null, undefined])
      assert.equal(verdict(run({ clusters })), 'kubeconfig-unparsable no-clusters')
  })

  it('C3.13 refuses a kubeconfig without users', () => {
    for (const users of [[], null, undefined])
      assert.equal(verdict(run({ users })), 'credential-missing no-users')
  })

  it('C3.14 takes the only pair where current-context is absent or empty', () => {
    for (const current of [undefined, null, ''])
      for (const contexts of [
        undefined,
        null,
        [],
        [{ name: 'x', context: { cluster: 'gone', user: 'gone' } }],
      ])
        assert.equal(verdict(run({ 'current-context': current, contexts })), 'translated')
  })

  it('C3.14 refuses a current-context that does not resolve, even with one of each', () => {
    assert.deepEqual(run({ 'current-context': 'gone' }), {
      outcome: 'unusable',
      cause: 'pair-dangling',
      params: { missing: 'context', name: 'gone', contexts: 'x' },
    })
    assert.equal(verdict(run({ contexts: null })), 'pair-dangling')
    assert.equal(verdict(run({ contexts: [{ name: 'x', context: null }] })), 'pair-dangling')
  })

  it('C3.15 will not guess, and states both counts', () => {
    assert.deepEqual(run({ ...TWO, 'current-context': '' }), {
      outcome: 'unusable',
      cause: 'pair-ambiguous',
      params: { clusters: '2', users: '2', contexts: 'a, b' },
    })
    assert.equal(verdict(run({ users: TWO.users, 'current-context': undefined })), 'pair-ambiguous')
  })

  it('C3.16 C3.20 takes everything from the pair that current-context names', () => {
    const translation = run({ ...TWO, 'current-context': 'b' })
    assert.equal(translated(translation).server, 'https://b.example.com')
    assert.deepEqual(configOf(translation), { bearerToken: 'token-b', tlsClientConfig: { insecure: false } })
  })

  it('C3.17 C3.18 names the context, cluster or user that is missing', () => {
    const contexts = [
      { name: 'no-cluster', context: { cluster: 'z', user: 'a' } },
      { name: 'no-user', context: { cluster: 'a', user: 'z' } },
    ]
    assert.deepEqual(
      ['no-context', 'no-cluster', 'no-user'].map((current) =>
        run({ ...TWO, contexts, 'current-context': current }),
      ),
      [
        { missing: 'context', name: 'no-context', contexts: 'no-cluster, no-user' },
        { missing: 'cluster', name: 'z', context: 'no-cluster' },
        { missing: 'user', name: 'z', context: 'no-user' },
      ].map((params) => ({ outcome: 'unusable', cause: 'pair-dangling', params })),
    )
  })

  it('C3.19 takes the first entry of a name', () => {
    const users = [
      { name: 'u', user: { token: 'first' } },
      { name: 'u', user: { token: 'second' } },
    ]
    assert.equal(configOf(run({ users })).bearerToken, 'first')
  })

  it('finds entries whose names are numbers, or empty', () => {
    const numbered = {
      clusters: [{ name: 1, cluster: { server: 'https://api.example.com' } }],
      users: [{ name: '', user: { token: 'anonymous' } }],
      contexts: [{ name: 7, context: { cluster: 1 } }],
      'current-context': 7,
    }
    assert.equal(configOf(run(numbered)).bearerToken, 'anonymous')
  })
})
