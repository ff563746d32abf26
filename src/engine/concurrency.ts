/** Runs `work` over all items, at most `limit` at a time; results keep the order of the items. The first rejection
 *  rejects the whole, and nothing further is started. */
export const mapConcurrently = async <Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results = new Array<Result>(items.length)
  const queue = items.entries()
  const run = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run))
  return results
}
