/** The four numbers of an IPv4 literal; `host` as `normaliseHost` writes it. */
const ipv4 = (host: string): readonly number[] | undefined => {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host)
  return match?.slice(1).map(Number)
}

const groups = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((part) => parseInt(part, 16))

const ipv6 = (host: string): readonly number[] | undefined => {
  if (!host.startsWith('[')) return undefined
  const [head = '', tail] = host.slice(1, -1).split('::')
  const front = groups(head)
  if (tail === undefined) return front
  const back = groups(tail)
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
}

/** The IPv4 address inside `::ffff:a.b.c.d` and the older `::a.b.c.d`: the kernel dials that one. */
const embedded = (parts: readonly number[]): readonly number[] | undefined => {
  const [high = 0, low = 0] = parts.slice(6)
  const mapped = parts.slice(0, 5).every((part) => part === 0) && (parts[5] === 0xffff || parts[5] === 0)
  return mapped ? [high >> 8, high & 255, low >> 8, low & 255] : undefined
}

const localIpv4 = ([first, second]: readonly number[]): boolean =>
  first === 127 || first === 0 || (first === 169 && second === 254)

// kubelet writes the two ip6 names into every pod's hosts file.
const LOCAL_NAMES = new Set(['localhost', 'ip6-localhost', 'ip6-loopback'])

/** Loopback, unspecified or link-local: from an Argo CD pod, Argo CD itself. `host` as `normaliseHost` writes it. */
export const isLocalHost = (host: string): boolean => {
  if (LOCAL_NAMES.has(host) || host.endsWith('.localhost')) return true
  const four = ipv4(host)
  if (four !== undefined) return localIpv4(four)
  const six = ipv6(host)
  if (six === undefined) return false
  if (((six[0] ?? 0) & 0xffc0) === 0xfe80) return true
  const inner = embedded(six)
  return inner !== undefined && localIpv4(inner)
}

export const isIpLiteral = (host: string): boolean => host.startsWith('[') || ipv4(host) !== undefined

/** RFC 1918. */
export const isPrivateIpv4 = (host: string): boolean => {
  const [first, second = 0] = ipv4(host) ?? []
  return first === 10 || (first === 172 && second >= 16 && second <= 31) || (first === 192 && second === 168)
}

const WILDCARD_DNS = /(?:^|\.)(?:nip\.io|sslip\.io|xip\.io)$/

/** A public name that answers with a loopback address: `127.0.0.1.nip.io`, `app-127-0-0-1.sslip.io`, `7f000001.nip.io`. */
export const isLoopbackDns = (host: string): boolean =>
  /(?:^|\.)(?:lvh\.me|localtest\.me)$/.test(host) ||
  (WILDCARD_DNS.test(host) && /(?:^|[.-])(?:(?:127|0)(?:[.-]\d{1,3}){3}|7f[0-9a-f]{6})(?:[.-])/.test(host)) ||
  /(?:^|[.-])--1\.sslip\.io$/.test(host)

/** A Service's name: it resolves, and is routed, inside one cluster only. */
export const isServiceDns = (host: string): boolean => /^[^.]+\.[^.]+\.svc(\.|$)/.test(host)

/** Names that a container runtime on a laptop answers for. */
export const isDesktopHost = (host: string): boolean =>
  /^[a-z0-9-]+\.docker\.internal$/.test(host) || /^host\.(containers|minikube|lima|orb)\.internal$/.test(host)
