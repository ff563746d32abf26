import { X509Certificate } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import { certificateDates } from './certificate-dates.ts'
import { isCertificate, isPrivateKey, pemBlocks } from './pem.ts'
import type { PemBlock } from './pem.ts'
import { isSound, parsePrivateKey } from './private-key.ts'

/**
 * What is wrong with a base64 field that should hold PEM.
 * - `not-base64`: Go's StdEncoding refuses it, so Argo CD drops the whole Secret.
 * - `raw-pem`: PEM text where its base64 belongs. `encoded-twice`: base64 of base64.
 * - `not-pem`, `no-certificate`, `not-a-certificate`: nothing there that TLS can use.
 * - `joined-pem`: an opening marker follows a closing one on its line, as `cat a b` leaves it where `a` has no line break
 *   at its end. `broken-pem`: markers, but no block that Go's `encoding/pem` reads.
 * - `holds-key`: a private key where a certificate belongs. `encrypted`: a key that needs a passphrase.
 * - `no-key`, `not-a-key`: no usable private key. `mismatch`: the key belongs to another certificate.
 */
export type MaterialProblem =
  | 'not-base64'
  | 'raw-pem'
  | 'encoded-twice'
  | 'not-pem'
  | 'joined-pem'
  | 'broken-pem'
  | 'no-certificate'
  | 'not-a-certificate'
  | 'holds-key'
  | 'encrypted'
  | 'no-key'
  | 'not-a-key'
  | 'mismatch'

/** The first certificate of a field; dates in milliseconds since the epoch. */
export interface Leaf {
  readonly block: PemBlock
  readonly notBefore: number
  readonly notAfter: number
}

type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: MaterialProblem }

const fault = (problem: MaterialProblem): { readonly ok: false; readonly problem: MaterialProblem } => ({
  ok: false,
  problem,
})

const BEGIN = '-----BEGIN '
const JOINED = '----------BEGIN '

/** The PEM blocks behind a base64 field, or why there are none. */
export const readBlocks = (field: string): Checked<readonly PemBlock[]> => {
  const bytes = decodeBase64(field)
  if (bytes === undefined) return fault(field.includes(BEGIN) ? 'raw-pem' : 'not-base64')
  const text = bytes.toString('latin1')
  const blocks = pemBlocks(text)
  if (blocks.length > 0) return { ok: true, value: blocks }
  const again = decodeBase64(text.trim())
  if (again?.includes(BEGIN) === true) return fault('encoded-twice')
  if (!text.includes(BEGIN)) return fault('not-pem')
  return fault(text.includes(JOINED) ? 'joined-pem' : 'broken-pem')
}

const parse = (block: PemBlock): X509Certificate | undefined => {
  try {
    return new X509Certificate(block.der)
  } catch {
    return undefined
  }
}

/** OpenSSL reads the key only when asked; Go reads it with the rest. */
const isReadable = (block: PemBlock): boolean => {
  try {
    return parse(block)?.publicKey !== undefined
  } catch {
    return false
  }
}

/** A CA bundle counts while one certificate in it parses: Go's `AppendCertsFromPEM` skips the rest. */
export const readCa = (field: string): Checked<PemBlock> => {
  const read = readBlocks(field)
  if (!read.ok) return read
  if (read.value.some(isPrivateKey)) return fault('holds-key')
  const candidates = read.value.filter((block) => isCertificate(block) && !block.headers)
  if (candidates.length === 0) return fault('no-certificate')
  // The dates first: they cost a fiftieth, and unlike OpenSSL their reader takes no bytes after the certificate.
  const certificate = candidates.find(
    (block) => certificateDates(block.der) !== undefined && isReadable(block),
  )
  return certificate === undefined ? fault('not-a-certificate') : { ok: true, value: certificate }
}

/** The leaf is the first certificate of the text, as in Go's `tls.X509KeyPair`. Of it only the dates are read. */
export const readLeaf = (field: string): Checked<Leaf> => {
  const read = readBlocks(field)
  if (!read.ok) return read
  const block = read.value.find(isCertificate)
  if (block === undefined) return fault(read.value.some(isPrivateKey) ? 'holds-key' : 'no-certificate')
  const dates = certificateDates(block.der)
  return dates === undefined ? fault('not-a-certificate') : { ok: true, value: { block, ...dates } }
}

/** The first private key of the text; its contents are looked at only where it says that it is encrypted. */
export const readKey = (field: string): Checked<PemBlock> => {
  const read = readBlocks(field)
  if (!read.ok) return read
  const key = read.value.find(isPrivateKey)
  if (key === undefined) return fault('no-key')
  const isSecret = key.label.startsWith('ENCRYPTED') || key.encrypted
  // Go looks at no header: a plain key under one that says otherwise is a key.
  return isSecret && parsePrivateKey(key.der) === undefined ? fault('encrypted') : { ok: true, value: key }
}

export type PairProblem = 'not-a-certificate' | 'not-a-key' | 'mismatch'

/** `undefined` when the key belongs to the certificate. About 0.5 ms. */
export const pairProblem = (leaf: Leaf, key: PemBlock): PairProblem | undefined => {
  const certificate = parse(leaf.block)
  if (certificate === undefined) return 'not-a-certificate'
  const privateKey = parsePrivateKey(key.der)
  if (privateKey === undefined) return 'not-a-key'
  try {
    if (!certificate.checkPrivateKey(privateKey)) return 'mismatch'
    return isSound(privateKey, certificate.publicKey) ? undefined : 'not-a-key'
  } catch {
    return 'not-a-key'
  }
}
