import type { KubeClient, ListOptions, Page } from './client.ts'
import { isExpired } from './errors.ts'
import type { ObjectMetadata, Objects, Resource } from './objects.ts'

/** Objects a page (decisions.md §5). Metadata is a tenth the size, so its pages are larger. */
const PAGE_SIZE = 500
const METADATA_PAGE_SIZE = 2000
/** A list that expired twice is read in as few pages as the server allows before it is given up. */
const LAST_RESORT_PAGE_SIZE = 5000

export type ListSelection = Omit<ListOptions, 'limit' | 'continue'>

export interface Listing<T> {
  readonly items: readonly T[]
  /** Version of the collection as of the first page; a watch resumes from it. */
  readonly resourceVersion: string
}

/**
 * Reads a list page by page, keeping what `keep` returns. A 410 between pages starts it over, twice at most and the
 * second time in pages as large as the server allows; the third is thrown. Never asks for `resourceVersion=0`: the
 * watch cache ignores `limit`.
 * @param restart called before every start, for a `keep` that collects by itself
 */
const collect = async <Raw, Kept>(
  page: (limit: number, token: string | undefined) => Promise<Page<Raw>>,
  size: number,
  keep: (raw: Raw) => Kept | undefined,
  restart: () => void,
): Promise<Listing<Kept>> => {
  for (const limit of [size, size, LAST_RESORT_PAGE_SIZE]) {
    restart()
    try {
      return await readPages(page, limit, keep)
    } catch (error) {
      if (!isExpired(error) || limit === LAST_RESORT_PAGE_SIZE) throw error
    }
  }
  throw new Error('unreachable: the last attempt returns or throws')
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

const withToken = (selection: ListSelection, limit: number, token: string | undefined): ListOptions =>
  token === undefined ? { ...selection, limit } : { ...selection, limit, continue: token }

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
    PAGE_SIZE,
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
    METADATA_PAGE_SIZE,
    keep,
    restart,
  )
