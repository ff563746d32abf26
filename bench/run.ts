import { existsSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { printDistributions, type Distribution } from './distribution.ts'
import { printRows, type Row } from './rows.ts'
import type { BenchOptions, Figure, Section } from './section.ts'
import { filesSection } from './sections/files.ts'
import { latencySection } from './sections/latency.ts'
import { memorySection } from './sections/memory.ts'
import { settledSection } from './sections/settled.ts'
import { soakSection } from './sections/soak.ts'
import { startSection } from './sections/start.ts'
import { syncSection } from './sections/sync.ts'

const here = dirname(fileURLToPath(import.meta.url))
const SECTIONS: readonly Section[] = [
  startSection,
  filesSection,
  syncSection,
  latencySection,
  settledSection,
  memorySection,
  soakSection,
]
const NAMES = SECTIONS.map(({ name }) => name).join(', ')

const USAGE = `npm run bench -- [--clusters N] [--repeats N] [--samples N] [--minutes N] [--only SECTION]...
                  [--product FILE] [--node-flag FLAG]... [--results FILE]
sections: ${NAMES}; soak only by name
`

const positive = (flag: string, text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${flag} ${text}: not a positive number`)
  return value
}

const machine = (): object => ({
  processor: cpus()[0]?.model ?? '',
  processors: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${platform()}/${arch()}`,
  node: process.version,
  // What else ran meanwhile: figures taken under a high load are to be taken again.
  load: loadavg().map((value) => Math.round(value * 100) / 100),
})

const isRow = (figure: Figure): figure is Row => 'unit' in figure

const print = (figures: readonly Figure[]): string => {
  const rows = figures.filter(isRow)
  const distributions = figures.filter((figure): figure is Distribution => !isRow(figure))
  return [
    ...(rows.length > 0 ? [printRows(rows)] : []),
    ...(distributions.length > 0 ? [printDistributions(distributions)] : []),
  ].join('\n')
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      clusters: { type: 'string', default: '1000' },
      repeats: { type: 'string', default: '5' },
      samples: { type: 'string', default: '200' },
      minutes: { type: 'string' },
      'node-flag': { type: 'string', multiple: true, default: [] },
      only: { type: 'string', multiple: true, default: [] },
      product: { type: 'string', default: join(here, '../bin/run.js') },
      results: { type: 'string', default: join(here, 'results.json') },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(USAGE)
    return
  }
  const unknown = values.only.find((name) => !SECTIONS.some((section) => section.name === name))
  if (unknown !== undefined) throw new Error(`no section ${unknown}; there are ${NAMES}`)
  if (!existsSync(values.product)) throw new Error(`${values.product} is missing: npm run build`)
  const clusters = positive('clusters', values.clusters)
  const note = (text: string): void => {
    process.stderr.write(`${text}\n`)
  }
  const options: BenchOptions = {
    clusters,
    repeats: positive('repeats', values.repeats),
    samples: positive('samples', values.samples),
    ...(values.minutes === undefined ? {} : { minutes: positive('minutes', values.minutes) }),
    product: values.product,
    nodeFlags: values['node-flag'],
    note,
  }
  const figures: Figure[] = []
  for (const section of SECTIONS) {
    const asked = values.only.length === 0 ? !section.onlyByName : values.only.includes(section.name)
    if (asked) figures.push(...(await section.run(options)))
  }
  process.stdout.write(print(figures))
  const results = { machine: machine(), clusters, repeats: options.repeats, figures }
  writeFileSync(values.results, JSON.stringify(results, undefined, 2) + '\n')
}

main().catch((error: unknown) => {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
