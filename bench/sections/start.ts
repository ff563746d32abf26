import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHub } from '../../test/envtest/hub.ts'
import { loadFleet } from '../../test/fleet/load.ts'
import { makeFleet } from '../../test/fleet/fleet.ts'
import { grantReference } from '../../test/envtest/identities.ts'
import { measure, type Command } from '../measure.ts'
import { programOf } from '../product.ts'
import { row, type Row } from '../rows.ts'
import type { BenchOptions, Section } from '../section.ts'

/** Runs of each, beside those that fill caches. */
const RUNS = 15
/** A hub of few. */
const CLUSTERS = 10

/** One of ours, and what it may take: so many times as long as one of kubectl's in the same run. */
interface Pair {
  readonly what: string
  readonly own: Command
  readonly kubectl: Command
  readonly ratio: number
}

const medianOf = (samples: readonly number[]): number => row('', 'ms', samples).median

const compare = async ({ what, own, kubectl, ratio }: Pair): Promise<readonly Row[]> => {
  const walls = { own: [] as number[], kubectl: [] as number[] }
  for (let run = -2; run < RUNS; run += 1) {
    const [theirs, ours] = [await measure(kubectl), await measure(own)]
    if (run < 0) continue
    walls.kubectl.push(theirs.wall)
    walls.own.push(ours.wall)
  }
  const other = `kubectl ${kubectl.args.slice(-2).join(' ')}`
  const limit = medianOf(walls.kubectl) * ratio
  return [
    row(`${what}, at most ${ratio} x ${other}`, 'ms', walls.own, limit),
    row(other, 'ms', walls.kubectl),
  ]
}

const run = async (options: BenchOptions): Promise<readonly Row[]> => {
  const scratch = mkdtempSync(join(tmpdir(), 'registrar-bench-'))
  const hub = await startHub({ namespaceController: true })
  try {
    await loadFleet(hub.rest, makeFleet({ clusters: CLUSTERS, presets: ['k3k'], unrelatedSecrets: 3 }))
    await grantReference(hub.rest, { targetNamespace: 'argocd' })
    const reach = ['--kubeconfig', hub.kubeconfig('reference')]
    const ours = (...args: string[]): Command => ({ ...programOf(options, args), scratch })
    const theirs = (...args: string[]): Command => ({ file: 'kubectl', args, scratch })
    await measure(ours('sync', ...reach, '--provider', 'k3k'))
    // Completion is asked for by another name.
    const complete = join(scratch, 'kubectl_complete-registrar')
    symlinkSync(options.product, complete)
    const completion: Command = { ...programOf(options, [''], complete), scratch }
    const client = theirs('version', '--client')
    const pairs: readonly Pair[] = [
      { what: '--help', own: ours('--help'), kubectl: client, ratio: 1 },
      { what: 'version', own: ours('version'), kubectl: client, ratio: 1 },
      { what: 'completion of a verb', own: completion, kubectl: client, ratio: 1.2 },
      {
        what: `list, ${CLUSTERS} clusters`,
        own: ours('list', ...reach),
        kubectl: { ...theirs('get', 'ns'), args: [...reach, 'get', 'ns'] },
        ratio: 1.6,
      },
    ]
    const rows: Row[] = []
    for (const pair of pairs) {
      rows.push(...(await compare(pair)))
      options.note(`${pair.what} measured`)
    }
    return rows
  } finally {
    await hub.stop()
    rmSync(scratch, { recursive: true })
  }
}

/** How long a person waits for the smallest commands, beside kubectl's own in the same run. */
export const startSection: Section = { name: 'start', run }
