import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { makeSite, P, type Site } from '../e2e/site.ts'
import type { User } from '../envtest/identities.ts'
import { grantWatch } from '../envtest/identities.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { CREDENTIALS } from '../listing/secrets.ts'
import { ROOT, run, type CliResult } from '../support/cli.ts'

const ENV = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' }

/** A list that is followed, by the executable. */
interface Following {
  /** Resolves once the output, of both kinds, says so. */
  readonly until: (said: RegExp) => Promise<void>
  /** Closes the pipe it writes to. */
  readonly leave: () => void
  readonly ended: Promise<number>
  /** Presses Ctrl-C. */
  readonly interrupt: () => Promise<CliResult>
}

const start = (words: readonly string[]): Following => {
  const child = spawn(process.execPath, [`${ROOT}bin/run.js`, ...words], { env: ENV, cwd: ROOT })
  const output = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  const took = (kind: 'stdout' | 'stderr') => (chunk: Buffer) => {
    output[kind] += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', took('stdout'))
  child.stderr.on('data', took('stderr'))
  const ended = new Promise<number>((resolve) => {
    child.on('close', (code) => {
      resolve(code ?? -1)
    })
  })
  return {
    until: (said) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (said.test(output.stdout + output.stderr)) resolve()
        }
        listeners.add(look)
        void ended.then(() => {
          reject(new Error(`it ended first: ${output.stderr}`))
        })
        look()
      }),
    leave: () => {
      child.stdout.destroy()
    },
    ended,
    interrupt: async () => {
      child.kill('SIGINT')
      return { code: await ended, ...output }
    },
  }
}

describe('list, on a real hub', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { sites: number } = { sites: 0 }

  const site = (): Promise<Site> => {
    state.sites += 1
    return makeSite(hub(), `list-${state.sites}`)
  }

  const register = (here: Site, name: string, server = 'https://10.4.0.1:6443'): Promise<unknown> =>
    here.secret(`cluster-${name}`, {
      labels: {
        'argocd.argoproj.io/secret-type': 'cluster',
        [`${P}managed-by`]: here.owner,
        [`${P}cluster`]: name,
        [`${P}provider`]: 'k3k',
        [`${P}source-namespace`]: `team-${name}`,
      },
      data: { name, server, config: '{"bearerToken":"child-token","tlsClientConfig":{"insecure":false}}' },
    })

  const words = (here: Site, user: User, ...more: readonly string[]): readonly string[] => [
    'list',
    ...more,
    ...['--kubeconfig', hub().kubeconfig(user)],
    ...['--managed-by', here.owner, '-t', here.target],
  ]

  const listed = (here: Site, user: User, ...more: readonly string[]): Promise<CliResult> =>
    run(process.execPath, [`${ROOT}bin/run.js`, ...words(here, user, ...more)], ENV)

  it('given the rights of the reference, when listed, then one list of Secrets and one look-up of settings are made', async () => {
    const here = await site()
    await register(here, 'a')

    const { code, stdout, stderr } = await listed(here, 'reference', '-v', '6')

    assert.equal(code, 0, stderr)
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ +/).slice(0, 7)),
      [
        ['NAME', 'SERVER', 'PROVIDER', 'SOURCE', 'STATE', 'CREDENTIAL', 'EXPIRES'],
        ['a', 'https://10.4.0.1:6443', 'k3k', 'team-a', 'active', 'token', '-'],
      ],
    )
    assert.equal(
      stderr.replaceAll(/ (?:ok|403) in \d+ ms/g, ''),
      `LIST configmaps ${here.target} [app.kubernetes.io/name=kubectl-registrar]\nLIST secrets ${here.target} [${P}managed-by=${here.owner}]\n`,
    )
  })

  it('given changes while it is followed, when Ctrl-C is pressed, then each was printed, and the code is 0', async () => {
    const here = await site()
    await grantWatch(hub().rest, { targetNamespace: here.target })
    await register(here, 'a')
    const path = `/api/v1/namespaces/${here.target}/secrets/cluster-a`

    const following = start(words(here, 'watcher', '-w', '--no-headers', '--all'))
    await following.until(/^a .* active /m)
    await register(here, 'b')
    await following.until(/^b .* active /m)
    await hub().rest.json('PATCH', path, {
      metadata: {
        labels: {
          'argocd.argoproj.io/secret-type': null,
          [`${P}orphaned-secret-type`]: 'cluster',
        },
      },
    })
    await following.until(/^a .* demoted /m)
    await hub().rest.json('DELETE', path)
    await following.until(/^a .* gone /m)
    const { code, stdout, stderr } = await following.interrupt()

    assert.deepEqual([code, stderr], [0, ''])
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => [line.split(/\s+/)[0], line.split(/\s+/)[4]]),
      [
        ['a', 'active'],
        ['b', 'active'],
        ['a', 'demoted'],
        ['a', 'gone'],
      ],
    )
    for (const credential of CREDENTIALS) assert.ok(!stdout.includes(credential))
  })

  it('given a reader that goes after the first row, then it ends with the next change', async () => {
    const here = await site()
    await grantWatch(hub().rest, { targetNamespace: here.target })
    await register(here, 'a')

    const following = start(words(here, 'watcher', '-w', '-o', 'name'))
    await following.until(/cluster-a/)
    following.leave()
    await register(here, 'b')

    assert.deepEqual(await following.ended, 0)
  })

  it('given no right to watch Secrets, when it is followed, then it says that they are listed, and Ctrl-C ends it with 0', async () => {
    const here = await site()
    await register(here, 'a')

    const following = start(words(here, 'reference', '-w', '-o', 'name'))
    await following.until(/every 10 s/)
    const { code, stdout, stderr } = await following.interrupt()

    assert.deepEqual([code, stdout], [0, 'secret/cluster-a\n'])
    assert.equal(stderr, 'note: Secrets may not be watched: they are listed every 10 s\n')
  })

  it('given no right to list Secrets, when it is to be followed, then it ends with 2 all the same', async () => {
    const here = await site()

    const { code, stdout, stderr } = await listed(here, 'nobody', '-w')

    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^error: .*forbidden.*\nkubectl .*auth can-i list secrets -n \S+\n$/)
  })
})
