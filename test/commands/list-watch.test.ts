import assert from 'node:assert/strict'
import { follow, POLL, type FollowOptions } from '../../src/cli/list-follow.ts'
import { entryReader } from '../../src/listing/entry.ts'
import { listAll } from '../../src/kube/paging.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { ManualClock } from '../controller/manual-clock.ts'
import { runCli, type CliResult } from '../support/cli.ts'
import {
  bearer,
  DEMOTED,
  entrySecret,
  foreignSecret,
  NOW,
  P,
  TYPE,
  type Changes,
} from '../listing/secrets.ts'
import { diverted, forbidden } from './diverted-hub.ts'
import { memoryHub, type MemoryHub } from './memory-hub.ts'

const secretOf = (object: object): Secret => {
  const { stringData, ...secret } = object as Secret & {
    readonly stringData: Readonly<Record<string, string>>
  }
  return {
    ...secret,
    metadata: { creationTimestamp: '2026-11-29T11:59:00Z', ...secret.metadata },
    data: Object.fromEntries(
      Object.entries(stringData).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
    ),
  }
}

/** Somebody writes to the hub. */
const write = ({ store }: Pick<MemoryHub, 'store'>, cluster: string, changes: Changes = {}): void => {
  store.write('secrets', secretOf(entrySecret(cluster, changes)))
}

const remove = ({ store }: Pick<MemoryHub, 'store'>, name: string): void => {
  store.remove('secrets', store.find('secrets', { namespace: 'argocd', name })!.object)
}

/** Runs a list that is followed: each time it has printed something, the next step is taken; after the last, Ctrl-C is pressed. */
const followed = async (
  hub: MemoryHub,
  line: string,
  steps: readonly ((hub: MemoryHub) => void)[],
): Promise<CliResult> => {
  const waiting = [...steps]
  const stop: { press: () => void } = { press: () => undefined }
  const stopped = new Promise<void>((resolve) => {
    stop.press = resolve
  })
  return runCli(line.split(' '), {
    hub,
    now: NOW,
    stopped,
    wrote: () => {
      const step = waiting.shift()
      if (step) step(hub)
      else stop.press()
    },
  })
}

describe('list --watch', () => {
  it('given changes after the list, then each prints a row in the same columns, and Ctrl-C ends it with 0', async () => {
    const hub = memoryHub(() => NOW, entrySecret('edge'), entrySecret('sandbox'))

    const { code, stdout, stderr } = await followed(hub, 'list -w', [
      (on) => {
        write(on, 'edge', { server: 'https://10.0.0.2:6443' })
      },
      (on) => {
        write(on, 'a-longer-name-than-any')
      },
      (on) => {
        remove(on, 'cluster-sandbox')
      },
    ])

    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(
      stdout,
      `NAME      SERVER                  PROVIDER   SOURCE         STATE    CREDENTIAL   EXPIRES   AGE
edge      https://10.0.0.1:6443   k3k        team-edge      active   token        -         28d
sandbox   https://10.0.0.1:6443   k3k        team-sandbox   active   token        -         28d
edge      https://10.0.0.2:6443   k3k        team-edge      active   token        -         60s
a-longer-name-than-any https://10.0.0.1:6443   k3k        team-a-longer-name-than-any active   token        -         60s
sandbox   https://10.0.0.1:6443   k3k        team-sandbox   gone     token        -         28d
`,
    )
  })

  it('given a registration that is hidden, then it is told once, and again when it is shown', async () => {
    const hub = memoryHub(() => NOW, entrySecret('edge'))

    const { stdout } = await followed(hub, 'list -w -o json', [
      (on) => {
        write(on, 'edge', { labels: DEMOTED })
      },
      (on) => {
        write(on, 'edge', { labels: { ...DEMOTED, tier: 'gold' } })
        write(on, 'edge')
      },
    ])

    const items = stdout
      .trimEnd()
      .split('\n')
      .map(
        (text) =>
          JSON.parse(text) as { readonly kind: string; readonly name: string; readonly state: string },
      )
    assert.deepEqual(
      items.map(({ kind, name, state }) => [kind, name, state]),
      [
        ['Registration', 'edge', 'active'],
        ['Registration', 'edge', 'demoted'],
        ['Registration', 'edge', 'active'],
      ],
    )
  })

  it('given an empty hub, then the columns are named with the first that comes', async () => {
    const { code, stdout, stderr } = await followed(
      memoryHub(() => NOW, entrySecret('former', { labels: DEMOTED })),
      'list -w',
      [
        (on) => {
          write(on, 'edge')
        },
      ],
    )

    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(
      stdout,
      `NAME   SERVER                  PROVIDER   SOURCE      STATE    CREDENTIAL   EXPIRES   AGE
edge   https://10.0.0.1:6443   k3k        team-edge   active   token        -         60s
`,
    )
  })

  it("given --all, then others' cluster Secrets are followed too, and Secrets that are none are not", async () => {
    const hub = memoryHub(() => NOW, foreignSecret('hand-made', 'manual'))

    const { stdout } = await followed(hub, 'list --all -w -o name', [
      ({ store }) => {
        store.write('secrets', { metadata: { name: 'repo', namespace: 'argocd' }, data: {} })
        store.write('secrets', secretOf(foreignSecret('other', 'other')))
      },
      (on) => {
        write(on, 'edge')
      },
      (on) => {
        remove(on, 'hand-made')
      },
    ])

    assert.equal(stdout, 'secret/hand-made\nsecret/other\nsecret/cluster-edge\nsecret/hand-made\n')
  })

  it('given a name that is not there yet, then it is waited for', async () => {
    const { code, stdout, stderr } = await followed(
      memoryHub(() => NOW, entrySecret('edge')),
      'list edge soon -w -o name',
      [
        (on) => {
          write(on, 'other')
          write(on, 'soon')
        },
      ],
    )

    assert.deepEqual(
      [code, stdout, stderr],
      [0, 'secret/cluster-edge\nsecret/cluster-soon\n', 'note: no registration is called "soon" so far\n'],
    )
  })

  it('given --watch -o yaml, then every row is a document', async () => {
    const { stdout } = await followed(
      memoryHub(() => NOW, entrySecret('edge')),
      'list -w -o yaml',
      [
        (on) => {
          write(on, 'edge', { config: bearer('another') })
        },
      ],
    )

    assert.deepEqual(stdout.match(/^(?:---|kind: .*|name: .*|age: .*)$/gm), [
      '---',
      'kind: Registration',
      'name: edge',
      'age: 28d',
      '---',
      'kind: Registration',
      'name: edge',
      'age: 60s',
    ])
  })
})

