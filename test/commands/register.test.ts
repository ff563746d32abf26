import assert from 'node:assert/strict'
import { diverted, forbidden } from './diverted-hub.ts'
import { controllerConfig, namespace, plainNamespace, source } from './manifests.ts'
import { decided, everything, labelsOf, livelyHub, on, P, standing } from './verb-hub.ts'

const START = Date.parse('2026-11-29T13:00:00Z')

describe('register', () => {
  it('given a namespace, then it is labelled and registered, and no other is touched', async () => {
    const hub = await livelyHub()

    const result = await on(hub, `register team-new --label tier=gold --annotation ${P}url=https://x -o json`)

    assert.deepEqual([result.code, decided(result)], [0, ['team-new register first-registration done']])
    assert.deepEqual(labelsOf(hub, 'team-new'), {
      [`${P}managed-by`]: 'cluster-registrar',
      [`${P}cluster`]: 'team-new',
      [`${P}tier`]: 'gold',
    })
    const { labels, annotations } = hub.store.find('secrets', {
      namespace: 'argocd',
      name: 'cluster-team-new',
    })!.object.metadata
    assert.equal(labels?.[`${P}tier`], 'gold')
    assert.deepEqual(annotations, { [`${P}url`]: 'https://x' })
    assert.equal(standing(hub)['cluster-first'], 'visible')
  })

  it('given it is registered already, then a second time changes nothing and asks nothing', async () => {
    const hub = await livelyHub()
    await on(hub, 'register team-new --name fresh --label tier=gold')
    const before = everything(hub)

    const result = await on(hub, 'register team-new --label tier=gold -o json')

    assert.deepEqual([result.code, decided(result)], [0, ['fresh unchanged up-to-date -']])
    assert.equal(everything(hub), before)
  })

  it('given a cluster hidden by hand, then it stays so, and how to show it is said', async () => {
    const hub = await livelyHub()

    const { code, stderr } = await on(hub, 'register team-hidden')

    assert.equal(code, 1)
    assert.match(stderr, /^· hidden \(team-hidden\): [^\n]+\n {4}→ [^\n]*kubectl registrar revert hidden$/m)
    assert.equal(standing(hub)['cluster-hidden'], 'hidden')
  })

  it('given several namespaces, then each is registered under its own name, and one that is refused is not labelled', async () => {
    const hub = await livelyHub()
    hub.put(
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'alive' } },
      source('alive', 'https://10.0.1.1'),
    )

    const result = await on(hub, 'register team-new alive team-empty -o json')

    assert.deepEqual(
      [result.code, decided(result)],
      [
        1,
        [
          'alive refuse incumbent -',
          'team-empty wait source-missing -',
          'team-new register first-registration done',
        ],
      ],
    )
    assert.deepEqual(labelsOf(hub, 'alive'), {})
    assert.equal(labelsOf(hub, 'team-empty')[`${P}cluster`], 'team-empty')
  })

  it('given what the plan would refuse, then nothing is labelled', async () => {
    const hub = await livelyHub()
    hub.put(
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'twin' } },
      source('twin', 'https://10.0.0.1:6443'),
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'looped' } },
      source('looped', 'https://127.0.0.1'),
    )
    const before = everything(hub)
    const refusal = async (line: string): Promise<readonly unknown[]> => {
      const result = await on(hub, `register ${line} -o json`)
      return [result.code, ...decided(result)]
    }

    assert.deepEqual(await refusal('team-new --name alive'), [1, 'alive refuse incumbent -'])
    assert.deepEqual(await refusal('team-new --name in-cluster'), [
      1,
      'in-cluster refuse cluster-name-reserved -',
    ])
    assert.deepEqual(await refusal('team-new --name A_b'), [1, 'A_b refuse cluster-name-illegal -'])
    assert.deepEqual(await refusal('team-new --name=-a'), [1, '-a refuse cluster-name-illegal -'])
    const long = 'a'.repeat(64)
    assert.deepEqual(await refusal(`team-new --name ${long}`), [1, `${long} refuse cluster-name-illegal -`])
    assert.deepEqual(await refusal('twin'), [1, 'twin refuse server-collision -'])
    assert.deepEqual(await refusal('looped'), [1, 'looped refuse source-unusable -'])
    assert.deepEqual(await refusal('looped --dry-run=server'), [1, 'looped refuse source-unusable -'])
    assert.equal(everything(hub), before)
  })

  it('given a name that is refused, then the remedy is to name another here, as no label is set', async () => {
    const hub = await livelyHub()

    for (const name of ['alive', 'in-cluster', 'A_b']) {
      const { stderr } = await on(hub, `register team-new --name ${name}`, { program: 'argocd registrar' })
      assert.match(stderr, /^ {4}→ [^\n]*argocd registrar register team-new --name NAME/m)
      assert.doesNotMatch(stderr, /kubectl label/)
    }
  })

  it('given a namespace that is deleted and made again before it is labelled, then it is not labelled', async () => {
    const hub = await livelyHub()
    const again = diverted(hub, (client) => ({
      patchNamespace: (name, patch, options) => {
        hub.drop('team-new')
        hub.put({ ...plainNamespace('team-new'), metadata: { name: 'team-new', uid: 'another' } })
        return client.patchNamespace(name, patch, options)
      },
    }))

    const { code, stderr } = await on(hub, 'register team-new', { hub: again })

    assert.equal(code, 2)
    assert.match(
      stderr,
      /\nerror: namespace team-new was deleted and made again at the same moment: what it holds was not looked at\nrun it again\n$/,
    )
    assert.deepEqual(labelsOf(hub, 'team-new'), {})
  })

  it('given the registration can not be written, then it is said that the labels stand, and the commands that undo it do', async () => {
    const hub = await livelyHub()
    hub.put(namespace('theirs', 'c', { managedBy: 'another-owner' }), source('theirs', 'https://10.0.1.9'))
    const refusing = diverted(hub, () => ({ create: () => Promise.reject(forbidden('POST')) }))
    const before = labelsOf(hub, 'theirs')

    const { code, stderr } = await on(hub, 'register theirs --label tier=gold --yes', { hub: refusing })

    assert.equal(code, 1)
    assert.match(
      stderr,
      new RegExp(
        `^note: namespace theirs stays labelled, and the next sync tries it again; to undo it: kubectl label namespace theirs ${P}tier- ${P}managed-by=another-owner --overwrite$`,
        'm',
      ),
    )
    assert.notDeepEqual(labelsOf(hub, 'theirs'), before)
    const noted = await on(await livelyHub(), 'register team-new')
    assert.doesNotMatch(noted.stderr, /stays labelled/)
  })

  it('given a name that is refused to a namespace that has another, then that other is not even refreshed', async () => {
    const hub = await livelyHub()
    hub.put(source('team-used', 'https://10.0.0.99:6443'))
    const before = everything(hub)

    const result = await on(hub, 'register team-used --name alive --yes -o json')

    assert.deepEqual([result.code, decided(result)], [1, ['alive refuse incumbent -']])
    assert.equal(everything(hub), before)
  })

  it('given a rename that the brake would hold, then nothing is labelled', async () => {
    const hub = await livelyHub()
    hub.drop('team-used')
    const before = everything(hub)

    const result = await on(hub, 'register team-alive --name other --yes -o json')

    assert.deepEqual(
      [result.code, decided(result)],
      [1, ['alive demote renamed held', 'other register first-registration held']],
    )
    assert.equal(everything(hub), before)
  })

  it('given renames that are to be held, then nothing is labelled, forth or back', async () => {
    const hub = await livelyHub()
    hub.put(controllerConfig('settings', 'argocd', ['renames: hold']))
    const before = everything(hub)

    const forth = await on(hub, 'register team-alive --name other --yes -o json')
    const back = await on(hub, 'revert former --yes -o json')

    assert.deepEqual(
      [forth.code, decided(forth)],
      [1, ['alive demote renamed held', 'other register first-registration held']],
    )
    assert.deepEqual(
      [back.code, decided(back)],
      [1, ['former restore label-back held', 'present demote renamed held']],
    )
    assert.equal(everything(hub), before)
  })

  it('given a label that would be overwritten, then it is asked about, and off a terminal takes --yes', async () => {
    const hub = await livelyHub()
    hub.put(namespace('theirs', 'c', { managedBy: 'another-owner', labels: { [`${P}tier`]: 'gold' } }))
    const before = everything(hub)

    assert.equal((await on(hub, 'register theirs')).code, 2)
    assert.equal((await on(hub, 'register theirs --label tier=silver', { answers: ['n'] })).code, 1)
    assert.equal((await on(hub, 'register theirs --label tier=silver --dry-run')).code, 0)
    assert.equal(everything(hub), before)

    const { code, stderr } = await on(hub, 'register theirs --label tier=silver', { answers: ['y'] })
    assert.equal(code, 0)
    assert.match(stderr, /^overwrite labels of namespace theirs\? \[y\/N\] y$/m)
    assert.deepEqual(labelsOf(hub, 'theirs'), {
      [`${P}managed-by`]: 'cluster-registrar',
      [`${P}cluster`]: 'c',
      [`${P}tier`]: 'silver',
    })
  })

  it('given the hub takes the labels of one namespace and not of the other, then that one is registered, and both are told', async () => {
    const hub = await livelyHub()
    const through = {
      hub: diverted(hub, (client) => ({
        patchNamespace: (name, patch) =>
          name === 'team-empty' ? Promise.reject(forbidden('PATCH')) : client.patchNamespace(name, patch),
      })),
    }

    const both = await on(hub, 'register team-new team-empty -o json', through)
    const alone = await on(hub, 'register team-empty', through)

    assert.deepEqual([both.code, decided(both)], [1, ['team-new register first-registration done']])
    assert.match(both.stderr, /^note: namespace team-empty was not labelled: PATCH is forbidden$/m)
    assert.deepEqual([alone.code, alone.stdout], [2, ''])
    assert.match(alone.stderr, /^error: PATCH is forbidden$/m)
  })

  it('given a dry run, then nothing at all is changed, on the hub or off it', async () => {
    const hub = await livelyHub()
    const before = everything(hub)

    for (const dryRun of ['--dry-run', '--dry-run=server'])
      for (const form of ['table', 'json', 'yaml --redact', 'yaml --show-secrets']) {
        const { code } = await on(hub, `register team-new team-alive ${dryRun} -o ${form}`)
        assert.equal(code, 0)
      }

    assert.equal(everything(hub), before)
  })

  it('given a namespace that is not there or going, then it is refused', async () => {
    const hub = await livelyHub()
    hub.put({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'going', deletionTimestamp: '2026-11-29T12:00:00Z', finalizers: ['x'] },
    })

    assert.match(
      (await on(hub, 'register team-new none')).stderr,
      /error: namespace none does not exist on this hub\n/,
    )
    assert.match((await on(hub, 'register going')).stderr, /error: namespace going is being deleted\n/)
    assert.deepEqual(labelsOf(hub, 'team-new'), {})
  })

  it('given words and flags that do not go together, then it is refused before the hub is asked', async () => {
    const hub = await livelyHub()
    const refusal = async (line: string): Promise<string> => {
      const { code, stdout, stderr } = await on(hub, `register ${line}`)
      assert.deepEqual([code, stdout], [2, ''])
      return stderr
    }

    for (const [line, text] of [
      [
        '',
        'error: register needs at least one NAMESPACE, or --import FILE\nsee kubectl registrar register --help\n',
      ],
      [
        'a b --name c',
        'error: --name names one cluster, and several namespaces are given\nregister them one by one, or leave it out\n',
      ],
      ['a --name=', 'error: --name is empty\nname the cluster, or leave it out\n'],
      ['A/b', 'error: "A/b" is not the name of a namespace\nname a namespace of the hub\n'],
      ['a,b', 'error: "a,b" is not the name of a namespace\nwrite several as words of their own\n'],
      [
        'a --name eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
        'error: --name: that is no name of a cluster\nchoose a short one, as in --name staging\n',
      ],
      ['a --wait=soon', 'error: --wait: "soon" is not a duration\nwrite --wait=90s\n'],
      [
        'a -n b',
        'error: -n says where --import puts a kubeconfig, and there is none\nname the namespaces to register as words: kubectl registrar register b\n',
      ],
      [
        'a -o yaml',
        'error: -o yaml prints cluster Secrets, and credentials stand in them\nadd --redact to mask them, or --show-secrets to have them printed\n',
      ],
      [
        'a --import x --name b',
        'error: --import takes no NAMESPACE: it makes one of its own\nto put it into one that is there: -n NAMESPACE\n',
      ],
      ['--import= --name b', 'error: --import is empty\nname a file, or - for standard input\n'],
      ['--import x', 'error: --import needs the name of the cluster\nname it with --name NAME\n'],
    ] as const)
      assert.equal(await refusal(line), text)
  })
})

