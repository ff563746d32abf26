import { Damper } from '../../src/engine/damper.ts'
import type { PassOptions } from '../../src/engine/pass.ts'
import type { ReasonId } from '../../src/engine/reasons/index.ts'
import type { Explained } from '../../src/explaining/explain.ts'
import { NOW, P, providers, replacing, type SyncOptions, TestHub } from '../engine/test-hub.ts'
import { claiming, owned, registered } from './reason-hubs.ts'
import { explainPass } from './support.ts'

const asking = (verb: NonNullable<PassOptions['ask']>['verb']): SyncOptions => ({
  pass: { ask: { verb, secrets: new Set(['cluster-dev']) } },
})

const THEIRS = { name: 'dev', server: 'https://theirs', config: '{}' }

/** Somebody else makes the Secret in the moment before. */
const createRace = (): Promise<Explained> => {
  const hub = claiming()
  const through = replacing((client) => ({
    create: (resource, object, options) => {
      hub.registration('cluster-dev', { data: THEIRS })
      return client.create(resource, object, options)
    },
  }))
  return explainPass(hub, 'dev', { through })
}

/** Another process registers an older namespace at the address, right after. */
const serverRace = (): Promise<Explained> => {
  const hub = claiming().namespace('theirs', { age: 9, managedBy: '' })
  const through = replacing((client) => ({
    create: async (resource, object, options) => {
      const written = await client.create(resource, object, options)
      hub.registration('cluster-theirs', {
        labels: owned('theirs', { [`${P}cluster`]: 'theirs' }),
        data: { ...THEIRS, name: 'theirs', server: 'https://10.0.0.1:6443' },
      })
      return written
    },
  }))
  return explainPass(hub, 'dev', { through })
}

/** A hub with a registration to update, and somebody else who changes it before every write. */
const contended = async (): Promise<{
  readonly hub: TestHub
  readonly through: NonNullable<SyncOptions['through']>
}> => {
  const hub = (await registered()).source('ns', { token: 'next' })
  const through = replacing((client) => ({
    update: (resource, object, options) => {
      hub.edit('cluster-dev', (secret) => ({ ...secret, data: { ...secret.data, shard: 'MQ==' } }))
      return client.update(resource, object, options)
    },
  }))
  return { hub, through }
}

export const stoodDown = async (): Promise<Explained> => {
  const { hub, through } = await contended()
  return explainPass(hub, 'dev', { through })
}

/** The hub after a pass that stood down. */
export const stoodDownHub = async (): Promise<TestHub> => {
  const { hub, through } = await contended()
  await hub.sync({ through })
  return hub
}

const contestedWrite = async (): Promise<Explained> => {
  const hub = claiming()
  const damper = new Damper()
  const options = { settings: providers('k3k'), pass: { damper } }
  const meddle = (): TestHub =>
    hub.edit('cluster-dev', (secret) => ({
      ...secret,
      metadata: {
        ...secret.metadata,
        labels: { ...secret.metadata.labels, [`${P}provider`]: 'theirs' },
        managedFields: [{ manager: 'their-controller' }],
      },
    }))
  await hub.sync(options)
  for (const minute of [1, 2, 3]) await meddle().sync({ ...options, now: NOW + minute * 60_000 })
  return explainPass(meddle(), 'dev', { ...options, now: NOW + 4 * 60_000 })
}

/** What only a pass that writes comes to, one that was asked for something by name, or one that has a memory. */
export const REASON_PASSES: Partial<Record<ReasonId, () => Promise<Explained>>> = {
  'create-race': createRace,
  'server-race': serverRace,
  'contested-write': contestedWrite,
  'manual-hold': async () => explainPass(await registered(), 'dev', asking('demote')),
  'live-claim': async () => explainPass(await registered(), 'dev', asking('prune')),
  asked: async () =>
    explainPass(
      (await registered()).namespace('ns', { cluster: 'dev', managedBy: '' }),
      'dev',
      asking('prune'),
    ),
}

/** Of a hub on which every namespace is gone at once. */
export const braked = async (): Promise<Explained> => {
  const hub = new TestHub()
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries())
    hub.namespace(name).source(name, { server: `https://10.0.0.${index}` })
  await hub.sync()
  for (const name of ['a', 'b', 'c', 'd']) hub.gone(name)
  return explainPass(hub, 'a', {})
}

export const removalsOff = async (): Promise<Explained> =>
  explainPass((await registered()).gone('ns'), 'dev', { pass: { removals: 'off' } })
