import assert from 'node:assert/strict'
import { useHub } from '../envtest/shared-hub.ts'
import { namespaceOf, removeSources, rotate, setManaged } from './changes.ts'
import { createArena, type Arena } from './duel.ts'
import { runOn } from './process.ts'
import { brief, decode, makeSite, type Site } from './site.ts'
import { versions } from './standing.ts'

const ADDRESS = 'https://10.1.1.1:6443'

describe('two syncs of one hub at once', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { sites: number; arena?: Arena } = { sites: 0 }

  const enter = async (): Promise<{ readonly site: Site; readonly arena: Arena }> => {
    state.sites += 1
    const site = await makeSite(hub(), `races-${state.sites}`)
    state.arena = createArena(site)
    return { site, arena: state.arena }
  }
  afterEach(() => state.arena?.close())

  /** Namespaces of the same second go by their names: `a` is the older of `a` and `b`. */
  const contend = async (
    site: Site,
    spec: Readonly<Record<'a' | 'b', readonly [cluster: string, server: string]>>,
  ): Promise<void> => {
    for (const letter of ['a', 'b'] as const) {
      const [cluster, server] = spec[letter]
      await site.namespace(namespaceOf(site, letter), cluster)
      await site.source(namespaceOf(site, letter), server)
    }
  }

  /** Each of the two sees its own namespace alone, so that both go for what they want. */
  const duel = async (site: Site, arena: Arena) => {
    await setManaged(site, 'b', null)
    const a = await arena.enter()
    await setManaged(site, 'a', null)
    await setManaged(site, 'b', site.owner)
    const b = await arena.enter()
    await setManaged(site, 'a', site.owner)
    return { a, b }
  }

  const settles = async (site: Site, expected: readonly string[]): Promise<void> => {
    const { report } = await runOn(site)
    assert.deepEqual(brief(report), expected)
    const before = await versions(site)
    await runOn(site)
    assert.deepEqual(await versions(site), before)
  }

  it('given both create one address at the same moment, then the younger takes back its own, and no twin lasts', async () => {
    const { site, arena } = await enter()
    await contend(site, { a: ['one', ADDRESS], b: ['two', `${ADDRESS}/`] })
    const { a, b } = await duel(site, arena)
    await Promise.all([a.strike(), b.strike()])
    const twins = [...(await site.registrations()).keys()]

    const [first, second] = await Promise.all([a.look(), b.look()])

    assert.deepEqual(twins, ['cluster-one', 'cluster-two'])
    assert.deepEqual([first.code, brief(first.report)], [0, ['one register first-registration done']])
    assert.deepEqual(
      [second.code, brief(second.report)],
      [1, ['two prune server-race done', 'two refuse server-collision']],
    )
    assert.deepEqual([...(await site.registrations()).keys()], ['cluster-one'])
    await settles(site, ['one unchanged up-to-date', 'two refuse server-collision'])
  })

  it('given the younger comes last, then it takes back its own', async () => {
    const { site, arena } = await enter()
    await contend(site, { a: ['one', ADDRESS], b: ['two', ADDRESS] })
    const { a, b } = await duel(site, arena)
    await a.strike()
    await a.look()
    await b.strike()

    const second = await b.look()

    assert.deepEqual(
      [second.code, brief(second.report)],
      [1, ['two prune server-race done', 'two refuse server-collision']],
    )
    assert.deepEqual([...(await site.registrations()).keys()], ['cluster-one'])
  })

  it('given the older comes last, and the younger had finished, then no twin lasts either', async () => {
    const { site, arena } = await enter()
    await contend(site, { a: ['one', ADDRESS], b: ['two', ADDRESS] })
    const { a, b } = await duel(site, arena)
    await b.strike()
    await b.look()
    await a.strike()

    await a.look()
    await runOn(site)

    assert.equal((await site.registrations()).size, 1)
  })

  it('given both move to one address at the same moment, then the younger puts back what it had', async () => {
    const { site, arena } = await enter()
    await contend(site, { a: ['one', 'https://10.1.1.2:6443'], b: ['two', 'https://10.1.1.3:6443'] })
    await runOn(site)
    await rotate(site, 'a', 'next', ADDRESS)
    const a = await arena.enter()
    await rotate(site, 'a', 'tok', 'https://10.1.1.2:6443')
    await rotate(site, 'b', 'next', ADDRESS)
    const b = await arena.enter()
    await rotate(site, 'a', 'next', ADDRESS)
    await Promise.all([a.strike(), b.strike()])

    const [first, second] = await Promise.all([a.look(), b.look()])

    assert.deepEqual(
      [first.code, brief(first.report)],
      [0, ['one update source-changed done', 'two unchanged up-to-date']],
    )
    assert.deepEqual(
      [second.code, brief(second.report)],
      [1, ['one unchanged up-to-date', 'two update source-changed stood-down']],
    )
    const now = await site.registrations()
    assert.deepEqual(
      ['one', 'two'].map((name) => decode(now.get(`cluster-${name}`), 'server')),
      [ADDRESS, 'https://10.1.1.3:6443'],
    )
    await settles(site, ['one unchanged up-to-date', 'two keep server-collision'])
  })

  it('given both create one name, then the first has it, the other is refused, and nothing is taken over (C5.24)', async () => {
    const { site, arena } = await enter()
    await contend(site, { a: ['one', ADDRESS], b: ['one', 'https://10.1.1.4:6443'] })
    const { a, b } = await duel(site, arena)
    await b.strike()
    const held = await versions(site)
    await a.strike()

    const [first, second] = await Promise.all([a.look(), b.look()])

    assert.deepEqual([first.code, brief(first.report)], [1, ['one refuse create-race']])
    assert.deepEqual([second.code, brief(second.report)], [0, ['one register first-registration done']])
    assert.deepEqual(await versions(site), held)
    await settles(site, ['one refuse incumbent', 'one unchanged up-to-date'])
  })

  it('given both delete one that is gone, then it is deleted once, and both say that it is gone (C5.62)', async () => {
    const { site, arena } = await enter()
    await contend(site, { a: ['one', ADDRESS], b: ['two', 'https://10.1.1.5:6443'] })
    await runOn(site)
    await removeSources(site, ['a'])
    const [first, second] = [await arena.enter(), await arena.enter()]
    await first.strike()
    await second.strike()

    for (const { code, report } of await Promise.all([first.look(), second.look()]))
      assert.deepEqual(
        [code, brief(report)],
        [0, ['one prune namespace-gone done', 'two unchanged up-to-date']],
      )
    assert.deepEqual([...(await site.registrations()).keys()], ['cluster-two'])
  })
})
