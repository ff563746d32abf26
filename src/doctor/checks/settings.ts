import { byteOrder } from '../../order.ts'
import { betterOrder, providerFlags } from '../../providers/better-order.ts'
import type { Check } from '../check.ts'
import { few } from '../few.ts'
import type { Finding } from '../finding.ts'
import { misorderedIn, type Misordered } from './settings-misordered.ts'

type Group = readonly [Misordered, ...Misordered[]]

const findingOf = (found: Group, flags: string): Finding => {
  const [{ kind, first, better }] = found
  const secrets = found.map(({ secret }) => secret).sort(byteOrder)
  return {
    severity: kind === 'shadowed' ? 'error' : 'warning',
    object: kind === 'broken' ? first : better,
    params: {
      problem: kind,
      first,
      exec: better,
      flags,
      count: String(found.length),
      clusters: few(found.map(({ cluster }) => cluster).sort(byteOrder)),
      secrets: few(secrets),
      ...(found.some(({ dies }) => dies) ? { dying: 'true' } : {}),
    },
    related: secrets,
  }
}

const gathered = (all: readonly Misordered[]): readonly Group[] => {
  const groups = new Map<string, [Misordered, ...Misordered[]]>()
  for (const one of all) {
    const key = JSON.stringify([one.kind, one.first, one.better])
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}

/** The first that translates wins (C2.66), so the order of providers decides which credential Argo CD gets. */
export const providerOrder: Check = {
  id: 'provider-order',
  section: 'settings',
  on: 'anywhere',
  run: async (inspection) => {
    const { providers } = inspection.settings
    // The built-in provider of imports is always last.
    const configured = new Set(providers.map(({ name }) => name))
    const found = misorderedIn(await inspection.look()).filter(({ better }) => configured.has(better))
    // Where a Secret is to blame, no order is better.
    const pairs = found.filter(({ kind }) => kind !== 'broken')
    const flags = providerFlags(betterOrder(providers, pairs))
    return gathered(found).map((group) => findingOf(group, flags))
  },
}
