import { createPrivateKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const GO_CURVES = new Set(['secp224r1', 'prime256v1', 'secp384r1', 'secp521r1'])

const isGoKey = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean =>
  type === 'rsa' || type === 'ed25519' || (type === 'ec' && GO_CURVES.has(details?.namedCurve ?? ''))

/**
 * A private key (DER) as Go's `tls.X509KeyPair` takes it: by the data alone, whatever the PEM label says, in one form
 * after the other. `undefined`: Go reads none.
 */
export const parsePrivateKey = (der: Buffer): KeyObject | undefined => {
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const)
    try {
      const key = createPrivateKey({ key: der, format: 'der', type })
      return isGoKey(key) ? key : undefined
    } catch {
      // Not in this form.
    }
  return undefined
}

const number = (base64url: string | undefined): bigint =>
  BigInt(`0x0${Buffer.from(base64url ?? '', 'base64url').toString('hex')}`)

const isSoundRsa = (key: KeyObject): boolean => {
  const { n, e, d, p, q } = key.export({ format: 'jwk' })
  const [modulus, product, first, second] = [number(n), number(e) * number(d), number(p), number(q)]
  if (first <= 1n || second <= 1n || first * second !== modulus) return false
  return product % (first - 1n) === 1n && product % (second - 1n) === 1n
}

const MESSAGE = Buffer.from('registrar')

/**
 * Do the numbers of a key belong together? OpenSSL compares only the public half, which the file holds too, so a key
 * with a damaged private half would pass; Go refuses it. About 0.2 ms.
 */
export const isSound = (key: KeyObject, publicKey: KeyObject): boolean => {
  if (key.asymmetricKeyType === 'rsa') return isSoundRsa(key)
  const algorithm = key.asymmetricKeyType === 'ec' ? 'sha256' : null
  return verify(algorithm, MESSAGE, publicKey, sign(algorithm, MESSAGE, key))
}
