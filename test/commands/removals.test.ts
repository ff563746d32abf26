import assert from 'node:assert/strict'
import { diverted, forbidden } from './diverted-hub.ts'
import { application } from './manifests.ts'
import type { MemoryHub } from './memory-hub.ts'
import { bytesOf, decided, everything, livelyHub, on, P, standing, typed } from './verb-hub.ts'

const BEFORE = {
  'cluster-alive': 'visible',
  'cluster-first': 'visible',
  'cluster-former': 'hidden',
  'cluster-hidden': 'hidden',
  'cluster-present': 'visible',
  'cluster-second': 'visible',
  'cluster-used': 'visible',
} as const

const without = (...names: readonly (keyof typeof BEFORE)[]): object =>
  Object.fromEntries(Object.entries(BEFORE).filter(([name]) => !names.some((gone) => gone === name)))

/** Puts a label on a registration as a person would. */
const label = ({ store }: MemoryHub, name: string, key: string, value: string): void => {
  const { object } = store.find('secrets', { namespace: 'argocd', name })!
  store.write('secrets', {
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, [key]: value } },
  })
}

describe('prune', () => {
  it('given no name, then what is proved gone is deleted, and nothing else', async () => {
    const hub = await livelyHub()

    const { code } = await on(hub, 'prune --yes')

    assert.equal(code, 0)
    assert.deepEqual(standing(hub), without('cluster-first', 'cluster-second'))
  })

  it('given nobody says yes, or a dry run, then nothing at all is changed', async () => {
    const hub = await livelyHub()
    const before = everything(hub)

    assert.equal((await on(hub, 'prune')).code, 2)
    assert.equal((await on(hub, 'prune', { answers: ['n'] })).code, 1)
    assert.equal((await on(hub, 'prune', { answers: [''] })).code, 1)
    assert.equal((await on(hub, 'prune --exit-zero', { answers: ['no'] })).code, 0)
    assert.equal((await on(hub, 'prune --dry-run')).code, 0)
    assert.equal((await on(hub, 'prune --dry-run=server')).code, 0)

    assert.equal(everything(hub), before)
  })

  it('given a word that is empty, a variable that is not set say, then it is refused before the hub is asked', async () => {
    const hub = await livelyHub()
    hub.put({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'cluster-nameless',
        namespace: 'argocd',
        labels: {
          'argocd.argoproj.io/secret-type': 'cluster',
          [`${P}managed-by`]: 'cluster-registrar',
        },
      },
    })
    const before = everything(hub)

    for (const verb of ['prune', 'demote', 'revert', 'register'])
      for (const words of [[''], [' '], ['first', '']])
        assert.deepEqual(await typed(hub, [verb, ...words, '--yes']), {
          code: 2,
          stdout: '',
          stderr: 'error: an empty word names nothing\nfill the variable in, or leave the word out\n',
        })
    assert.equal(everything(hub), before)
  })

  it('given --max-removals, then prune alone has it: what is hidden by name is never held', async () => {
    for (const verb of ['demote', 'revert'])
      assert.deepEqual(await on(await livelyHub(), `${verb} alive --max-removals 1`), {
        code: 2,
        stdout: '',
        stderr: `error: unknown flag: --max-removals\nsee kubectl registrar ${verb} --help\n`,
      })
  })

  it('given nothing to delete, then nobody is asked', async () => {
    const hub = await livelyHub()
    await on(hub, 'prune --yes')

    const { code, stdout, stderr } = await on(hub, 'prune')

    assert.deepEqual([code, stdout], [0, ''])
    assert.match(stderr, /\nnothing to remove \(\d+ requests in 0 s\)\n$/)
  })

  it('given names, then these alone are deleted, the hidden before their time', async () => {
    const hub = await livelyHub()

    assert.deepEqual(decided(await on(hub, 'prune first secret/cluster-former --yes -o json')), [
      'first prune namespace-gone done',
      'former prune asked done',
    ])
    assert.deepEqual(standing(hub), without('cluster-first', 'cluster-former'))
  })

  it('given a name whose cluster is live, then nothing is done to any of them', async () => {
    const hub = await livelyHub()
    const before = everything(hub)

    for (const words of ['first alive', 'hidden', 'present --force --yes --max-removals 100%']) {
      const { code, stderr } = await on(hub, `prune ${words} --yes`)
      assert.equal(code, 2)
      assert.match(stderr, /error: \w+: namespace team-\w+ is there and means this cluster/)
      assert.match(stderr, /kubectl registrar demote \w+/)
    }
    assert.equal(everything(hub), before)
  })

  it('given a pinned one, then it stays, and the code says that it was asked for (C6.61)', async () => {
    const hub = await livelyHub()
    label(hub, 'cluster-first', `${P}prune`, 'disabled')

    const result = await on(hub, 'prune first second --yes -o json')

    assert.equal(result.code, 1)
    assert.deepEqual(decided(result), ['first keep pinned -', 'second prune namespace-gone done'])
    assert.deepEqual(standing(hub), without('cluster-second'))
  })

  it('given more than the brake allows, then all are held, until a person lets so many go', async () => {
    const hub = await livelyHub()
    hub.drop('team-alive')
    hub.drop('team-used')

    const held = await on(hub, 'prune --yes -o json')
    assert.deepEqual(
      [held.code, decided(held)],
      [1, ['alive', 'first', 'second', 'used'].map((cluster) => `${cluster} prune namespace-gone held`)],
    )
    assert.equal((await on(hub, 'prune --max-removals 3 --yes')).code, 1)
    assert.deepEqual(standing(hub), BEFORE)

    const released = await on(hub, 'prune --max-removals 4', { answers: ['y'] })
    assert.equal(released.code, 0)
    assert.match(released.stderr, /^delete these 4 registrations\? \[y\/N\] y$/m)
    assert.deepEqual(standing(hub), {
      'cluster-former': 'hidden',
      'cluster-hidden': 'hidden',
      'cluster-present': 'visible',
    })
  })

  it('given --max-removals that is neither, or variables that narrow a pass, then it is refused before the hub is asked', async () => {
    const hub = await livelyHub()

    assert.deepEqual(await on(hub, 'prune --max-removals all'), {
      code: 2,
      stdout: '',
      stderr:
        'error: --max-removals: "all" is neither a number nor a percentage\nwrite --max-removals 5 or --max-removals 50%\n',
    })
    for (const name of ['REGISTRAR_FILENAME', 'REGISTRAR_NAMESPACE'])
      assert.deepEqual(await on(hub, 'prune', { env: { [name]: 'x' } }), {
        code: 2,
        stdout: '',
        stderr: `error: ${name} is set, and this verb works on a hub and has no such flag\nunset it for this one: env -u ${name} …\n`,
      })
  })
})

