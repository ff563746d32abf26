import { systemClock } from '../../src/controller/clock.ts'
import { Controller } from '../../src/controller/controller.ts'
import type { Outcome } from '../../src/engine/decision.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import type { RawSettings } from '../../src/settings/raw.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'

export interface Told {
  readonly decided: (namespace: string, outcomes: readonly Outcome[]) => void
  readonly fault: (error: unknown) => void
}

/** A controller at work on a hub in memory, with an interval that no test lives to see. Resolves once it has come to rest. */
export const runController = async (client: KubeClient, raw: RawSettings, told: Told) => {
  const controller = new Controller({
    client,
    settings: resolveSettings({ interval: { value: '1h', origin: 'test' }, ...raw }),
    clock: systemClock,
    workers: 4,
    dryRun: 'none',
    prune: true,
    translator: (now) => ({
      now,
      policy: { execCredentials: false, execHosts: [], execProxies: [], hubServers: [], hubServices: [] },
    }),
    listener: {
      decided: told.decided,
      sight: () => undefined,
      audited: () => undefined,
      seeded: () => undefined,
      hub: () => undefined,
      fault: (_namespace, error) => {
        told.fault(error)
      },
    },
  })
  await controller.look()
  const working = controller.work()
  const idle = async (): Promise<void> => {
    do await new Promise((resolve) => setTimeout(resolve, 30))
    while (controller.queue.depth() + controller.queue.inWork() > 0)
  }
  await idle()
  return {
    idle,
    stop: async () => {
      await controller.stop()
      await working
    },
  }
}
