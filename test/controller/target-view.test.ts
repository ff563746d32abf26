import assert from 'node:assert/strict'
import { Fleet } from '../../src/controller/fleet.ts'
import { targetSecret } from '../../src/controller/target.ts'
import { TargetView } from '../../src/controller/target-view.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { TestHub } from '../engine/test-hub.ts'

const SIGNAL = new AbortController().signal

/** A view of a hub in memory whose answers can be held back, and what it says. */
const stage = () => {
  const hub = new TestHub()
  const settings = resolveSettings({})
  const fleet = new Fleet(settings)
  const calls: string[] = []
  let gate: Promise<void> = Promise.resolve()
  const answered = async <T>(call: string, answer: Promise<T>): Promise<T> => {
    calls.push(call)
    const waited = gate
    const found = await answer
    await waited
    return found
  }
  const client = new Proxy<KubeClient>(hub.client, {
    get: (target, key: keyof KubeClient) => {
      if (key === 'get')
        return (...words: Parameters<KubeClient['get']>) =>
          answered(`GET ${words[1].name}`, target.get(...words))
      if (key === 'listMetadataPage')
        return (...words: Parameters<KubeClient['listMetadataPage']>) =>
          answered('LIST', target.listMetadataPage(...words))
      throw new Error(`${key} is not asked for`)
    },
  })
  const changes: string[] = []
  const view = new TargetView(
    {
      client,
      fleet,
      changed: ({ name, clusterName }, byOthers) => {
        changes.push(`${name} ${clusterName} ${byOthers ? 'others' : 'own'}`)
      },
    },
    () => SIGNAL,
  )
  const stored = (name: string): Secret => hub.store.find('secrets', { namespace: 'argocd', name })!.object
  return {
    hub,
    view,
    calls,
    changes,
    stored,
    seen: (name: string) => targetSecret(stored(name), settings),
    known: () => [...fleet.registrations.values()].map(({ name, clusterName }) => `${name} ${clusterName}`),
    /** From now on what is answered arrives when the returned function is called. */
    hold: () => {
      let open = (): void => undefined
      gate = new Promise((resolve) => {
        open = resolve
      })
      return () => {
        gate = Promise.resolve()
        open()
      }
    },
    remove: (name: string) => {
      hub.store.remove('secrets', stored(name))
    },
  }
}

const named = (name: string) => ({ data: { name, server: 'https://10.0.0.1', config: '{}' } })

describe('the target namespace as it is seen', () => {
  it('given a list, then what is new or changed is read once, and what is gone is dropped', async () => {
    const { hub, view, calls, changes, known, remove } = stage()
    hub.registration('cluster-a', named('a')).registration('cluster-b', named('b'))
    await view.refresh()
    hub.registration('cluster-a', named('other'))
    remove('cluster-b')
    await view.refresh()

    assert.deepEqual(known(), ['cluster-a other'])
    assert.deepEqual(calls, ['LIST', 'GET cluster-a', 'GET cluster-b', 'LIST', 'GET cluster-a'])
    assert.deepEqual(changes, [
      'cluster-a a others',
      'cluster-b b others',
      'cluster-b b others',
      'cluster-a a others',
      'cluster-a other others',
    ])
  })

  it('given a list that was asked for before a write, when it comes after it, then what was written stays', async () => {
    const { hub, view, hold, known, stored } = stage()
    const release = hold()
    const listing = view.refresh()
    await Promise.resolve()
    hub.registration('cluster-a', named('a'))
    view.stored('cluster-a', stored('cluster-a'))
    release()
    await listing
    assert.deepEqual(known(), ['cluster-a a'])

    await view.refresh()
    assert.deepEqual(known(), ['cluster-a a'])
  })

  it('given a list that was asked for before a deletion, when it comes after it, then the Secret stays gone', async () => {
    const { hub, view, hold, known, seen, remove } = stage()
    hub.registration('cluster-a', named('a'))
    await view.refresh()
    const before = seen('cluster-a')
    const release = hold()
    const listing = view.refresh()
    await Promise.resolve()
    remove('cluster-a')
    view.stored('cluster-a', undefined)
    release()
    await listing
    view.event('MODIFIED', before)
    assert.deepEqual(known(), [])

    hub.registration('cluster-a', named('again'))
    view.event('ADDED', seen('cluster-a'))
    assert.deepEqual(known(), ['cluster-a again'])
  })

  it('given an event from before what is known, then it says nothing', () => {
    const { hub, view, changes, known, seen, stored } = stage()
    hub.registration('cluster-a', named('a'))
    const before = seen('cluster-a')
    hub.registration('cluster-a', named('next'))
    view.stored('cluster-a', stored('cluster-a'))
    view.event('ADDED', before)
    view.event('MODIFIED', seen('cluster-a'))
    view.event('DELETED', before)

    assert.deepEqual([known(), changes], [['cluster-a next'], ['cluster-a next own']])
  })

  it('given a single read that an event overtakes, then the event stands; given it comes alone, then the read does', async () => {
    const { hub, view, hold, known, seen } = stage()
    hub.registration('cluster-a', named('a'))
    const release = hold()
    const looking = view.look('cluster-a')
    await Promise.resolve()
    hub.registration('cluster-a', named('next'))
    view.event('MODIFIED', seen('cluster-a'))
    release()
    await looking
    assert.deepEqual(known(), ['cluster-a next'])

    hub.registration('cluster-a', named('last'))
    await view.look('cluster-a')
    await view.look('cluster-b')
    assert.deepEqual(known(), ['cluster-a last'])
  })

  it('given a hub that was restored and counts from less, then a list is taken for what there is', async () => {
    const { hub, view, known, stored } = stage()
    hub.registration('cluster-a', named('a'))
    view.stored('cluster-a', {
      ...stored('cluster-a'),
      metadata: { ...stored('cluster-a').metadata, resourceVersion: '900' },
    })
    assert.equal(view.written, '900')
    hub.registration('cluster-a', named('before'))
    await view.refresh()

    assert.deepEqual([known(), view.written], [['cluster-a before'], '0'])
  })
})
