'use strict'
// Loaded into the executable under test: on SIGUSR2 it writes, as a record of its own, what keeps the process alive; and its
// wall clock is set by message.
const count = () => {
  const counts = {}
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const handles = count()
  process.stdout.write(
    `${JSON.stringify({ level: 'PROBE', msg: 'handles', handles, heap: process.memoryUsage().heapUsed })}\n`,
  )
})

const { now } = Date
process.on('message', ({ ahead }) => {
  Date.now = () => now() + ahead
})
process.channel?.unref()
