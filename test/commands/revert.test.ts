import assert from 'node:assert/strict'
import { source } from './manifests.ts'
import { bytesOf, decided, everything, labelsOf, livelyHub, on, P, standing } from './verb-hub.ts'

describe('revert', () => {
  it('given a cluster hidden by hand, then it is shown again, and syncs leave it so', async () => {
    const hub = await livelyHub()

    assert.equal((await on(hub, 'revert hidden --yes')).code, 0)
    await on(hub, 'sync --no-prune')

    assert.equal(standing(hub)['cluster-hidden'], 'visible')
  })

  it('given one that a rename has hidden, then the label is set back, it is shown, and its successor hidden (C6.46, C6.47)', async () => {
    const hub = await livelyHub()

    assert.equal((await on(hub, 'revert former --yes')).code, 0)

    assert.equal(labelsOf(hub, 'team-former')[`${P}cluster`], 'former')
    assert.deepEqual(
      [standing(hub)['cluster-former'], standing(hub)['cluster-present']],
      ['visible', 'hidden'],
    )
    assert.deepEqual(
      decided(await on(hub, 'sync --no-prune -o json')).filter((text) => /former|present/.test(text)),
      ['former unchanged up-to-date -', 'present keep demoted -'],
    )
  })

  it('given a rename there and back, then every byte is as it was', async () => {
    const hub = await livelyHub()
    const before = bytesOf(hub, 'cluster-alive')

    await on(hub, 'register team-alive --name other --yes')
    await on(hub, 'revert alive --yes')

    assert.deepEqual(bytesOf(hub, 'cluster-alive'), before)
  })

  it('given a chain of renames, then the first is shown, the last hidden, and the one between left alone (C6.45)', async () => {
    const hub = await livelyHub()
    await on(hub, 'register team-former --name latest --yes')
    const between = bytesOf(hub, 'cluster-present')

    assert.equal((await on(hub, 'revert former --yes')).code, 0)

    assert.deepEqual(
      ['former', 'present', 'latest'].map((name) => standing(hub)[`cluster-${name}`]),
      ['visible', 'hidden', 'hidden'],
    )
    assert.deepEqual(bytesOf(hub, 'cluster-present'), between)
  })

  it('given two of one namespace, then it is refused: it can be one cluster only', async () => {
    const hub = await livelyHub()
    await on(hub, 'register team-former --name latest --yes')
    const before = everything(hub)

    const { code, stderr } = await on(hub, 'revert former present --yes')

    assert.equal(code, 2)
    assert.match(
      stderr,
      /error: namespace team-former has several of these, and can be one cluster only\nname the one it is to be\n$/,
    )
    assert.equal(everything(hub), before)
  })

  it('given both kinds at once, then both are undone', async () => {
    const hub = await livelyHub()

    assert.equal((await on(hub, 'revert former hidden', { answers: ['y'] })).code, 0)

    assert.deepEqual(
      ['former', 'hidden', 'present'].map((name) => standing(hub)[`cluster-${name}`]),
      ['visible', 'visible', 'hidden'],
    )
  })

  it('given the former name can not be registered, then the label is left and nothing is done to any of them', async () => {
    const hub = await livelyHub()
    hub.put(source('team-former', 'https://127.0.0.1:6443'))
    const before = everything(hub)

    const result = await on(hub, 'revert former hidden --yes -o json')

    assert.equal(result.code, 1)
    assert.deepEqual(decided(result), ['former keep source-unusable -', 'present keep source-unusable -'])
    assert.equal(everything(hub), before)
  })

  it('given one that is not hidden, then it says so, and the code is 0', async () => {
    const hub = await livelyHub()
    const before = everything(hub)

    const alive = await on(hub, 'revert alive -o json')

    assert.deepEqual([alive.code, decided(alive)], [0, []])
    assert.match(alive.stderr, /^note: alive is not hidden: nothing to revert$/m)
    assert.equal(everything(hub), before)
  })

  it('given nobody says yes, or a dry run, then nothing at all is changed', async () => {
    const hub = await livelyHub()
    const before = everything(hub)

    for (const cluster of ['former', 'hidden']) {
      assert.equal((await on(hub, `revert ${cluster}`)).code, 2)
      assert.equal((await on(hub, `revert ${cluster}`, { answers: ['n'] })).code, 1)
      assert.equal((await on(hub, `revert ${cluster} --dry-run`)).code, 0)
      assert.equal((await on(hub, `revert ${cluster} --dry-run=server`)).code, 0)
    }

    assert.equal(everything(hub), before)
  })
})