describe('register --wait', () => {
  it('given the kubeconfig comes, then it is registered, and what was done before stays told', async () => {
    const hub = await livelyHub()
    const clock = { now: START }

    const result = await on(hub, 'register team-new team-empty --wait -o json', {
      clock: () => clock.now,
      pause: (milliseconds) => {
        clock.now += milliseconds
        if (clock.now - START >= 3000) hub.put(source('team-empty', 'https://10.0.0.8:6443'))
      },
    })

    assert.equal(result.code, 0)
    assert.deepEqual(decided(result), [
      'team-empty register first-registration done',
      'team-new register first-registration done',
    ])
    assert.match(
      result.stderr,
      /^waiting for team-empty: no kubeconfig Secret in team-empty; looked for k3k-\*-kubeconfig \(k3k\)$/m,
    )
  })

  it('given it never comes, then the code is 1 once the time is over, and what is missing is said', async () => {
    const hub = await livelyHub()
    const pauses: number[] = []

    const result = await on(hub, 'register team-empty --wait 8s', { pause: (next) => pauses.push(next) })

    assert.equal(result.code, 1)
    assert.deepEqual(pauses, [1000, 2000, 3000, 2000])
    assert.match(result.stderr, /^note: gave up waiting after 8s$/m)
    assert.match(result.stderr, /^… team-empty \(team-empty\): no kubeconfig Secret in team-empty/m)
    assert.equal(labelsOf(hub, 'team-empty')[`${P}cluster`], 'team-empty')
  })

  it('given a dry run, then nobody waits', async () => {
    const { code } = await on(await livelyHub(), 'register team-empty --wait --dry-run', {
      pause: () => assert.fail('waited'),
    })

    assert.equal(code, 0)
  })
})

describe('register -o yaml', () => {
  it('given --redact, then no part of the credential is printed, whatever is done', async () => {
    for (const dryRun of ['', '--dry-run', '--dry-run=server']) {
      const { stdout } = await on(
        await livelyHub(),
        `register team-new -o yaml --redact --show-secrets ${dryRun}`,
      )

      assert.match(stdout, /name: cluster-team-new/)
      assert.ok(!stdout.includes('token-new'))
      for (const [, value = ''] of stdout.matchAll(/: ([A-Za-z0-9+/]+=*)$/gm))
        assert.ok(!Buffer.from(value, 'base64').toString().includes('token-new'), value)
    }
  })

  it('given --show-secrets, then the Secret is printed as it stands or would stand, the same on a dry run', async () => {
    const hub = await livelyHub()

    const planned = await on(hub, 'register team-new -o yaml --show-secrets --dry-run')
    const done = await on(hub, 'register team-new -o yaml --show-secrets')
    const again = await on(hub, 'register team-new -o yaml --show-secrets')

    assert.match(done.stdout, /^ {2}config: eyJ/m)
    assert.equal(planned.stdout, done.stdout)
    assert.equal(again.stdout, done.stdout)
  })
})