describe('demote', () => {
  it('given names, then they are hidden, and stay so through syncs', async () => {
    const hub = await livelyHub()

    assert.equal((await on(hub, 'demote alive present --yes')).code, 0)
    assert.equal((await on(hub, 'sync --no-prune')).code, 0)

    assert.deepEqual(standing(hub), {
      ...BEFORE,
      'cluster-alive': 'hidden',
      'cluster-present': 'hidden',
    })
  })

  it('given it is reverted, then every byte is as it was', async () => {
    const hub = await livelyHub()
    const before = bytesOf(hub, 'cluster-alive')

    await on(hub, 'demote alive --yes')
    assert.notDeepEqual(bytesOf(hub, 'cluster-alive'), before)
    await on(hub, 'revert alive --yes')

    assert.deepEqual(bytesOf(hub, 'cluster-alive'), before)
  })

  it('given Applications use one, then it takes --force, and without it none is hidden', async () => {
    const hub = await livelyHub()
    const before = everything(hub)

    assert.equal((await on(hub, 'demote alive used --yes')).code, 2)
    assert.equal((await on(hub, 'demote used --dry-run --force')).code, 0)
    for (const dryRun of ['--dry-run', '--dry-run=server']) {
      const tried = await on(hub, `demote used ${dryRun} -o json`)
      assert.deepEqual([tried.code, decided(tried)], [1, ['used demote manual-hold planned']])
      assert.match(
        tried.stderr,
        /^note: without a dry run this needs --force: Applications use what is to be taken from Argo CD: used by argocd\/api, argocd\/web$/m,
      )
    }
    assert.equal(everything(hub), before)

    assert.equal((await on(hub, 'demote alive used --yes --force')).code, 0)
    assert.deepEqual(standing(hub), { ...BEFORE, 'cluster-alive': 'hidden', 'cluster-used': 'hidden' })
  })

  it('given hundreds of Applications use it, then the first few are named', async () => {
    const hub = await livelyHub()
    for (let index = 100; index < 600; index += 1)
      hub.put(application(`app-${index}`, 'https://10.0.0.1:6443'))

    assert.equal(
      (await on(hub, 'demote alive --yes')).stderr,
      `hub: context hub, https://hub.example:6443
error: Applications use what is to be taken from Argo CD: alive by argocd/app-100, argocd/app-101, argocd/app-102, argocd/app-103, argocd/app-104 and 495 more
see what becomes of them: kubectl registrar demote alive --force --dry-run
`,
    )
  })

  it('given Applications can not be seen, then it takes --force too; where a hub has none of them, or the namespace is gone, not', async () => {
    const hub = await livelyHub()
    const before = everything(hub)
    const unseen = {
      hub: diverted(hub, (client) => ({
        listPage: (resource, options) =>
          resource === 'applications'
            ? Promise.reject(forbidden('LIST applications'))
            : client.listPage(resource, options),
      })),
    }

    const refused = await on(hub, 'demote alive --yes', unseen)
    assert.equal(refused.code, 2)
    assert.match(
      refused.stderr,
      /error: not all Applications and ApplicationSets could be seen, so others may be touched: LIST applications is forbidden\n[^\n]+; or go ahead without knowing: --force\n$/,
    )
    const tried = await on(hub, 'demote alive --dry-run', unseen)
    assert.equal(tried.code, 1)
    assert.match(tried.stderr, /^note: without a dry run this needs --force: not all Applications/m)
    assert.equal(everything(hub), before)

    assert.equal((await on(hub, 'prune first --yes', unseen)).code, 0)
    assert.equal((await on(hub, 'demote alive --yes --force', unseen)).code, 0)
    assert.equal(standing(hub)['cluster-alive'], 'hidden')
  })

  it('given its namespace is gone, then the Applications that used it are no reason to keep it', async () => {
    const hub = await livelyHub()

    assert.equal((await on(hub, 'prune first --yes')).code, 0)
    assert.deepEqual(standing(hub), without('cluster-first'))
  })

  it('given nobody says yes, a dry run or no name, then nothing at all is changed', async () => {
    const hub = await livelyHub()
    const before = everything(hub)

    assert.equal((await on(hub, 'demote alive')).code, 2)
    assert.equal((await on(hub, 'demote alive', { answers: ['n'] })).code, 1)
    assert.equal((await on(hub, 'demote alive --dry-run')).code, 0)
    assert.equal((await on(hub, 'demote alive --dry-run=server --yes')).code, 0)
    assert.deepEqual(await on(hub, 'demote'), {
      code: 2,
      stdout: '',
      stderr: 'error: demote needs at least one CLUSTER\nsee kubectl registrar demote --help\n',
    })

    assert.equal(everything(hub), before)
  })

  it('given -n or -f, then they are no flags of it', async () => {
    for (const flag of ['-n', '-f'])
      assert.deepEqual(await on(await livelyHub(), `demote alive ${flag} x`), {
        code: 2,
        stdout: '',
        stderr: `error: unknown shorthand flag: ${flag}\nsee kubectl registrar demote --help\n`,
      })
  })
})

describe('sync --no-prune', () => {
  it('given removals that are due, then each is decided and held, and without it they are carried out', async () => {
    const hub = await livelyHub()

    const held = await on(hub, 'sync --no-prune -o json')
    assert.equal(held.code, 0)
    assert.deepEqual(
      decided(held).filter((decision) => decision.includes('prune')),
      ['first prune namespace-gone held', 'second prune namespace-gone held'],
    )
    assert.deepEqual(standing(hub), BEFORE)

    assert.equal((await on(hub, 'sync')).code, 0)
    assert.deepEqual(standing(hub), without('cluster-first', 'cluster-second'))
  })
})
