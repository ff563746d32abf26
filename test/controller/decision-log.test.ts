import assert from 'node:assert/strict'
import { DecisionLog } from '../../src/controller/decision-log.ts'
import { createLog, type Level } from '../../src/controller/log.ts'
import type { Outcome } from '../../src/engine/decision.ts'
import { keysUnder } from '../../src/engine/keys.ts'
import { NOW, P, providers, TestHub, type SyncOptions } from '../engine/test-hub.ts'

const KEYS = keysUnder(P)
const HOUR = 3_600_000

const setUp = (level: Level = 'info') => {
  const lines: string[] = []
  const log = new DecisionLog(
    createLog({
      format: 'text',
      level,
      now: () => NOW,
      write: (line) => lines.push(line.trimEnd().replace(/^time=\S+ level=/, '')),
    }),
    KEYS,
  )
  /** What a pass over the hub adds to the log. */
  const pass = async (hub: TestHub, options: SyncOptions = {}): Promise<readonly string[]> => {
    const outcomes: Outcome[] = []
    const progress = {
      planned: () => undefined,
      settled: (outcome: Outcome) => {
        outcomes.push(outcome)
      },
    }
    await hub.sync({ ...options, pass: { ...options.pass, progress } })
    for (const outcome of outcomes) log.take(outcome)
    return lines.splice(0)
  }
  return { log, lines, pass }
}

