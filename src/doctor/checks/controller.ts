import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import { admissionAbsent, admissionWarnOnly } from './admission.ts'
import { differences, publishedSettings } from './controller-config.ts'
import { instancesOf, providersText, type Instance } from './controller-instances.ts'
import { heldLeases, sighted } from './controller-leases.ts'

/** Of several that don't work the first stands for all. */
const stopped = ({ name, wanted }: Instance, known: readonly Instance[]): Finding => {
  const [namespace = '', deployment = ''] = name.split('/')
  return {
    severity: 'warning',
    object: name,
    params: { problem: wanted === 0 ? 'scaled-down' : 'not-ready', namespace, deployment },
    ...(known.length > 1 ? { related: known.map((each) => each.name) } : {}),
  }
}

const controllerAbsent: Check = {
  id: 'controller-absent',
  section: 'controller',
  on: 'hub',
  run: async (inspection) => {
    const instances = await sighted(instancesOf(inspection))
    const known = 'seen' in instances ? instances.seen : []
    if (known.some(({ ready }) => ready > 0)) return []
    const leases = await sighted(heldLeases(inspection, known))
    // A stale one is `controller-stale`.
    if ('seen' in leases && leases.seen.length > 0) return []
    if ('refusal' in instances) throw instances.refusal
    const { managedBy } = inspection.settings
    const [first] = known
    if (first) return [stopped(first, known)]
    // Absent is only what may be seen: one that runs elsewhere would hold the lease.
    if ('refusal' in leases) throw leases.refusal
    return [{ severity: 'info', object: managedBy, params: { problem: 'none', managedBy } }]
  },
}

const controllerStale: Check = {
  id: 'controller-stale',
  section: 'controller',
  on: 'hub',
  run: async (inspection) => {
    const instances = await sighted(instancesOf(inspection))
    const leases = await heldLeases(inspection, 'seen' in instances ? instances.seen : [])
    const { targetNamespace: target } = inspection.settings
    return leases
      .filter(({ isStale }) => isStale)
      .map(({ name, holder, renewed }): Finding => ({
        severity: 'warning',
        object: `${target}/${name}`,
        params: { lease: name, holder, renewed, target },
      }))
  },
}

const controllerDuplicate: Check = {
  id: 'controller-duplicate',
  section: 'controller',
  on: 'hub',
  run: async (inspection) => {
    const working = (await instancesOf(inspection)).filter(({ wanted }) => wanted > 0)
    if (new Set(working.map(({ settings }) => providersText(settings))).size < 2) return []
    const { managedBy } = inspection.settings
    return [
      {
        severity: 'error',
        object: managedBy,
        params: { managedBy, deployments: working.map(({ name }) => name).join(' and ') },
        related: working.map(({ name, settings }) => `${name}: ${providersText(settings)}`),
      },
    ]
  },
}

const controllerSettings: Check = {
  id: 'controller-settings',
  section: 'controller',
  on: 'hub',
  run: async (inspection) => {
    const { settings: here } = inspection
    const { targetNamespace: target } = here
    const published = await publishedSettings(inspection)
    // Another owner's controller has registrations of its own, and settings of its own.
    const [only, ...others] = published.filter(
      ({ settings }) =>
        published.length === 1 ||
        settings.managedBy === undefined ||
        settings.managedBy.value === here.managedBy,
    )
    if (!only || others.length > 0) return []
    const keys = differences(only.settings, here)
    if (keys.length === 0) return []
    return [
      {
        severity: 'warning',
        object: `configmap ${target}/${only.name}`,
        params: { configmap: only.name, target, keys: keys.join(', ') },
      },
    ]
  },
}

export const CONTROLLER_CHECKS = [
  controllerAbsent,
  controllerStale,
  controllerDuplicate,
  controllerSettings,
  admissionAbsent,
  admissionWarnOnly,
] as const
