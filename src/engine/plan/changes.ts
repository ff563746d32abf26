import type { Change } from '../decision.ts'

type Map = Readonly<Record<string, string>>

/** What differs between two maps, in key order. @param path `metadata.labels` and the like */
export const mapChanges = (path: string, from: Map, to: Map): Change[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .sort()
    .filter((key) => from[key] !== to[key])
    .map((key) => ({
      path: `${path}[${key}]`,
      ...(from[key] === undefined ? {} : { from: from[key] }),
      ...(to[key] === undefined ? {} : { to: to[key] }),
    }))
