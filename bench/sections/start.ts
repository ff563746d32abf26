import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure } from '../measure.ts'
import { row, type Row } from '../rows.ts'
import type { BenchOptions, Section } from '../section.ts'

const run = async ({ repeats, product, note }: BenchOptions): Promise<readonly Row[]> => {
  const scratch = mkdtempSync(join(tmpdir(), 'registrar-bench-'))
  const walls = { help: [] as number[], version: [] as number[], kubectl: [] as number[] }
  const once = async (file: string, ...args: string[]): Promise<number> =>
    (await measure({ file, args, scratch })).wall
  try {
    // The first run of each fills caches, the product's own code cache among them.
    for (let repeat = 0; repeat <= repeats * 4; repeat += 1) {
      const kubectl = await once('kubectl', 'version', '--client')
      const help = await once(process.execPath, product, '--help')
      const version = await once(process.execPath, product, 'version')
      if (repeat === 0) continue
      walls.kubectl.push(kubectl)
      walls.help.push(help)
      walls.version.push(version)
    }
    note('start-up measured')
    const kubectl = row('kubectl version --client, wall', 'ms', walls.kubectl)
    return [
      kubectl,
      row('--help, wall', 'ms', walls.help, kubectl.median),
      row('version, wall', 'ms', walls.version, kubectl.median),
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** How long a person waits for the smallest commands, beside kubectl's own in the same run. */
export const startSection: Section = { name: 'start', run }
