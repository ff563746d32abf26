import { byteOrder } from '../order.ts'
import type { Row, State } from './row.ts'

export const SORT_KEYS = [
  'name',
  'server',
  'provider',
  'source',
  'state',
  'credential',
  'expires',
  'age',
  'secret',
  'shard',
  'project',
] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** What needs somebody first, first. */
const URGENCY: readonly State[] = [
  'expired',
  'expiring',
  'active',
  'pinned',
  'held',
  'demoted',
  'hidden',
  'foreign',
  'gone',
]

type Order = (a: Row, b: Row) => number

/** Absent values go last. */
const by =
  <T>(value: (row: Row) => T | undefined, order: (a: T, b: T) => number): Order =>
  (a, b) => {
    const [one, other] = [value(a), value(b)]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined)
    return order(one, other)
  }

const numeric = (a: number, b: number): number => a - b

const ORDERS: Readonly<Record<SortKey, Order>> = {
  name: by(({ entry }) => entry.name, byteOrder),
  server: by(({ entry }) => entry.server || undefined, byteOrder),
  provider: by(({ entry }) => entry.provider, byteOrder),
  source: by(({ entry }) => entry.source, byteOrder),
  state: by(({ state }) => URGENCY.indexOf(state), numeric),
  credential: by(({ entry }) => entry.credential, byteOrder),
  expires: by(({ entry }) => entry.notAfter, numeric),
  // The youngest first: an age grows as the instant it counts from goes back.
  age: by(
    ({ entry }) => entry.created,
    (a, b) => b - a,
  ),
  secret: by(({ entry }) => entry.secret, byteOrder),
  // `10` after `9`: shards are numbers, but anybody may have written anything.
  shard: by(
    ({ entry }) => entry.shard,
    (a, b) => a.length - b.length || byteOrder(a, b),
  ),
  project: by(({ entry }) => entry.project, byteOrder),
}

/** In the order of a column, then of names. */
export const sortRows = (rows: readonly Row[], key: SortKey = 'name'): readonly Row[] =>
  rows.toSorted((a, b) => ORDERS[key](a, b) || ORDERS.name(a, b) || ORDERS.secret(a, b))
