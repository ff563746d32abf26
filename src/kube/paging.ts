import type { KubeClient, ListOptions, Page } from './client.ts'
import { isExpired } from './errors.ts'
import type { ObjectMetadata, Objects, Resource } from './objects.ts'
import { RESOURCES } from './resources.ts'

export type ListSelection = Omit<ListOptions, 'limit' | 'continue'>

export interface Listing<T> {
  readonly items: readonly T[]
  /** Version of the collection as of the first page; a watch resumes from it. */
  readonly resourceVersion: string
}

/** Objects a page (decisions.md §5). */
interface PageSizes {
  readonly usual: number
  /** Of a list that expired twice: fewer and larger pages, before it is given up. */
  readonly lastResort: number
}

/** Metadata is a tenth the size of a Secret. */
const METADATA_PAGES: PageSizes = { usual: 2000, lastResort: 5000 }

const pagesOf = (resource: Resource): PageSizes => {
  const usual = RESOURCES[resource].pageSize
  return { usual, lastResort: 10 * usual }
}

/**
 * Reads a list page by page, keeping what `keep` returns. A 410 between pages starts it over, twice at most and the
 * second time in pages of the last resort; the third is thrown. Never asks for `resourceVersion=0`: the
 * watch cache ignores `limit`.
 * @param restart called before every start, for a `keep` that collects by itself
 */
const collect = async <Raw, Kept>(
  page: (limit: number, token: string | undefined) => Promise<Page<Raw>>,
  sizes: PageSizes,
  keep: (raw: Raw) => Kept | undefined,
  restart: () => void,
): Promise<Listing<Kept>> => {
  for (const limit of [sizes.usual, sizes.usual]) {
    restart()
    try {
      return await readPages(page, limit, keep)
    } catch (error) {
      if (!isExpired(error)) throw error
    }
  }
  restart()
  return readPages(page, sizes.lastResort, keep)
}

const readPages = async <Raw, Kept>(
  page: (limit: number, token: string | undefined) => Promise<Page<Raw>>,
  limit: number,
  keep: (raw: Raw) => Kept | undefined,
): Promise<Listing<Kept>> => {
  const items: Kept[] = []
  let token: string | undefined
  for (;;) {
    const { items: raw, continue: next, resourceVersion } = await page(limit, token)
    for (const object of raw) {
      const kept = keep(object)
      if (kept !== undefined) items.push(kept)
    }
    if (!next) return { items, resourceVersion }
    token = next
  }
}

/** A continued list is of the version its first page was of. */
const withToken = (
  { notOlderThan, ...selection }: ListSelection,
  limit: number,
  token: string | undefined,
): ListOptions => {
  if (token !== undefined) return { ...selection, limit, continue: token }
  return notOlderThan === undefined ? { ...selection, limit } : { ...selection, limit, notOlderThan }
}

const nothing = (): void => undefined

/** Every object of a list, reduced by `keep` page by page so that bodies are not held. */
export const listAll = <R extends Resource, Kept>(
  client: KubeClient,
  resource: R,
  selection: ListSelection,
  keep: (object: Objects[R]) => Kept | undefined,
): Promise<Listing<Kept>> =>
  collect(
    (limit, token) => client.listPage(resource, withToken(selection, limit, token)),
    pagesOf(resource),
    keep,
    nothing,
  )

/** The same over metadata only. */
export const listAllMetadata = <Kept>(
  client: KubeClient,
  resource: Resource,
  selection: ListSelection,
  keep: (object: ObjectMetadata) => Kept | undefined,
  restart: () => void = nothing,
): Promise<Listing<Kept>> =>
  collect(
    (limit, token) => client.listMetadataPage(resource, withToken(selection, limit, token)),
    METADATA_PAGES,
    keep,
    restart,
  )
