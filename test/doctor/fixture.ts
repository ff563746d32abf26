import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { parseConfig } from '../../src/settings/config-file.ts'
import { parseDuration } from '../../src/settings/duration.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { fillAll } from '../fixtures/kubeconfigs/load.ts'

const FOLDER = new URL('fixtures/', import.meta.url)

export type Side = 'bad' | 'good'

/**
 * What stands in `fixture.yaml` beside the objects of `bad.yaml` and `good.yaml`; all of it is optional. What `bad` and
 * `good` hold goes before what both share.
 */
interface Circumstances {
  /** Keys of a configuration file. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Source namespaces, as with `-n`. */
  readonly namespaces?: readonly string[]
  /** RFC 3339. Default 2026-11-29T12:00:00Z. */
  readonly now?: string
  /** A duration. Default 7d. */
  readonly minValidity?: string
  /** Ids that the bad side may yield too. */
  readonly companions?: readonly string[]
  /** Calls that the hub refuses: `VERB RESOURCE [NAMESPACE]`, as `list secrets team-a`; `*` is any. */
  readonly forbidden?: readonly string[]
  /** Whom the hub takes the command for. Default: a person. */
  readonly user?: string
  /** Resources that the hub does not serve. */
  readonly unserved?: readonly string[]
  /** Only the fixture's objects are there, not those of base.yaml. */
  readonly bare?: boolean
}

interface FixtureFile extends Circumstances {
  readonly bad?: Circumstances
  readonly good?: Circumstances
}

export interface Fixture {
  readonly objects: readonly object[]
  readonly settings: Settings
  readonly now: number
  readonly minValidity: number
  readonly companions: readonly string[]
  readonly forbidden: readonly string[]
  readonly unserved: readonly string[]
  readonly user?: string
}

const textOf = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8')

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with this end; nobody signed it. */
const jwt = (end: string): string =>
  [base64url({ alg: 'RS256' }), base64url({ exp: Date.parse(end) / 1000 }), 'c2ln'].join('.')

const withTokens = (text: string): string =>
  text.replaceAll(/\$\{jwt:([^}]+)\}/g, (_whole, end: string) => jwt(end))

/**
 * The objects of a file of several documents. In their texts `${jwt:RFC3339}` is a token that ends then, `${ca}` and
 * `${pem:ca}` are what test/fixtures/kubeconfigs/material.yaml has under that name.
 */
export const objectsIn = (path: string): readonly object[] =>
  parseAllDocuments(withTokens(textOf(path)))
    .map((document) => {
      const [fault] = document.errors
      if (fault) throw fault
      return fillAll(document.toJS()) as object | null
    })
    .filter((object) => object !== null)

/** What both sides of a fixture rest on: a healthy hub with nothing registered. */
const base = (): readonly object[] => objectsIn('base.yaml')

const settingsOf = ({ settings = {}, namespaces }: Circumstances): Settings =>
  resolveSettings(
    parseConfig(stringify({ apiVersion: 'registrar/v1', kind: 'Config', ...settings }), 'fixture.yaml'),
    namespaces,
  )

export const hasFixture = (id: string, side: Side): boolean =>
  existsSync(fileURLToPath(new URL(`${id}/${side}.yaml`, FOLDER)))

export const readFixture = (id: string, side: Side): Fixture => {
  const file = existsSync(fileURLToPath(new URL(`${id}/fixture.yaml`, FOLDER)))
    ? (parse(textOf(`${id}/fixture.yaml`)) as FixtureFile)
    : {}
  const given: Circumstances = { ...file, ...file[side] }
  return {
    objects: [...(given.bare ? [] : base()), ...objectsIn(`${id}/${side}.yaml`)],
    settings: settingsOf(given),
    now: Date.parse(given.now ?? '2026-11-29T12:00:00Z'),
    minValidity: parseDuration(given.minValidity ?? '7d', { days: true })!,
    companions: given.companions ?? [],
    forbidden: given.forbidden ?? [],
    unserved: given.unserved ?? [],
    ...(given.user === undefined ? {} : { user: given.user }),
  }
}
