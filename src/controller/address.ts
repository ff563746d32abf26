import { isIPv4, isIPv6 } from 'node:net'
import { UsageError } from '../errors.ts'
import { isDnsSubdomain } from '../kube/names.ts'

/** Where a server listens. */
export interface ListenAddress {
  /** Absent: on all of the machine's addresses. */
  readonly host?: string
  /** 0: any that is free. */
  readonly port: number
}

const isHost = (host: string, bracketed: boolean): boolean => {
  if (bracketed) return isIPv6(host)
  return /^[\d.]+$/.test(host) ? isIPv4(host) : isDnsSubdomain(host.toLowerCase())
}

/**
 * Reads an address as Go programs take it: `:8081`, `127.0.0.1:0`, `[::1]:8080`, `localhost:8080`. Empty and `0` mean that
 * nothing is to listen, and give undefined (C7.50, C7.52).
 * @param origin where it was set, such as `--metrics-bind-address`
 * @throws UsageError for anything else
 */
export const parseAddress = (text: string, origin: string): ListenAddress | undefined => {
  if (text === '' || text === '0') return undefined
  const [, bracketed, plain = '', digits = ''] = /^(?:\[([^\]]*)\]|([^:[\]]*)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  const isFine =
    digits !== '' && port <= 65_535 && (text.startsWith(':') || isHost(host, bracketed !== undefined))
  if (!isFine)
    throw new UsageError(
      `${origin}: ${JSON.stringify(text)} is no address to listen on`,
      'write HOST:PORT or :PORT, or 0 to listen nowhere',
    )
  return host === '' ? { port } : { host, port }
}

/** `127.0.0.1:8080`, `[::1]:8080`, `:8080`. */
export const formatAddress = ({ host = '', port }: ListenAddress): string =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`
