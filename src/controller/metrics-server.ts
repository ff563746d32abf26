import type { ListenAddress } from './address.ts'
import { NOT_FOUND, startEndpoint, type Endpoint } from './http-endpoint.ts'
import type { Metrics } from './metrics.ts'

/** Serves `/metrics`, in plain HTTP and to everybody who can reach it (C7.51). */
export const startMetricsServer = (
  address: ListenAddress,
  origin: string,
  metrics: Pick<Metrics, 'text' | 'contentType'>,
): Promise<Endpoint> =>
  startEndpoint(address, origin, async (path) =>
    path === '/metrics'
      ? { status: 200, body: await metrics.text(), contentType: metrics.contentType }
      : NOT_FOUND,
  )
