import type { Check } from '../check.ts'
import type { Inspection } from '../inspection.ts'
import { allowedOf, isServiceAccount, unmet, type Need } from './access-needs.ts'
import { accessSecrets } from './access-secrets.ts'
import { targetNamespaceMissing } from './target-namespace.ts'

const SECRETS = { group: '', resource: 'secrets' } as const
const NAMESPACES = { group: '', resource: 'namespaces' } as const

/** What only `watch` makes use of: a person who may not is told, and no more. */
const forWatch = async (inspection: Inspection): Promise<'warning' | 'info'> =>
  (await isServiceAccount(inspection)) ? 'warning' : 'info'

const accessNamespaces: Check = {
  id: 'access-namespaces',
  section: 'access',
  on: 'hub',
  run: async (inspection) => {
    const isOwn = await isServiceAccount(inspection)
    const needs: readonly Need[] = [
      { ...NAMESPACES, verbs: ['list'], stops: 'no command works without it', severity: 'error' },
      {
        ...NAMESPACES,
        verbs: ['get'],
        stops: "sync, prune and watch can't prove that a namespace is gone, and remove nothing",
        severity: 'warning',
      },
      {
        ...NAMESPACES,
        verbs: ['watch'],
        stops: 'watch lists them once an interval instead',
        severity: await forWatch(inspection),
      },
      {
        ...NAMESPACES,
        verbs: ['patch'],
        stops: "register, and revert of a rename, can't label a namespace",
        severity: 'info',
      },
    ]
    // Labelling is a person's work: what runs on its own is better off without it.
    return unmet(inspection, isOwn ? needs.slice(0, 3) : needs)
  },
}

const accessWrite: Check = {
  id: 'access-write',
  section: 'access',
  on: 'hub',
  run: (inspection) => {
    const target = { ...SECRETS, namespace: inspection.settings.targetNamespace }
    return unmet(inspection, [
      {
        ...target,
        verbs: ['create', 'update'],
        stops: "sync, register, demote, revert and watch can't write registrations",
        severity: 'error',
      },
      {
        ...target,
        verbs: ['delete'],
        stops: 'prune fails, and so does every removal of sync and watch (--no-prune does without)',
        severity: 'warning',
      },
    ])
  },
}

const accessLease: Check = {
  id: 'access-lease',
  section: 'access',
  on: 'hub',
  run: async (inspection) =>
    unmet(inspection, [
      {
        group: 'coordination.k8s.io',
        resource: 'leases',
        namespace: inspection.settings.targetNamespace,
        verbs: ['get', 'create', 'update'],
        stops: 'watch --leader-elect never leads',
        severity: await forWatch(inspection),
      },
    ]),
}

const accessWatchSecrets: Check = {
  id: 'access-watch-secrets',
  section: 'access',
  on: 'hub',
  run: async (inspection) => {
    const need: Need = {
      ...SECRETS,
      verbs: ['watch'],
      stops: 'watch notices a kubeconfig once an interval, and not at once',
      severity: await forWatch(inspection),
    }
    const everywhere = await unmet(inspection, [need])
    // Who may watch them everywhere may do so in the target namespace.
    if (everywhere.length === 0) return []
    const target = {
      ...need,
      namespace: inspection.settings.targetNamespace,
      stops: 'watch notices a registration that was changed by hand once an interval, and not at once',
    }
    return [...everywhere, ...(await unmet(inspection, [target]))]
  },
}

const WRITES = ['create', 'update', 'patch', 'delete'] as const

const accessTooWide: Check = {
  id: 'access-too-wide',
  section: 'access',
  on: 'hub',
  run: async (inspection) => {
    if (!(await isServiceAccount(inspection))) return []
    const verbs = await allowedOf(inspection, { ...SECRETS, verbs: WRITES })
    if (verbs.length === 0) return []
    const { username } = await inspection.whoAmI()
    const { targetNamespace: target } = inspection.settings
    return [
      { severity: 'warning', object: username, params: { who: username, verbs: verbs.join(', '), target } },
    ]
  },
}

export const ACCESS_CHECKS = [
  targetNamespaceMissing,
  accessNamespaces,
  accessSecrets,
  accessWrite,
  accessLease,
  accessWatchSecrets,
  accessTooWide,
] as const
