import { startHub, type Hub } from '../../test/envtest/hub.ts'
import { grantReference } from '../../test/envtest/identities.ts'
import { makeFleet } from '../../test/fleet/fleet.ts'
import { loadFleet } from '../../test/fleet/load.ts'
import { measure, type Measured } from '../measure.ts'
import { programOf } from '../product.ts'
import { readReport } from '../report.ts'
import { row, type Row } from '../rows.ts'
import type { BenchOptions, Section } from '../section.ts'

const TARGET = 'argocd'
const OURS = 'argocd-cluster-registrar/managed-by=cluster-registrar'

interface Pass {
  readonly measured: Measured
  /** As the product counted them. */
  readonly reported: number
  /** As the API server's audit log has them. */
  readonly audited: number
}

/** One pass under the reference identity. @throws unless it did `action` to every cluster and saw everything. */
const pass = async (hub: Hub, options: BenchOptions, action: string): Promise<Pass> => {
  const kubeconfig = hub.kubeconfig('reference')
  const flags = ['--kubeconfig', kubeconfig, '--provider', 'k3k', '--exec-credentials', '-o', 'json']
  const mark = await hub.audit.mark()
  const measured = await measure({
    ...programOf(options, ['sync', ...flags]),
    scratch: hub.scratch,
  })
  const report = readReport(measured.stdout, action, options.clusters)
  const audited = (await hub.audit.since(mark, 'reference')).length
  return { measured, reported: report.cost.requests, audited }
}

const rowsOf = (
  what: string,
  passes: readonly Pass[],
  budget: { readonly ms: number | undefined; readonly requests: number },
): readonly Row[] => [
  row(
    `${what}, wall`,
    'ms',
    passes.map(({ measured }) => measured.wall),
    budget.ms,
  ),
  row(
    `${what}, CPU`,
    'ms',
    passes.map(({ measured }) => measured.cpu),
  ),
  row(
    `${what}, memory`,
    'MiB',
    passes.map(({ measured }) => measured.memory),
  ),
  row(
    `${what}, audited`,
    'requests',
    passes.map(({ audited }) => audited),
    budget.requests,
  ),
  row(
    `${what}, reported`,
    'requests',
    passes.map(({ reported }) => reported),
    budget.requests,
  ),
]

/** Milliseconds, for the sizes a budget is given for. */
const FIRST_PASS = new Map([
  [100, 1000],
  [1000, 6000],
])
const SETTLED_PASS = new Map([[1000, 1000]])

const run = async (options: BenchOptions): Promise<readonly Row[]> => {
  const { clusters, repeats, note } = options
  const hub = await startHub()
  try {
    const fleet = makeFleet({ clusters, presets: ['k3k'], unrelatedSecrets: 3, targetNamespace: TARGET })
    const { objects, seconds } = await loadFleet(hub.rest, fleet)
    note(`${objects} objects loaded, ${Math.round(objects / seconds)} a second`)
    await grantReference(hub.rest, { targetNamespace: TARGET })
    const first: Pass[] = []
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      const ours = `labelSelector=${encodeURIComponent(OURS)}`
      await hub.rest.json('DELETE', `/api/v1/namespaces/${TARGET}/secrets?${ours}`)
      note(`first pass ${repeat} of ${repeats}`)
      first.push(await pass(hub, options, 'register'))
    }
    const settled: Pass[] = []
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      note(`settled pass ${repeat} of ${repeats}`)
      settled.push(await pass(hub, options, 'unchanged'))
    }
    return [
      ...rowsOf(`first pass, ${clusters} clusters`, first, {
        ms: FIRST_PASS.get(clusters),
        requests: 2.1 * clusters + 40,
      }),
      ...rowsOf(`settled pass, ${clusters} clusters`, settled, {
        ms: SETTLED_PASS.get(clusters),
        requests: 1.1 * clusters + 40,
      }),
    ]
  } finally {
    await hub.stop()
  }
}

/** A pass over a real hub by a fresh process: with nothing registered yet, and with nothing left to do. */
export const syncSection: Section = { name: 'sync', run }
