import type { HubConnection } from './connection.ts'
import type { Fault } from './fault.ts'
import { authority } from './server-url.ts'

/** What happened and what to do about it, a line each. */
export interface FaultText {
  readonly message: string
  readonly remedy: string
}

const CA_REMEDY = 'give the right CA with --certificate-authority, or write the kubeconfig again'

const TLS: Readonly<Record<string, FaultText>> = {
  CERT_HAS_EXPIRED: {
    message: "the hub's certificate has expired",
    remedy: "renew the API server's certificate, and check this machine's clock",
  },
  CERT_NOT_YET_VALID: {
    message: "the hub's certificate is not valid yet",
    remedy: "check this machine's clock",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: "the hub's certificate is for other names than the address used",
    remedy: 'name one of its names with --tls-server-name, or correct the server address',
  },
  EPROTO: {
    message: 'the TLS handshake with the hub failed',
    remedy: 'check that the address is https, and that the client certificate is accepted there',
  },
}

const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
])

const NO_ROUTE: ReadonlySet<string> = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
])

const proxyText = (fault: Fault, connection: HubConnection): FaultText => {
  const { proxy } = connection
  const name = proxy ? `${proxy.host}:${proxy.port}` : 'in between'
  const remedy = 'check proxy-url of the cluster, or HTTPS_PROXY and NO_PROXY'
  return { message: `the proxy ${name} could not be used (${fault.code})`, remedy }
}

/** Names the fault in kubectl's words. Holds the host and port of the hub or the proxy, nothing else of the connection. */
export const faultText = (fault: Fault, connection: HubConnection): FaultText => {
  if (fault.where === 'proxy') return proxyText(fault, connection)
  const host = authority(connection.server)
  const { code } = fault
  if (UNKNOWN_AUTHORITY.has(code)) {
    return {
      message: `the certificate of ${host} is signed by an unknown authority (${code})`,
      remedy: CA_REMEDY,
    }
  }
  const tls = TLS[code] ?? (code.startsWith('ERR_SSL_') ? TLS['EPROTO'] : undefined)
  if (tls) return { ...tls, message: `${tls.message} (${host}, ${code})` }
  if (code === 'ECONNREFUSED') {
    return {
      message: `the connection to the server ${host} was refused - did you specify the right host or port?`,
      remedy: 'check that the hub is up, and the server address: kubectl config view --minify',
    }
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      message: `unable to connect to the server: no such host: ${host}`,
      remedy: "check the server address and this machine's DNS: kubectl config view --minify",
    }
  }
  if (NO_ROUTE.has(code)) {
    return {
      message: `unable to connect to the server ${host} (${code})`,
      remedy: 'check the network, VPN and firewall between here and the hub',
    }
  }
  return {
    message: `the connection to the server ${host} failed (${code})`,
    remedy: 'try again; if it persists, check the hub and what stands between',
  }
}
