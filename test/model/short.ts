import type { History, Setup, Step, WorldStep } from './steps.ts'
import type { Name, Place, Server, Source } from './words.ts'

/** Histories spelt out, in few words. */

export const at = (server: Server): Source => ({ server, token: 't1', holds: 'good' })
export const create = (place: Place, name: Name, server: Server): WorldStep => ({
  do: 'create',
  at: place,
  name,
  source: at(server),
})
export const recreate = (place: Place, name: Name, server: Server): WorldStep => ({
  do: 'recreate',
  at: place,
  name,
  source: at(server),
})
export const finish = (place: Place): WorldStep => ({ do: 'finish', at: place })
export const label = (place: Place, name: Name): WorldStep => ({ do: 'label', at: place, name })
export const sync: Step = { do: 'pass', plan: {} }

export const ONE = 'https://10.0.0.1'
export const TWO = 'https://10.0.0.2'
export const THREE = 'https://10.0.0.3/'

export const history = (steps: readonly Step[], setup: Partial<Setup> = {}): History => ({
  setup: { ttl: '24h', named: false, ...setup },
  steps,
})