interface Followed {
  readonly told: readonly string[]
  readonly clock: ManualClock
  readonly hub: MemoryHub
  readonly stop: () => Promise<void>
}

/** Follows a hub some of whose calls go another way. */
const following = async (
  hub: MemoryHub,
  divert: (client: KubeClient) => Partial<KubeClient>,
): Promise<Followed> => {
  const { client } = diverted(hub, divert)
  const read = entryReader(resolveSettings({}))
  const labelSelector = `${P}managed-by=cluster-registrar`
  const listing = await listAll(hub.client, 'secrets', { namespace: 'argocd', labelSelector }, read)
  const told: string[] = []
  const clock = new ManualClock({ now: NOW })
  const options: FollowOptions = {
    client,
    namespace: 'argocd',
    read,
    clock,
    changed: (now, before) => {
      told.push(`${before?.secret ?? '-'} → ${now?.secret ?? '-'}`)
    },
    sight: (sight) => {
      told.push(sight)
    },
  }
  const stopping = new AbortController()
  const running = follow([{ labelSelector, listing }], options, stopping.signal)
  await clock.settle()
  await clock.settle()
  return {
    told,
    clock,
    hub,
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** A watch that the hub refuses. */
const refused = (): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(forbidden('WATCH secrets argocd')) }),
})

describe('a list that is followed', () => {
  it('given that Secrets may not be watched, then they are listed at an interval, and only what differs is told', async () => {
    const { told, clock, hub, stop } = await following(
      memoryHub(() => NOW, entrySecret('edge'), entrySecret('sandbox')),
      () => ({ watch: refused }),
    )
    assert.deepEqual(told, ['polled'])

    write(hub, 'edge', { server: 'https://10.0.0.2:6443' })
    write(hub, 'shop')
    remove(hub, 'cluster-sandbox')
    await clock.advance(POLL)
    await clock.advance(POLL)
    await stop()

    assert.deepEqual(told, [
      'polled',
      'cluster-sandbox → -',
      'cluster-edge → cluster-edge',
      '- → cluster-shop',
    ])
  })

  it('given that the hub answers neither list nor watch for a while, then it says so, and when it does again', async () => {
    const state = { refuses: true }
    const { told, clock, hub, stop } = await following(
      memoryHub(() => NOW, entrySecret('edge')),
      (client) => ({
        watch: (resource, options) => (state.refuses ? refused() : client.watch(resource, options)),
        listPage: (resource, options) =>
          state.refuses
            ? Promise.reject(forbidden('LIST secrets argocd'))
            : client.listPage(resource, options),
      }),
    )
    assert.deepEqual(told, ['unseen'])

    state.refuses = false
    // Who is refused asks again after about a minute.
    await clock.advance(80_000)
    write(hub, 'shop')
    await clock.advance(1)
    await clock.settle()
    await stop()

    assert.deepEqual(told, ['unseen', 'polled', '- → cluster-shop', 'watched'])
  })

  it('given a label that made it ours and is taken off, then it is gone for those who look at ours', async () => {
    const { told, clock, hub, stop } = await following(
      memoryHub(() => NOW, entrySecret('edge')),
      () => ({}),
    )

    write(hub, 'edge', { labels: { [`${P}managed-by`]: undefined, [TYPE]: 'cluster' } })
    await clock.settle()
    await clock.settle()
    await stop()

    assert.deepEqual(told, ['cluster-edge → -'])
  })
})
