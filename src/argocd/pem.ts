export interface PemBlock {
  /** `CERTIFICATE`, `EC PRIVATE KEY` … */
  readonly label: string
  readonly der: Buffer
  /** The block as written, for OpenSSL. */
  readonly text: string
  /** `Proc-Type` and the like: an encrypted key, or a certificate that Go's pool skips. */
  readonly headers: boolean
}

const BEGIN = '-----BEGIN '
const END = '-----END '
const DASHES = '-----'

const blockAt = (text: string, begin: number, end: number): PemBlock | undefined => {
  const lineEnd = text.indexOf('\n', begin)
  if (lineEnd < 0 || lineEnd > end) return undefined
  const opening = text.slice(begin, lineEnd).trimEnd()
  if (!opening.endsWith(DASHES)) return undefined
  const label = opening.slice(BEGIN.length, -DASHES.length)
  const closing = `${END}${label}${DASHES}`
  if (!text.startsWith(closing, end)) return undefined
  const body = text.slice(lineEnd + 1, end)
  return {
    label,
    der: Buffer.from(body.replace(/[\s]/g, ''), 'base64'),
    text: text.slice(begin, end + closing.length),
    headers: body.includes(':'),
  }
}

/**
 * The PEM blocks of a text, in order; what stands between them is skipped, as Go's `encoding/pem` does. Each marker
 * is looked at once, so a text full of openings without ends costs no more than its length.
 */
export const pemBlocks = (text: string): readonly PemBlock[] => {
  const blocks: PemBlock[] = []
  let end = text.indexOf(END)
  let begin = text.indexOf(BEGIN)
  while (begin >= 0 && end >= 0) {
    if (end < begin) {
      end = text.indexOf(END, begin)
      continue
    }
    const next = text.indexOf(BEGIN, begin + BEGIN.length)
    const startsLine = begin === 0 || text[begin - 1] === '\n'
    const closed = next < 0 || end < next
    const block = startsLine && closed ? blockAt(text, begin, end) : undefined
    if (block !== undefined) blocks.push(block)
    begin = next
  }
  return blocks
}

export const isPrivateKey = (block: PemBlock): boolean => /(^| )PRIVATE KEY$/.test(block.label)
export const isCertificate = (block: PemBlock): boolean => block.label === 'CERTIFICATE'
