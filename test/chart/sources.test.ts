import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { DEFAULT_VALUES } from '../../src/manifests/default-values.ts'
import type { Schema } from '../../src/manifests/schema.ts'
import { PRESET_NAMES } from '../../src/providers/presets.ts'
import { READERS } from '../../src/settings/config-readers.ts'
import { DEFAULTS } from '../../src/settings/settings.ts'
import { ROOT } from '../support/cli.ts'
import { CHART, helm, useHelm } from './helm.ts'
import { VERSION } from './version.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const schema = JSON.parse(read('deploy/chart/values.schema.json')) as Schema
const renamed = Object.keys(JSON.parse(read('deploy/chart/files/renamed.json')) as object)

/** The keywords that src/manifests/schema.ts knows; two say nothing of values. */
const KEYWORDS = [
  '$schema',
  'title',
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minItems',
  'uniqueItems',
  'enum',
  'pattern',
  'minimum',
  'maximum',
  'not',
  'anyOf',
]

const innerOf = ({
  additionalProperties,
  anyOf = [],
  items,
  not,
  properties = {},
}: Schema): readonly Schema[] => [
  ...Object.values(properties),
  ...anyOf,
  ...[additionalProperties, items, not].filter((inner) => typeof inner === 'object'),
]

const keywordsOf = (part: Schema): readonly string[] => [
  ...Object.keys(part),
  ...innerOf(part).flatMap(keywordsOf),
]

/** Paths of values, as deep as the schema names them. */
const named = ({ additionalProperties, properties = {} }: Schema, path = ''): readonly string[] =>
  additionalProperties === false
    ? Object.entries(properties).flatMap(([key, inner]) => named(inner, `${path}.${key}`))
    : [path]

const pathsIn = (value: unknown, part: Schema, path = ''): readonly string[] =>
  part.additionalProperties === false
    ? Object.entries(value as object).flatMap(([key, inner]) =>
        pathsIn(inner, part.properties?.[key] ?? {}, `${path}.${key}`),
      )
    : [path]

describe('the sources of the chart', () => {
  it('given values.yaml, then the verb manifests begins with the same', () => {
    assert.deepEqual(DEFAULT_VALUES, parse(read('deploy/chart/values.yaml')))
  })

  it('given the schema, then it has every value, and no other', () => {
    const others = new Set(['.global', ...renamed.map((key) => `.${key}`)])
    assert.deepEqual(
      named(schema)
        .filter((path) => !others.has(path))
        .toSorted(),
      pathsIn(DEFAULT_VALUES, schema).toSorted(),
    )
  })

  it('given the schema, then the verb manifests knows every keyword of it', () => {
    assert.deepEqual(
      [...new Set(keywordsOf(schema))].filter((keyword) => !KEYWORDS.includes(keyword)),
      [],
    )
  })

  it('given a key of the configuration, then it is a value of the chart, with the same default', () => {
    assert.deepEqual(
      Object.keys(READERS).filter((key) => !Object.hasOwn(DEFAULT_VALUES, key)),
      [],
    )
    const { providers: _preset, ...defaults } = DEFAULTS
    const keys = Object.keys(defaults)
    assert.deepEqual(
      Object.fromEntries(Object.entries(DEFAULT_VALUES).filter(([key]) => keys.includes(key))),
      defaults,
    )
  })

  it('given the schema, then it has the presets that there are', () => {
    const [, names = ''] = /\((capa-eks[\w|-]+)\|\[/.exec(read('deploy/chart/values.schema.json')) ?? []
    assert.deepEqual(names.split('|'), PRESET_NAMES)
  })

  it('C8.09: given the version of the package, then it is that of the chart and of the program in it', () => {
    const { appVersion, version } = parse(read('deploy/chart/Chart.yaml')) as Readonly<Record<string, string>>
    assert.deepEqual([version, appVersion], [VERSION, VERSION])
  })

  describe('as helm sees them', function () {
    this.timeout(30_000)
    useHelm()

    it('given the chart, then helm finds no fault in it', async () => {
      const { code, stdout } = await helm(['lint', '--strict', CHART])
      assert.deepEqual([code, stdout.includes('1 chart(s) linted, 0 chart(s) failed')], [0, true], stdout)
    })
  })
})

describe('deploy/Dockerfile', () => {
  const stages = read('deploy/Dockerfile').split(/^(?=FROM )/m)
  const last = stages.at(-1) ?? ''
  const instructions = (stage: string): readonly string[] => stage.match(/^[A-Z]+ /gm) ?? []

  it('given its last stage, then nothing is in it but what the build laid out, and nothing is run in it', () => {
    assert.match(last, /^FROM scratch$/m)
    assert.deepEqual(
      instructions(last).filter((word) => ['COPY ', 'ADD ', 'RUN '].includes(word)),
      ['COPY '],
    )
    assert.match(last, /^COPY --from=build \/rootfs \/$/m)
  })

  it('given its last stage, then it runs as the user that the Deployment names, without a shell', () => {
    assert.match(last, /^USER 65532:65532$/m)
    assert.match(last, /^ENTRYPOINT \["\/usr\/local\/bin\/node", "\/app\/bin\/run\.js"\]$/m)
  })

  it('given its labels, then they are those of the OCI', () => {
    const labels = [...last.matchAll(/org\.opencontainers\.image\.(\w+)=/g)].map(([, name]) => name)
    assert.deepEqual(labels, ['title', 'description', 'licenses', 'version', 'revision', 'created'])
    assert.match(last, new RegExp(`^ARG VERSION=${VERSION.replaceAll('.', '\\.')}$`, 'm'))
  })
})
