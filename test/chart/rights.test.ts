import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Parts } from '../../src/manifests/merge-values.ts'
import type { AuditEvent } from '../envtest/audit.ts'
import type { Hub } from '../envtest/hub.ts'
import { describeOrder } from '../watch/order.ts'
import { REFERENCE } from '../watch/sights.ts'
import { makeIdentity, podKubeconfig, podOf, type Pod } from './pod.ts'

interface Rule {
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

const grantedBy = ({ manifests }: Pod, kind: 'ClusterRole' | 'Role'): readonly string[] => {
  const rules = manifests.find((manifest) => manifest.kind === kind)?.['rules'] as readonly Rule[]
  return rules.flatMap(({ resources, verbs }) =>
    resources.flatMap((resource) => verbs.map((verb) => `${kind}: ${verb} ${resource}`)),
  )
}

/** The rule that a request was let through by: in the target namespace the narrower one. */
const rightOf = ({ namespace, resource, verb }: AuditEvent, target: string): string => {
  const isTarget = namespace === target && resource !== 'namespaces'
  return `${isTarget ? 'Role' : 'ClusterRole'}: ${verb} ${resource}`
}

const sorted = (words: Iterable<string>): readonly string[] => [...new Set(words)].toSorted()

interface Installation {
  readonly title: string
  readonly values: Parts
  /** What it asks for, is refused, and does without. */
  readonly refused: readonly string[]
}

const INSTALLATIONS: readonly Installation[] = [
  {
    title: 'the rights of the chart as it comes',
    values: { interval: '1s' },
    refused: [
      'ClusterRole: list applications',
      'ClusterRole: list applicationsets',
      'ClusterRole: watch secrets',
      'Role: create events',
      'Role: list applications',
      'Role: list applicationsets',
      'Role: watch secrets',
    ],
  },
  {
    title: 'every right that the chart can give',
    values: {
      interval: '1h',
      leaderElection: { enabled: true },
      rbac: { watchSecrets: true, watchTargetSecrets: true, events: true, applications: true },
    },
    refused: [],
  },
]

for (const [index, { title, values, refused }] of INSTALLATIONS.entries()) {
  const name = `chart-${index}`
  const target = `argocd-${name}`
  const quiet = { logFormat: 'json', probes: { enabled: false } }
  const pod = podOf(
    { targetNamespace: target, managedBy: `owner-${name}`, ...quiet, ...values },
    target,
    name,
  )
  const asked: { hub?: Hub; mark?: number } = {}

  describeOrder(
    title,
    (hub) => {
      const config = join(hub.scratch, `${name}.yaml`)
      const grant = async (): Promise<void> => {
        writeFileSync(config, pod.configText)
        await makeIdentity(hub, pod)
        asked.hub = hub
        asked.mark = await hub.audit.mark()
      }
      return {
        hub,
        name,
        sight: { ...REFERENCE, words: pod.words(config), grant },
        way: (_site, _sight, proxy) => podKubeconfig(hub, pod, proxy),
      }
    },
    () => {
      it('given all of that, then each right was used, and nothing else was asked for but what it does without (C8.01–C8.06)', async () => {
        const events = await asked.hub!.audit.since(asked.mark!, pod.user)
        const rights = (isFine: (code: number) => boolean): readonly string[] =>
          sorted(
            events
              .filter(({ code, resource }) => resource !== '' && isFine(code))
              .map((event) => rightOf(event, target)),
          )
        assert.deepEqual(
          {
            used: rights((code) => code < 300),
            refused: rights((code) => code === 403 || code === 401),
          },
          {
            used: sorted([...grantedBy(pod, 'ClusterRole'), ...grantedBy(pod, 'Role')]),
            refused,
          },
        )
      })
    },
  )
}
