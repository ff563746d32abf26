import { ruled, type Fault } from './fault.ts'
import { REFERENCE, UNLEASED, WATCHER } from './sights.ts'

const HOUR = 3_600_000

/** What happens to the process itself, and to those beside it. */
export const PROCESS_FAULTS: readonly Fault[] = [
  {
    title: 'it is suspended and resumed',
    bring: ({ arena: { watching } }) => {
      watching.signal('SIGSTOP')
      return () => {
        watching.signal('SIGCONT')
        return Promise.resolve()
      }
    },
  },
  {
    title: 'the wall clock jumps an hour ahead, and back',
    bring: ({ arena: { watching } }) => {
      watching.setAhead(HOUR)
      return () => {
        watching.setAhead(0)
        return Promise.resolve()
      }
    },
  },
  {
    title: 'the wall clock jumps a day back, and connections break',
    bring: (scene) => {
      const { watching } = scene.arena
      watching.setAhead(-24 * HOUR)
      return ruled()(scene)
    },
  },
  {
    title: 'two instances with a lease, of which the first is told to stop',
    sights: [WATCHER],
    bring: async ({ arena }) => {
      const first = arena.watching
      const second = await arena.start()
      await second.until('standing by')
      return async () => {
        await first.stop()
        await second.until('leading')
      }
    },
  },
  {
    title: 'the leader is killed with SIGKILL',
    sights: [WATCHER],
    bring: async ({ arena }) => {
      const first = arena.watching
      const second = await arena.start()
      await second.until('standing by')
      first.signal('SIGKILL')
      return async () => {
        await second.until('leading')
      }
    },
  },
  {
    title: 'two instances without a lease',
    sights: [REFERENCE, UNLEASED],
    bring: async ({ arena }) => {
      const second = await arena.start()
      await second.until('seeded')
      return undefined
    },
  },
]
