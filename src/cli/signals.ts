import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Resolves with the first SIGTERM or SIGINT; the second ends the process on the spot, as one that hangs must end too. */
export const untilSignal = (target: NodeJS.Process): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of SIGNALS)
      target.once(signal, () => {
        for (const again of SIGNALS) target.once(again, () => target.exit(128 + constants.signals[again]))
        resolve()
      })
  })
