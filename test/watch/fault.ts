import type { SeenRequest } from '../envtest/fault-proxy.ts'
import type { Hub } from '../envtest/hub.ts'
import type { Rule } from '../envtest/faults.ts'
import type { Site } from '../e2e/site.ts'
import type { Arena, Way } from './arena.ts'
import type { Form } from './form.ts'
import type { Expected } from './load.ts'
import type { Sight } from './sights.ts'

/** Where a fault is brought about: one arena, with what is to stand in it afterwards. */
export interface Scene {
  readonly arena: Arena
  readonly site: Site
  readonly expected: Expected
  readonly form: Form
}

/** Takes a fault away again. */
export type End = () => Promise<void>

/** Brings a fault about. @returns what ends it, beyond taking the proxy's rules away */
export type Bring = (scene: Scene) => Promise<End | undefined> | End | undefined

/** Where one is brought about that everything on a hub suffers from. */
export interface Stage {
  readonly hub: Hub
  readonly arenas: readonly Arena[]
}

/** One row of the table that both forms go through. */
export interface Fault {
  /** As the test's title goes on after "given". */
  readonly title: string
  /** For each arena, after `stage`. */
  readonly bring?: Bring
  /** Once, for a hub that nobody else uses meanwhile: so it goes where there is one for this. */
  readonly stage?: (stage: Stage) => Promise<End | undefined>
  readonly arrange?: (site: Site) => Promise<void>
  readonly way?: Way
  readonly words?: readonly string[]
  /** Where it makes no sense with those of the form. */
  readonly sights?: readonly Sight[]
  /** Only in this form: it takes longer than CI has. */
  readonly only?: Form['name']
  /** Milliseconds it lasts at least in the nightly form. */
  readonly nightly?: number
  /** The fleet is larger afterwards, and the heap with it. */
  readonly grows?: true
  /** Registrations were taken away by somebody else, and are made anew. */
  readonly remade?: true
  /** What must hold beyond that, by what was asked since it was brought about. */
  readonly check?: (scene: Scene, asked: () => readonly SeenRequest[]) => Promise<void> | void
}

/** The usual: rules, and the connections there are break so that they work on everything. */
export const ruled =
  (...rules: readonly Rule[]): Bring =>
  ({ arena: { proxy } }) => {
    for (const rule of rules) proxy.rules.add(rule)
    proxy.cut()
    return undefined
  }
