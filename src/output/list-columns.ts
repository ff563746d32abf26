import type { Row, State } from '../listing/row.ts'
import type { Paint } from './list-paint.ts'

/** A column of the list: its text in full, and what may be done to it where the terminal is too narrow. */
export interface ListColumn {
  readonly title: string
  readonly value: (row: Row) => string
  /** A shorter text that says the same. */
  readonly brief?: (row: Row) => string
  /** May be cut to so many characters. */
  readonly least?: number
  /** May be left out; the lowest number goes first. */
  readonly spare?: number
  readonly paint?: (text: string, row: Row) => string
}

const labelsText = ({ entry }: Row): string =>
  Object.entries(entry.moreLabels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')

const COLORS: Readonly<Record<State, keyof Paint>> = {
  active: 'good',
  pinned: 'good',
  expiring: 'attention',
  expired: 'bad',
  held: 'quiet',
  demoted: 'quiet',
  hidden: 'quiet',
  foreign: 'quiet',
  gone: 'quiet',
}

/** What is cut shorter tells nothing apart any more: an address of IPv4 with a port fits, less https://. */
const LEAST = { name: 12, server: 13, source: 11 }

const WIDE: readonly ListColumn[] = [
  { title: 'SECRET', value: ({ entry }) => entry.secret },
  { title: 'SHARD', value: ({ entry }) => entry.shard ?? '-' },
  { title: 'PROJECT', value: ({ entry }) => entry.project ?? '-' },
  { title: 'LABELS', value: (row) => labelsText(row) || '-' },
]

/** @param paint absent where there is no colour */
export const listColumns = (wide: boolean, paint: Paint | undefined): readonly ListColumn[] => [
  { title: 'NAME', value: ({ entry }) => entry.name, least: LEAST.name },
  {
    title: 'SERVER',
    value: ({ entry }) => entry.server || '-',
    // What everybody writes says nothing.
    brief: ({ entry }) => entry.server.replace(/^https:\/\//, '') || '-',
    least: LEAST.server,
  },
  { title: 'PROVIDER', value: ({ entry }) => entry.provider ?? '-', spare: 2 },
  { title: 'SOURCE', value: ({ entry }) => entry.source ?? '-', least: LEAST.source },
  {
    title: 'STATE',
    value: ({ state }) => state,
    ...(paint ? { paint: (text: string, { state }: Row) => paint[COLORS[state]](text) } : {}),
  },
  {
    title: 'CREDENTIAL',
    value: ({ entry }) => entry.credential,
    brief: ({ entry }) => entry.credential.replace('client-', ''),
    spare: 3,
  },
  { title: 'EXPIRES', value: ({ expires }) => expires ?? '-' },
  { title: 'AGE', value: ({ age }) => age ?? '-', spare: 1 },
  ...(wide ? WIDE : []),
]
