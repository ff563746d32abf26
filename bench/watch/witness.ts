import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { Hub } from '../../test/envtest/hub.ts'
import type { Json } from '../../test/envtest/rest.ts'

/** Something that happened to one object. */
export interface Sighting {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: Json
  /** When it was read off the wire, by `performance.now()`. */
  readonly at: number
}

interface Expectation {
  readonly name: string
  readonly matches: (sighting: Sighting) => boolean
  readonly found: (sighting: Sighting) => void
}

/** Watches one collection as anybody could, with a client of its own, and notes when each thing was seen. */
export class Witness {
  readonly #agent: Agent
  readonly #names = new Set<string>()
  readonly #expected = new Set<Expectation>()
  #counted: (() => void)[] = []
  #pending = ''

  private constructor(agent: Agent) {
    this.#agent = agent
  }

  /** Resolves when the watch is open. @param path the collection, as admin */
  static async open(hub: Hub, path: string, labelSelector?: string): Promise<Witness> {
    const agent = new Agent({ ca: readFileSync(hub.caFile) })
    const witness = new Witness(agent)
    const selector = labelSelector === undefined ? '' : `&labelSelector=${encodeURIComponent(labelSelector)}`
    // Without a resourceVersion a watch begins with all there is.
    const url = new URL(`${path}?watch=1&timeoutSeconds=21600${selector}`, hub.server)
    await new Promise<void>((resolve, reject) => {
      const call = request(url, { agent, headers: { authorization: `Bearer ${hub.token('admin')}` } })
      call.on('error', reject)
      call.on('response', (response) => {
        response.setEncoding('utf8').on('data', (chunk: string) => {
          witness.#take(chunk, performance.now())
        })
        response.on('error', () => undefined)
        resolve()
      })
      call.end()
    })
    return witness
  }

  /** The next sighting of the object that fits. @throws after `limit` ms */
  next(name: string, matches: Expectation['matches'], limit: number): Promise<Sighting> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#expected.delete(expectation)
        reject(new Error(`${name}: not seen as it was to be after ${limit} ms`))
      }, limit)
      const expectation: Expectation = {
        name,
        matches,
        found: (sighting) => {
          clearTimeout(timer)
          this.#expected.delete(expectation)
          resolve(sighting)
        },
      }
      this.#expected.add(expectation)
    })
  }

  /** Resolves when so many objects are there. @throws after `limit` ms */
  counted(count: number, limit: number): Promise<void> {
    if (this.#names.size >= count) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`${this.#names.size} objects are there after ${limit} ms, and not ${count}`))
      }, limit)
      const look = (): void => {
        if (this.#names.size < count) {
          this.#counted.push(look)
          return
        }
        clearTimeout(timer)
        resolve()
      }
      look()
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #take(chunk: string, at: number): void {
    const lines = (this.#pending + chunk).split('\n')
    this.#pending = lines.pop() ?? ''
    for (const line of lines) {
      const { type, object } = JSON.parse(line) as { type: string; object: Json }
      if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED') throw new Error(`watch: ${line}`)
      const { name } = object.metadata
      if (type === 'DELETED') this.#names.delete(name)
      else this.#names.add(name)
      for (const expectation of this.#expected)
        if (expectation.name === name && expectation.matches({ type, object, at }))
          expectation.found({ type, object, at })
    }
    for (const look of this.#counted.splice(0)) look()
  }
}
