import type { ListenAddress } from './address.ts'
import { NOT_FOUND, startEndpoint, type Endpoint, type Reply } from './http-endpoint.ts'

/** What has to hold, by name; `ping` holds of itself. */
export type Checks = Readonly<Record<string, () => boolean>>

export interface ProbeOptions {
  readonly address: ListenAddress
  /** Where the address was set, for messages. */
  readonly origin: string
  /** Default: only that it answers. */
  readonly health?: Checks
  /** Default: only that it answers, as on a standby (C7.49). */
  readonly ready?: Checks
}

type Result = readonly [name: string, holds: boolean]

const run = (checks: Checks): readonly Result[] =>
  Object.entries({ ping: () => true, ...checks })
    .map(([name, check]): Result => [name, check()])
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** As controller-runtime words it, which people's scripts and dashboards read. */
const summary = (probe: string, results: readonly Result[], verbose: boolean): Reply => {
  const holds = results.every(([, one]) => one)
  if (holds && !verbose) return { status: 200, body: 'ok' }
  const lines = results.map(([name, one]) => (one ? `[+]${name} ok` : `[-]${name} failed: reason withheld`))
  const body = [...lines, `${probe} check ${holds ? 'passed' : 'failed'}`, ''].join('\n')
  return { status: holds ? 200 : 500, body }
}

const one = (checks: Checks, name: string): Reply => {
  const result = run(checks).find(([known]) => known === name)
  if (result === undefined) return NOT_FOUND
  return result[1]
    ? { status: 200, body: 'ok' }
    : { status: 500, body: 'internal server error: reason withheld\n' }
}

/** Serves `/healthz` and `/readyz`, each check under its own name below them, and all of them with `?verbose`. */
export const startProbeServer = ({
  address,
  origin,
  health = {},
  ready = {},
}: ProbeOptions): Promise<Endpoint> => {
  const probes: Readonly<Record<string, Checks>> = { healthz: health, readyz: ready }
  return startEndpoint(address, origin, (path, query) => {
    const [, probe = '', name = ''] = /^\/(healthz|readyz)(?:\/([^/]*))?$/.exec(path) ?? []
    const checks = probes[probe]
    if (checks === undefined) return NOT_FOUND
    return name === '' ? summary(probe, run(checks), query.has('verbose')) : one(checks, name)
  })
}
