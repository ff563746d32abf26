import { readdirSync } from 'node:fs'
import type * as Prom from 'prom-client'

const openFiles = (): number | undefined => {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}

/**
 * What Prometheus expects of every process, under the usual names. prom-client's own collection of these also measures the
 * event loop, by a timer that wakes an idle process a hundred times a second.
 */
export const addProcessFamilies = ({ Counter, Gauge }: typeof Prom, registry: Prom.Registry): void => {
  const registers = [registry]
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'User and system CPU time.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process was started, since the epoch.',
    registers,
    collect() {
      this.set(Date.now() / 1000 - process.uptime())
    },
  })
  new Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Heap in use.',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed)
    },
  })
  if (openFiles() === undefined) return
  new Gauge({
    name: 'process_open_fds',
    help: 'Open file descriptors.',
    registers,
    collect() {
      this.set(openFiles() ?? 0)
    },
  })
}
