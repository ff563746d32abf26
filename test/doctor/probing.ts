import { findingText } from '../../src/doctor/catalogue.ts'
import { probeAll, type ProbeOptions } from '../../src/doctor/probe/probe.ts'
import { timingsText, type Verdict } from '../../src/doctor/probe/verdict.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { ManualClock } from '../controller/manual-clock.ts'
import { createPki, httpServer, httpsServer, type Pki, type TestServer } from '../kube/live/support.ts'
import { apiServer, localWire, registrationOf, type ApiAnswers, type ChildOptions } from './child-cluster.ts'

/** Server, registration and probe of one test; what it opened is closed after it. */
export interface Probing {
  readonly pki: () => Pki
  readonly clock: () => ManualClock
  /** Of every request that came to a child: `METHOD path credential`. */
  readonly seen: string[]
  readonly up: (server: Promise<TestServer>) => Promise<TestServer>
  /** An API server over TLS; its answers are a healthy one's where none are given. */
  readonly child: (answers?: ApiAnswers, tls?: object) => Promise<TestServer>
  readonly plainChild: () => Promise<TestServer>
  readonly probe: (secrets: readonly Secret[], options?: Partial<ProbeOptions>) => Promise<readonly Verdict[]>
  /** `id severity problem` of the one verdict, and the steps it took. */
  readonly brief: (options: ChildOptions, more?: Partial<ProbeOptions>) => Promise<string>
}

export const textOf = ({ fault, timings }: Verdict): { readonly message: string; readonly remedy: string } =>
  fault
    ? findingText(fault.id, { ...fault.params, times: timingsText(timings) })
    : { message: '', remedy: '' }

export const briefOf = ({ fault, timings }: Verdict): string =>
  [
    fault ? [fault.id, fault.severity, fault.params['problem']].filter(Boolean).join(' ') : 'answers',
    timings.map(({ phase }) => phase).join(' '),
  ].join(': ')

/** Registers the hooks of the calling suite. */
export const useProbing = (): Probing => {
  const servers: TestServer[] = []
  const seen: string[] = []
  let pki: Pki
  let clock: ManualClock
  before('make certificates', () => {
    pki = createPki()
  })
  beforeEach(() => {
    clock = new ManualClock()
    seen.length = 0
  })
  afterEach('close the servers', async () => {
    for (const server of servers.splice(0)) await server.close()
  })
  const up = async (server: Promise<TestServer>): Promise<TestServer> => {
    servers.push(await server)
    return server
  }
  const probe: Probing['probe'] = (secrets, options = {}) =>
    probeAll(secrets, {
      wire: localWire,
      clock,
      now: Date.now(),
      minValidity: 7 * 86_400_000,
      userAgent: 'kubectl-registrar/test',
      ...options,
    })
  return {
    pki: () => pki,
    clock: () => clock,
    seen,
    up,
    child: (answers = {}, tls = {}) => up(httpsServer({ ...pki.server, ...tls }, apiServer(seen, answers))),
    plainChild: () => up(httpServer(apiServer(seen))),
    probe,
    brief: async (child, more) => {
      const [verdict] = await probe([registrationOf(child)], more)
      return briefOf(verdict!)
    },
  }
}
