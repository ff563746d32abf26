import type { ListrDefaultRendererLogLevels } from 'listr2'
import { isRemoval, isWrite as writes, type Decision, type Outcome } from '../engine/decision.ts'
import type { PassProgress } from '../engine/pass.ts'

const isWrite = (decision: Decision): boolean =>
  (writes(decision) || isRemoval(decision)) && decision.held === undefined

interface Deferred {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const deferred = (): Deferred => {
  let resolve = (): void => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<void>((onDone, onError) => {
    resolve = onDone
    reject = onError
  })
  return { promise, resolve, reject }
}

/** Some terminals say that they have no columns, and listr2 then gives every character a line of its own. */
const LEAST_COLUMNS = 20

/** Whether steps can be shown on a terminal of this width; one that says nothing of it counts as wide. */
export const isWideEnough = (columns: number | undefined): boolean =>
  columns === undefined || columns >= LEAST_COLUMNS

/** Shows the steps of a pass on standard error while `work` runs; for terminals only. */
export const withProgress = async <T>(
  work: (progress?: PassProgress) => Promise<T>,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<T> => {
  // listr2 measures standard output, whichever stream it writes to.
  if (![process.stdout, process.stderr].every(({ columns }) => isWideEnough(columns))) return work()
  const step = isDryRun ? 'Plan' : 'Write registrations'
  const { Listr, ListrLogger, ProcessOutput } = await import('listr2')
  const read = deferred()
  const written = deferred()
  let total = 0
  let settled = 0
  let retitle: (title: string) => void = () => undefined
  // Results are on standard output, and may be piped on.
  const logger = new ListrLogger<ListrDefaultRendererLogLevels>({
    processOutput: new ProcessOutput(process.stderr, process.stderr),
  })
  const tasks = new Listr(
    [
      { title: 'Read the hub', task: () => read.promise },
      {
        title: step,
        task: (_context, task): Promise<void> => {
          retitle = (title) => {
            task.title = title
          }
          return written.promise
        },
      },
    ],
    { rendererOptions: { logger }, fallbackRenderer: 'silent' },
  )
  const shown = tasks.run().catch(() => undefined)
  try {
    const result = await work({
      planned: (decisions) => {
        total = decisions.filter(isWrite).length
        read.resolve()
      },
      settled: ({ decision }: Outcome) => {
        if (!isWrite(decision)) return
        settled += 1
        retitle(`${step} (${settled}/${total})`)
      },
    })
    read.resolve()
    written.resolve()
    return result
  } catch (error) {
    read.reject(error)
    written.reject(error)
    throw error
  } finally {
    await shown
  }
}
