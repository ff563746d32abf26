import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { fleetObjects, makeFleet } from '../../test/fleet/fleet.ts'
import { measure, type Measured } from '../measure.ts'
import { programOf } from '../product.ts'
import { readReport } from '../report.ts'
import { row, type Row } from '../rows.ts'
import type { BenchOptions, Section } from '../section.ts'

/** One file a namespace, as a repository of manifests is laid out. */
const writeManifests = (folder: string, clusters: number): void => {
  mkdirSync(folder)
  const texts = new Map<string, string[]>()
  for (const object of fleetObjects(makeFleet({ clusters, presets: ['k3k'], unrelatedSecrets: 3 }))) {
    const name = object.metadata.namespace ?? object.metadata.name
    texts.set(name, [...(texts.get(name) ?? []), stringify(object, { lineWidth: 0 })])
  }
  for (const [name, documents] of texts) writeFileSync(join(folder, `${name}.yaml`), documents.join('---\n'))
}

const run = async (options: BenchOptions): Promise<readonly Row[]> => {
  const { clusters, repeats, note } = options
  const scratch = mkdtempSync(join(tmpdir(), 'registrar-bench-'))
  try {
    const folder = join(scratch, 'manifests')
    writeManifests(folder, clusters)
    const passes: Measured[] = []
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      note(`manifests ${repeat} of ${repeats}`)
      const args = ['sync', '--filename', folder, '--provider', 'k3k', '-o', 'json']
      const measured = await measure({ ...programOf(options, args), scratch })
      readReport(measured.stdout, 'register', clusters)
      passes.push(measured)
    }
    const what = `sync -f, ${clusters} clusters`
    const budgets = clusters === 1000 ? { ms: 2500, memory: 200 } : {}
    return [
      row(
        `${what}, wall`,
        'ms',
        passes.map(({ wall }) => wall),
        budgets.ms,
      ),
      row(
        `${what}, CPU`,
        'ms',
        passes.map(({ cpu }) => cpu),
      ),
      row(
        `${what}, memory`,
        'MiB',
        passes.map(({ memory }) => memory),
        budgets.memory,
      ),
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A pass over a folder of manifests: no network, all parsing. */
export const filesSection: Section = { name: 'files', run }
