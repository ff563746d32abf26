import { SECRET_TYPE_CLUSTER, SECRET_TYPE_LABEL } from '../../argocd/cluster-secret.ts'
import { keysUnder } from '../../engine/keys.ts'
import type { Secret } from '../../kube/objects.ts'
import { Skipped, type Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import { PROBE_IDS, timingsText, totalOf, type ProbeId, type Verdict } from '../probe/verdict.ts'

/** Registrations that Argo CD sees, whoever made them; with `-n` those from these namespaces. */
const live = async (inspection: Inspection): Promise<readonly Secret[]> => {
  const { targetNamespace: namespace, labelPrefix, namespaces } = inspection.settings
  const labelSelector = `${SECRET_TYPE_LABEL}=${SECRET_TYPE_CLUSTER}`
  const found = await inspection.list('secrets', { namespace, labelSelector })
  if (namespaces.length === 0) return found
  const { sourceNamespace } = keysUnder(labelPrefix)
  return found.filter(({ metadata }) => namespaces.includes(metadata.labels?.[sourceNamespace] ?? ''))
}

const verdictsOf = (inspection: Inspection): Promise<readonly Verdict[]> =>
  inspection.shared('probe', async () => {
    if (!inspection.prober) throw new Skipped('nothing can be contacted from here')
    return inspection.prober(await live(inspection))
  })

const findingsOf = (verdicts: readonly Verdict[], wanted: ProbeId): readonly Finding[] =>
  verdicts.flatMap(({ cluster, fault, timings }) =>
    fault?.id === wanted
      ? [
          {
            severity: fault.severity,
            object: cluster,
            params: { ...fault.params, times: timingsText(timings) },
          },
        ]
      : [],
  )

const probeCheck = (id: ProbeId): Check => ({
  id,
  section: 'registrations',
  on: 'hub',
  only: 'probe',
  run: async (inspection) => findingsOf(await verdictsOf(inspection), id),
})

/** How long those took that answered, the slowest first: what no finding tells of. */
const summary = (verdicts: readonly Verdict[]): readonly Finding[] => {
  const answered = verdicts
    .filter(({ fault }) => fault === undefined)
    .sort((a, b) => totalOf(b.timings) - totalOf(a.timings))
  if (answered.length === 0) return []
  return [
    {
      severity: 'info',
      object: '',
      params: { problem: 'none', answered: String(answered.length), all: String(verdicts.length) },
      related: answered.map(({ cluster, timings }) => `${cluster} (${timingsText(timings)})`),
    },
  ]
}

const probeSlow: Check = {
  ...probeCheck('probe-slow'),
  run: async (inspection) => {
    const verdicts = await verdictsOf(inspection)
    const findings = findingsOf(verdicts, 'probe-slow')
    // What a pod saw, it has summed up itself.
    return inspection.probe === 'pod' ? findings : [...findings, ...summary(verdicts)]
  },
}

export const PROBE_CHECKS: readonly Check[] = PROBE_IDS.map((id) =>
  id === 'probe-slow' ? probeSlow : probeCheck(id),
)
