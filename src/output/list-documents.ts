import type { Row } from '../listing/row.ts'

const API_VERSION = 'registrar/v1'

const rfc3339 = (instant: number | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString().replace('.000Z', 'Z')

/** The columns of the wide table, and the two instants that EXPIRES and AGE are counted from; absent ones are left out. */
const itemOf = ({ entry, state, expires, age }: Row): object =>
  Object.fromEntries(
    Object.entries({
      name: entry.name,
      server: entry.server || undefined,
      provider: entry.provider,
      source: entry.source,
      state,
      credential: entry.credential,
      expires,
      age,
      notAfter: rfc3339(entry.notAfter),
      created: rfc3339(entry.created),
      pinned: entry.pinned ? true : undefined,
      secret: entry.secret,
      shard: entry.shard,
      project: entry.project,
      labels: entry.labels,
    }).filter(([, value]) => value !== undefined),
  )

/** `kind: RegistrationList`. A change of the keys or what they mean needs a new apiVersion. */
export const listDocument = (rows: readonly Row[]): object => ({
  apiVersion: API_VERSION,
  kind: 'RegistrationList',
  items: rows.map(itemOf),
})

/** One of them alone, as a list that is followed gives them. */
export const itemDocument = (row: Row): object => ({
  apiVersion: API_VERSION,
  kind: 'Registration',
  ...itemOf(row),
})
