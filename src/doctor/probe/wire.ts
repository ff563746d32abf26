import { lookup, type LookupAddress } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as secureConnect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import { isLocalHost } from '../../argocd/host-scope.ts'
import { normaliseHost } from '../../argocd/url.ts'
import { codeOf, Fault } from '../../kube/live/fault.ts'
import { openTunnel } from '../../kube/live/tunnel.ts'
import { identityOf, type Target } from './target.ts'

export type Addresses = readonly LookupAddress[]

/** What a probe does to the network; tests have names of their own. A failure rejects with a `Fault`. */
export interface Wire {
  /** Never an address of this machine or link: it would be another one where Argo CD runs. */
  readonly resolve: (host: string) => Promise<Addresses>
  /** A connection to the server, through its proxy where it has one. */
  readonly open: (target: Target, addresses: Addresses, signal: AbortSignal) => Promise<Socket>
}

/** The code of a `Fault` for a name or an address that means the machine it is used on. */
export const LOCAL = 'LOCAL_ADDRESS'

const isLocal = ({ address, family }: LookupAddress): boolean =>
  isLocalHost(normaliseHost(family === 6 ? `[${address}]` : address) ?? '')

const lookUp = (host: string): Promise<Addresses> =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, addresses) => {
      if (error) reject(new Fault(codeOf(error)))
      else resolve(addresses)
    })
  })

const resolve = async (host: string): Promise<Addresses> => {
  const family = isIP(host)
  const found = family === 0 ? await lookUp(host) : [{ address: host, family }]
  const usable = found.filter((address) => !isLocal(address))
  if (usable.length === 0) throw new Fault(LOCAL)
  return usable
}

/** Answers with what was found before: a name that meanwhile means another address is not followed. */
const pinned =
  (addresses: Addresses): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

const dial = ({ host, port }: Target, addresses: Addresses, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const [only, ...others] = addresses
    const socket =
      only && others.length === 0
        ? connect({ host: only.address, port, signal })
        : connect({ host, port, lookup: pinned(addresses), autoSelectFamily: true, signal })
    socket.once('connect', () => {
      resolve(socket)
    })
    socket.on('error', (error) => {
      reject(new Fault(codeOf(error)))
    })
  })

/** @throws Fault where OpenSSL takes none of it */
const contextOf = ({ ca, secrets }: Target, withPair: boolean): SecureContext => {
  const { pair } = withPair ? secrets() : {}
  try {
    // As Go does, an intermediate that is trusted is enough.
    return createSecureContext({ ...(ca === undefined ? {} : { ca, allowPartialTrustChain: true }), ...pair })
  } catch {
    throw new Fault(withPair && pair ? 'UNUSABLE_PAIR' : 'UNUSABLE_CA')
  }
}

/** The machine's own network. */
export const systemWire: Wire = {
  resolve,
  open: async (target, addresses, signal) => {
    const { host, port, proxy, insecure } = target
    if (!proxy) return dial(target, addresses, signal)
    const secureContext = proxy.scheme === 'https' ? contextOf(target, false) : undefined
    return openTunnel(proxy, { host, port }, { secureContext, insecure })
  },
}

/** Who shows what in a handshake, and who may end it. */
export interface HandshakeOptions {
  /** The client certificate is shown. */
  readonly withPair: boolean
  /** Takes the socket, which from then on owns the connection under it, before anything is sent. */
  readonly begun: (socket: TLSSocket) => void
}

/**
 * A TLS handshake over an open connection. Nothing is judged: `authorized` and `authorizationError` of the socket say what
 * is thought of the chain, and of its name nothing.
 */
export const handshake = (
  stream: Socket,
  target: Target,
  { withPair, begun }: HandshakeOptions,
): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const { name, isIp } = identityOf(target)
    const socket = secureConnect({
      socket: stream,
      secureContext: contextOf(target, withPair),
      servername: isIp ? '' : name,
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
    })
    socket.once('secureConnect', () => {
      // This is said from inside of OpenSSL: a socket that is destroyed in answer takes the process with it.
      setImmediate(resolve, socket)
    })
    socket.on('error', (error) => {
      reject(new Fault(codeOf(error)))
    })
    socket.once('close', () => {
      reject(new Fault('ECONNRESET'))
    })
    begun(socket)
  })
