import assert from 'node:assert/strict'
import { useHub } from '../envtest/shared-hub.ts'
import { clusterNames, inParallel, makeSources, namespaceOf } from './changes.ts'
import { runOn, saidOf } from './process.ts'
import { brief, decode, makeSite, P, type Site } from './site.ts'
import { versions } from './standing.ts'

const ROUNDS = process.env['REGISTRAR_NIGHTLY'] === '1' ? 50 : 5
const PAIRS = [0, 1, 2, 3]

/** Two that want one name, and two that want one address, four times each; the `old` ones were there first. */
const contest = async (site: Site): Promise<void> => {
  for (const age of ['old', 'young'] as const)
    await inParallel(PAIRS, async (pair) => {
      const name = namespaceOf(site, `name-${age}-${pair}`)
      await site.namespace(name, `same-${pair}`)
      await site.source(name, `https://10.1.${age === 'old' ? 1 : 2}.${pair}:6443`)
      const address = namespaceOf(site, `address-${age}-${pair}`)
      await site.namespace(address, `${age}-${pair}`)
      await site.source(address, `https://10.1.3.${pair}:6443`)
    })
}

describe(`two syncs of one new and contested fleet at once, ${ROUNDS} rounds`, function () {
  this.timeout(ROUNDS * 15_000)
  const hub = useHub()

  it('come to the same: the older have it, nothing is taken over, no twin lasts, and the code says so', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const site = await makeSite(hub(), `contest-${round}`)
      const alone = clusterNames(8)
      await makeSources(site, alone)
      await contest(site)

      const passes = await Promise.all([runOn(site), runOn(site)])

      const now = await site.registrations()
      assert.deepEqual(
        [...now].map(([name, secret]) => [name, secret.metadata.labels?.[`${P}source-namespace`]]),
        [
          ...alone.map((name) => [`cluster-${name}`, namespaceOf(site, name)]),
          ...PAIRS.map((pair) => [`cluster-old-${pair}`, namespaceOf(site, `address-old-${pair}`)]),
          ...PAIRS.map((pair) => [`cluster-same-${pair}`, namespaceOf(site, `name-old-${pair}`)]),
        ],
      )
      const servers = [...now.values()].map((secret) => decode(secret, 'server'))
      assert.equal(new Set(servers).size, servers.length)
      for (const { code, report } of passes) {
        assert.equal(code, 1)
        assert.equal(report.summary.refuse, 2 * PAIRS.length)
        for (const name of alone)
          assert.match(saidOf(report, name), /^(register first-registration done|unchanged up-to-date)$/)
      }
      const last = await runOn(site)
      assert.deepEqual(
        brief(last.report).filter((line) => !line.endsWith('unchanged up-to-date')),
        [
          ...PAIRS.map((pair) => `same-${pair} refuse incumbent`),
          ...PAIRS.map((pair) => `young-${pair} refuse server-collision`),
        ],
      )
      assert.deepEqual(
        await versions(site),
        Object.fromEntries([...now].map(([name, { metadata }]) => [name, metadata.resourceVersion])),
      )
    }
  })
})
