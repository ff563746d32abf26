import { existsSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { printRows, type Row } from './rows.ts'
import { filesSection } from './sections/files.ts'
import { startSection } from './sections/start.ts'
import { syncSection } from './sections/sync.ts'

const here = dirname(fileURLToPath(import.meta.url))
const SECTIONS = [startSection, filesSection, syncSection]
const NAMES = SECTIONS.map(({ name }) => name).join(', ')

const USAGE = `npm run bench -- [--clusters N] [--repeats N] [--only SECTION]... [--product FILE] [--results FILE]
sections: ${NAMES}
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
})

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      clusters: { type: 'string', default: '1000' },
      repeats: { type: 'string', default: '5' },
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
  const options = { clusters, repeats: positive('repeats', values.repeats), product: values.product, note }
  const rows: Row[] = []
  for (const section of SECTIONS) {
    if (values.only.length === 0 || values.only.includes(section.name))
      rows.push(...(await section.run(options)))
  }
  process.stdout.write(printRows(rows))
  const results = { machine: machine(), clusters, repeats: options.repeats, rows }
  writeFileSync(values.results, JSON.stringify(results, undefined, 2) + '\n')
}

main().catch((error: unknown) => {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
