import type { RequestListener } from 'node:http'
import type { Secret } from '../../src/kube/objects.ts'
import type { Wire } from '../../src/doctor/probe/wire.ts'
import { systemWire } from '../../src/doctor/probe/wire.ts'
import type { Pair } from '../kube/live/support.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

export interface ChildOptions {
  readonly name?: string
  readonly server: string
  readonly ca?: string
  readonly pair?: Pair
  /** More fields of the config. */
  readonly config?: object
  /** More fields of its tlsClientConfig. */
  readonly tls?: object
}

/** A registration as Argo CD has it. */
export const registrationOf = ({ name = 'child', server, ca, pair, config, tls }: ChildOptions): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: `cluster-${name}`,
    namespace: 'argocd',
    labels: { 'argocd.argoproj.io/secret-type': 'cluster' },
  },
  data: {
    name: base64(name),
    server: base64(server),
    config: base64(
      JSON.stringify({
        ...config,
        tlsClientConfig: {
          ...(ca === undefined ? {} : { caData: base64(ca) }),
          ...(pair ? { certData: base64(pair.cert), keyData: base64(pair.key) } : {}),
          ...tls,
        },
      }),
    ),
  },
})

/** The network, in which every name is this machine. */
export const localWire: Wire = {
  ...systemWire,
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
}

export interface ApiAnswers {
  /** Status and body of a path; what is not here is answered as a healthy API server does. */
  readonly [path: string]: readonly [number, unknown] | undefined
}

const HEALTHY: ApiAnswers = {
  '/version': [200, { major: '1', minor: '34', gitVersion: 'v1.34.1' }],
  '/api': [200, { kind: 'APIVersions', versions: ['v1'] }],
}

/** An API server that notes what it is asked, with which credential. */
export const apiServer =
  (seen: string[], answers: ApiAnswers = {}): RequestListener =>
  (request, response) => {
    const { url = '', method = '', headers } = request
    seen.push(`${method} ${url} ${headers.authorization ?? '-'}`)
    const [status, body] = answers[url] ?? HEALTHY[url] ?? [404, 'nothing here']
    response.writeHead(status, { location: 'https://elsewhere.registrar.test/' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
