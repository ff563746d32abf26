/**
 * Work that is done once for all who want it: one at a time, and who asks while it is under way shares the one that starts
 * after it, since only that is sure to see what was so when they asked. Rejects as the work does, for those who share it.
 */
export const coalesced = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    next = undefined
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => (next ??= running ? running.then(start, start) : undefined) ?? start()
}
