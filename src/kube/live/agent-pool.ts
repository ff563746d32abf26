import { type Agents, createAgents } from './agents.ts'
import type { HubConnection } from './connection.ts'
import type { AuthMaterial } from './material.ts'

/** Keeps the agents of the TLS material in force; a renewed CA or client certificate gets new connections. */
export class AgentPool {
  readonly #connection: HubConnection
  readonly #concurrency: number
  readonly #opened: () => void
  #held:
    { readonly agents: Agents; readonly material: AuthMaterial; readonly ca: string | undefined } | undefined

  constructor(connection: HubConnection, concurrency: number, opened: () => void) {
    this.#connection = connection
    this.#concurrency = concurrency
    this.#opened = opened
  }

  async agentsFor(material: AuthMaterial): Promise<Agents> {
    const ca = (await this.#connection.trust.current()).value
    const held = this.#held
    if (
      held &&
      held.ca === ca &&
      held.material.cert === material.cert &&
      held.material.key === material.key
    ) {
      return held.agents
    }
    const agents = createAgents(this.#connection, material, ca, this.#concurrency, this.#opened)
    held?.agents.retire()
    this.#held = { agents, material, ca }
    return agents
  }

  destroy(): void {
    this.#held?.agents.destroy()
    this.#held = undefined
  }
}
