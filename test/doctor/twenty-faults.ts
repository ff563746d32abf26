import type { Fault } from './twenty-fault.ts'
import { HUB_FAULTS } from './twenty-faults-hub.ts'
import { REGISTRATION_FAULTS } from './twenty-faults-registrations.ts'
import { SOURCE_FAULTS } from './twenty-faults-sources.ts'

/** In an order in which none of them undoes another: what has to be registered goes first, what takes a right away last. */
export const FAULTS: readonly Fault[] = [...SOURCE_FAULTS, ...REGISTRATION_FAULTS, ...HUB_FAULTS]