describe('the log of decisions', () => {
  it('tells of a registration once, and of nothing while nothing changes (C7.102, C10.48)', async () => {
    const { pass } = setUp()
    const hub = new TestHub().namespace('a').source('a')

    assert.deepEqual(await pass(hub), [
      'INFO msg=registered cluster=a server=https://10.0.0.1:6443 namespace=a',
    ])
    assert.deepEqual(await pass(hub), [])
    hub.source('a', { token: 'rotated' })
    assert.deepEqual(await pass(hub), ['INFO msg=updated cluster=a server=https://10.0.0.1:6443 namespace=a'])
    hub.source('a', { token: 'rotated-again' })
    assert.deepEqual(await pass(hub), ['INFO msg=updated cluster=a server=https://10.0.0.1:6443 namespace=a'])
  })

  it('tells of what stands at the debug level only (C7.111)', async () => {
    const { pass } = setUp('debug')
    const hub = new TestHub().namespace('a').source('a')
    await pass(hub)

    assert.deepEqual(await pass(hub), ['DEBUG msg="up to date" cluster=a'])
    assert.deepEqual(await pass(hub), [])
  })

  it('tells of a changed address with where it was and is (C7.92)', async () => {
    const { pass } = setUp()
    const hub = new TestHub().namespace('a').source('a')
    await pass(hub)

    hub.source('a', { server: 'https://10.0.0.2:6443' })

    assert.deepEqual(await pass(hub), [
      'INFO msg=updated cluster=a server=https://10.0.0.2:6443 namespace=a',
      'WARN msg="address changed" cluster=a from=https://10.0.0.1:6443 to=https://10.0.0.2:6443',
    ])
  })

  it('tells of a kubeconfig that is not there yet, or can not be used, once each (C7.88, C7.107)', async () => {
    const { pass } = setUp()
    const hub = new TestHub().namespace('a')

    const first = await pass(hub)
    const again = await pass(hub)
    hub.source('a', { text: 'not: [a kubeconfig' })
    const bad = await pass(hub)

    assert.deepEqual(first, [
      'INFO msg="kubeconfig is not there yet" namespace=a cluster=a reason="no kubeconfig Secret in a; looked for k3k-*-kubeconfig (k3k)"',
    ])
    assert.deepEqual(again, [])
    assert.equal(bad.length, 1)
    assert.match(
      bad[0]!,
      /^WARN msg="no usable kubeconfig" namespace=a cluster=a errors="k3k-a-kubeconfig\[kubeconfig\.yaml\]: .*" fix=/,
    )
  })

  it('warns when a registered namespace has no kubeconfig any more (C7.95)', async () => {
    const { pass } = setUp()
    const hub = new TestHub().namespace('a').source('a')
    await pass(hub)
    hub.store.remove(
      'secrets',
      hub.store.find('secrets', { namespace: 'a', name: 'k3k-a-kubeconfig' })!.object,
    )

    assert.match(
      (await pass(hub)).join('\n'),
      /^WARN msg="namespace has no kubeconfig any more, its registration is kept" secret=cluster-a namespace=a reason=".*"$/,
    )
  })

  it('tells of a refusal with its conflict and the reason, once (C5.46, C7.82)', async () => {
    const { pass } = setUp()
    const hub = new TestHub()
      .namespace('old', { cluster: 'x', age: 9 })
      .source('old')
      .namespace('young', { cluster: 'x' })
      .source('young', { server: 'https://10.0.0.9:6443' })
    const seen = [...(await pass(hub)), ...(await pass(hub))]

    assert.deepEqual(
      seen.filter((line) => line.startsWith('ERROR')).map((line) => line.replace(/reason=.*/, '')),
      [
        'ERROR msg="cluster refused" cluster=x namespace=young conflict=contested_name ',
        'ERROR msg="cluster refused" cluster=x namespace=young conflict=incumbent ',
      ],
    )
    assert.match(
      seen.find((line) => line.startsWith('ERROR'))!,
      /reason="the older namespace old claims the name x too" fix="choose another cluster name: /,
    )
  })

  it('tells of names that can not be used, and of none (C7.85, C7.87)', async () => {
    const { pass } = setUp()
    const hub = new TestHub()
      .namespace('a', { cluster: 'Not_Legal' })
      .namespace('b', { cluster: 'in-cluster' })
      .namespace('c', { cluster: '' })

    assert.deepEqual((await pass(hub)).map((line) => line.replace(/ (reason|fix)=.*/, '')).sort(), [
      'ERROR msg="cluster name cannot be used" namespace=a cluster=Not_Legal',
      'ERROR msg="cluster name cannot be used" namespace=b cluster=in-cluster',
      `WARN msg="namespace has no cluster label" namespace=c label=${KEYS.cluster}`,
    ])
  })

  it('tells of a lost ownership label, a rename, a removal and an expiry (C7.86, C7.93, C7.103, C7.104)', async () => {
    const { pass } = setUp()
    const hub = new TestHub().namespace('a').source('a')
    for (const other of ['keep-1', 'keep-2'])
      hub.namespace(other).source(other, { server: `https://${other}.example:6443` })
    await pass(hub)

    hub.namespace('a', { managedBy: '' })
    const lost = await pass(hub)
    hub.namespace('a', { cluster: 'b' })
    const renamed = await pass(hub)
    const expired = await pass(hub, {
      now: NOW + 2 * HOUR,
      settings: { demotedTTL: { value: '1h', origin: '--demoted-ttl' } },
    })
    hub.gone('a')
    const gone = await pass(hub, { now: NOW + 3 * HOUR })

    assert.deepEqual(
      lost.map((line) => line.replace(/ fix=.*/, '')),
      [`WARN msg="namespace has lost its ownership label" namespace=a label=${KEYS.managedBy}`],
    )
    assert.deepEqual(
      renamed.map((line) => line.replace(/ reason=.*/, '')),
      [
        'INFO msg=registered cluster=b server=https://10.0.0.1:6443 namespace=a',
        'WARN msg="hidden from Argo CD" secret=cluster-a supersededBy=cluster-b namespace=a',
      ],
    )
    assert.deepEqual(expired, [
      'INFO msg="hidden for long enough, deleted" secret=cluster-a cluster=a staleSince=20261129T120000Z ttl=1h0m0s',
    ])
    assert.deepEqual(gone, ['INFO msg=deregistered secret=cluster-b namespace=a'])
  })

  it('tells of an adoption, and of a registration without a namespace (C7.91, C7.99)', async () => {
    const { pass } = setUp()
    const hub = new TestHub().namespace('a').source('a')
    await pass(hub)
    const strip = (name: string, cluster: string): void => {
      hub.edit(name, (secret) => ({
        ...secret,
        metadata: {
          ...secret.metadata,
          labels: { ...secret.metadata.labels, [KEYS.sourceNamespace]: '', [KEYS.cluster]: cluster },
        },
      }))
    }

    strip('cluster-a', 'a')
    const adopted = await pass(hub)
    hub.registration('cluster-z', { labels: { [KEYS.managedBy]: 'cluster-registrar', [KEYS.cluster]: 'z' } })
    const unrouted = [...(await pass(hub)), ...(await pass(hub))]

    assert.deepEqual(adopted, [
      `WARN msg="registration without a namespace adopted" secret=cluster-a cluster=a namespace=a label=${KEYS.sourceNamespace}`,
    ])
    assert.deepEqual(
      unrouted.map((line) => line.replace(/ fix=.*/, '')),
      [`WARN msg="registration records no namespace" secret=cluster-z label=${KEYS.sourceNamespace}`],
    )
    assert.match(unrouted[0]!, / fix="kubectl label secret -n argocd cluster-z /)
  })

  it('tells of a dry run what it would do (C7.36, C7.110)', async () => {
    const { pass } = setUp()
    const hub = new TestHub().namespace('a').source('a')
    for (const other of ['b', 'c', 'd'])
      hub.namespace(other).source(other, { server: `https://${other}.example:6443` })
    const create = await pass(hub, { dryRun: 'client', namespaces: ['a'] })
    await hub.sync()
    hub.source('a', { token: 'rotated' }).namespace('b', { cluster: 'bb' }).gone('c')

    const rest = await pass(hub, { dryRun: 'client' })

    assert.deepEqual(create, ['INFO msg="[dry-run] would register" cluster=a server=https://10.0.0.1:6443'])
    assert.deepEqual(rest.filter((line) => line.includes('dry-run')).sort(), [
      'INFO msg="[dry-run] would demote" secret=cluster-b supersededBy=cluster-bb',
      'INFO msg="[dry-run] would prune" secret=cluster-c namespace=c',
      'INFO msg="[dry-run] would register" cluster=bb server=https://b.example:6443',
      'INFO msg="[dry-run] would update" cluster=a',
    ])
  })

  it('tells of removals that are held, by the brake or because they are off', async () => {
    const { pass } = setUp()
    const hub = new TestHub().namespace('a').source('a')
    for (const other of ['b', 'c', 'd', 'e'])
      hub.namespace(other).source(other, { server: `https://${other}.example:6443` })
    await pass(hub)
    for (const name of ['a', 'b', 'c', 'd']) hub.gone(name)
    const off = await pass(hub, { pass: { removals: 'off' } })
    const braked = await pass(hub)

    assert.deepEqual(
      off.map((line) => line.replace(/ reason=.*/, '')),
      ['a', 'b', 'c', 'd'].map(
        (name) =>
          `INFO msg="held, removals are off" secret=cluster-${name} cluster=${name} namespace=${name} action=prune`,
      ),
    )
    assert.deepEqual(
      braked.map((line) => line.replace(/ reason=.*/, '')),
      ['a', 'b', 'c', 'd'].map(
        (name) =>
          `WARN msg="held by the brake" secret=cluster-${name} cluster=${name} namespace=${name} action=prune`,
      ),
    )
    assert.match(braked[0]!, / reason="the brake holds it.*" fix="if that is right, .*"$/)
  })

  it('tells of a source that could not be read, and of each annotation that is not copied (C7.84, C7.90)', async () => {
    const { pass } = setUp()
    const long = 'x'.repeat(5000)
    const hub = new TestHub()
      .namespace('a', { annotations: { [`${P}one`]: long, [`${P}two`]: long } })
      .source('a')
    const first = await pass(hub)
    hub.namespace('a', { annotations: { [`${P}one`]: long, [`${P}two`]: long, [`${P}three`]: long } })
    const second = await pass(hub)

    const dropped = (name: string): string =>
      `WARN msg="annotation not copied" namespace=a annotation=${P}${name} maxBytes=4096 maxTotalBytes=32768 maxKeys=32`
    assert.deepEqual(first.slice(1), [dropped('one'), dropped('two')])
    assert.deepEqual(second, [dropped('three')].concat())
  })

  it('tells of an exec plugin that was translated, and of one passed over (C7.89, C7.108)', async () => {
    const { lines, log } = setUp()
    const hub = new TestHub().namespace('a').source('a')
    const outcomes: Outcome[] = []
    await hub.sync({
      settings: providers('k3k'),
      pass: { progress: { planned: () => undefined, settled: (outcome) => outcomes.push(outcome) } },
    })
    const [outcome] = outcomes
    const noted = (
      reason: 'exec-identity' | 'exec-shadowed',
      params: Readonly<Record<string, string>>,
    ): Outcome => ({
      ...outcome!,
      notes: [{ reason, params }],
    })

    log.take(noted('exec-identity', { command: 'aws', cloud: 'AWS' }))
    log.take(noted('exec-shadowed', { using: 'x', provider: 'capi', passedOver: 'y', other: 'capa-eks' }))

    assert.deepEqual(
      lines.filter((line) => !line.includes('registered')),
      [
        'INFO msg="exec plugin translated" namespace=a cluster=a secret=k3k-a-kubeconfig command=aws',
        'WARN msg="candidate that renews itself passed over" namespace=a cluster=a using=x provider=k3k passedOver=y',
      ],
    )
  })

  it('tells of writes that failed or were overtaken, with the cause (C7.83, C7.109)', async () => {
    const { lines, log } = setUp()
    const hub = new TestHub().namespace('a').source('a')
    const outcomes: Outcome[] = []
    const progress = { planned: () => undefined, settled: (outcome: Outcome) => outcomes.push(outcome) }
    await hub.sync({ pass: { progress } })
    hub.gone('a')
    await hub.sync({ pass: { progress } })
    const [write, removal] = outcomes
    const failed: Outcome = {
      ...write!,
      result: 'failed',
      notes: [{ reason: 'write-failed', params: { why: 'no answer', remedy: 'run it again' } }],
    }
    const overtaken: Outcome = {
      ...removal!,
      result: 'stood-down',
      notes: [{ reason: 'stood-down', params: { why: 'it changed' } }],
    }

    for (const outcome of [failed, failed, overtaken, overtaken]) log.take(outcome)

    assert.deepEqual(lines, [
      'ERROR msg="write failed" secret=cluster-a cluster=a namespace=a action=register error="the write failed: no answer" fix="run it again"',
      'INFO msg="deletion overtaken" secret=cluster-a cluster=a namespace=a action=prune reason="the hub had moved on (it changed): nothing was written"',
    ])
  })

  it('says which decisions are news, and tells of them anew once they are forgotten', async () => {
    const { log } = setUp()
    const hub = new TestHub().namespace('a')
    const outcomes: Outcome[] = []
    await hub.sync({
      pass: { progress: { planned: () => undefined, settled: (outcome) => outcomes.push(outcome) } },
    })
    const [outcome] = outcomes
    const news = (): string | undefined => log.take(outcome!)?.reason

    const first = [news(), news()]
    log.retain(new Set([outcome!.decision.id]))
    const kept = news()
    log.retain(new Set())

    const reason = 'no kubeconfig Secret in a; looked for k3k-*-kubeconfig (k3k)'
    assert.deepEqual([...first, kept, news()], [reason, undefined, undefined, reason])
  })
})
