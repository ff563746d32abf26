import { hubAvailable } from './assets.ts'
import { startHub, type Hub } from './hub.ts'

interface SharedHub {
  /** The hub of this mocha run, with the namespace controller and the CRDs of Argo CD; started by whoever asks first. */
  get(): Promise<Hub>
  stop(): Promise<void>
}

const createSharedHub = (): SharedHub => {
  const state: { starting?: Promise<Hub> } = {}
  return {
    get: () => (state.starting ??= startHub({ namespaceController: true, argoCdCrds: true })),
    stop: async () => {
      const hub = await state.starting?.catch(() => undefined)
      delete state.starting
      await hub?.stop()
    },
  }
}

/** One for all test files: a hub costs four seconds and half a gigabyte. Tests keep apart by namespace names, and those that
 *  look at the whole hub by a `managed-by` value and a target namespace of their own. */
const shared = createSharedHub()

// In mocha's root suite, whichever file is loaded first; outside mocha (bench) there is nothing to hook into.
if (typeof after === 'function') {
  after('stop the shared hub', async function () {
    this.timeout(30_000)
    await shared.stop()
  })
}

/** Registers a `before` of the calling suite that starts the hub, or skips the suite where it has not been built. */
export const useHub = (): (() => Hub) => {
  const state: { hub?: Hub } = {}
  before('start the hub', async function () {
    if (!hubAvailable()) this.skip()
    this.timeout(90_000)
    state.hub = await shared.get()
  })
  return () => {
    if (state.hub === undefined) throw new Error('the hub is not started yet')
    return state.hub
  }
}
