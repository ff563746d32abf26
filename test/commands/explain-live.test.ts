import assert from 'node:assert/strict'
import { makeSite, type Site } from '../e2e/site.ts'
import { useHub } from '../envtest/shared-hub.ts'
import type { Explanation } from '../../src/explaining/explanation.ts'
import { runBin, type CliResult } from '../support/cli.ts'

const SECRET_TYPE = 'argocd.argoproj.io/secret-type'

describe('explain, on a real hub, with the rights of a pass', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { site?: Site } = {}

  const explain = (word: string, ...flags: readonly string[]): Promise<CliResult> =>
    runBin([
      'explain',
      word,
      ...['--kubeconfig', state.site!.kubeconfig],
      ...['--managed-by', state.site!.owner, '-t', state.site!.target],
      ...flags,
    ])

  const explained = async (word: string): Promise<Explanation & { readonly code: number }> => {
    const { code, stdout, stderr } = await explain(word, '-o', 'json')
    assert.notEqual(stdout, '', stderr)
    return { ...(JSON.parse(stdout) as Explanation), code }
  }

  before(
    'given two registered clusters, one that can not be, one by hand and a namespace without labels',
    async () => {
      const site = await makeSite(hub(), 'explain')
      state.site = site
      await site.namespace('explain-one', 'one')
      await site.source('explain-one', 'https://192.0.2.1')
      await site.namespace('explain-two', 'two')
      await site.source('explain-two', 'https://192.0.2.2')
      const { code } = await site.sync()
      assert.equal(code, 0)
      await site.namespace('explain-twin', 'twin')
      await site.source('explain-twin', 'https://192.0.2.1')
      await site.secret('by-hand', {
        labels: { [SECRET_TYPE]: 'cluster' },
        data: { name: 'hand', server: 'https://192.0.2.9', config: '{"bearerToken":"MARKED"}' },
      })
      await hub().rest.json('POST', '/api/v1/namespaces', { metadata: { name: 'explain-plain' } })
      await site.source('explain-plain', 'https://192.0.2.5')
    },
  )

  it('given each of them, then it is explained, and nothing is written', async () => {
    const before = await state.site!.registrations()

    const told: (readonly unknown[])[] = []
    for (const word of ['one', 'explain-two', 'https://192.0.2.2/', 'twin', 'by-hand', 'explain-plain']) {
      const { code, decision, ifLabelled, claims, understoodAs } = await explained(word)
      const holders = claims.server?.holders.map(({ secret, self }) => [secret, self])
      told.push([code, understoodAs.kind, decision?.reason, ifLabelled?.decision?.reason, holders])
    }

    assert.deepEqual(told, [
      [0, 'cluster', 'up-to-date', undefined, [['cluster-one', true]]],
      [0, 'namespace', 'up-to-date', undefined, [['cluster-two', true]]],
      [0, 'server', 'up-to-date', undefined, [['cluster-two', true]]],
      [1, 'cluster', 'server-collision', undefined, [['cluster-one', false]]],
      [0, 'secret', undefined, undefined, [['by-hand', true]]],
      [0, 'namespace', undefined, 'first-registration', []],
    ])
    assert.deepEqual(await state.site!.registrations(), before)
  })

  it('given one that is registered, then no kubeconfig but its own is read', async () => {
    const { code, stderr } = await explain('one', '-v=6')

    assert.equal(code, 0)
    const read = stderr.split('\n').filter((line) => /secrets/.test(line))
    assert.ok(read.some((line) => line.includes('explain-one')))
    assert.deepEqual(
      read.filter((line) => /explain-(?:two|twin|plain)/.test(line)),
      [],
    )
  })

  it('given any of them, then no credential is printed in any form', async () => {
    for (const form of ['table', 'wide', 'json', 'yaml'])
      for (const word of ['one', 'by-hand']) {
        const { stdout, stderr } = await explain(word, '-o', form)
        assert.doesNotMatch(stdout + stderr, /MARKED|"tok"|\btok\b/)
      }
  })
})
