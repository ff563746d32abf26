import { decodeBase64 } from './base64.ts'

export interface PemBlock {
  /** `CERTIFICATE`, `EC PRIVATE KEY` … */
  readonly label: string
  readonly der: Buffer
  /** `Name: value` lines above the data; Go's certificate pool skips a block that has any. */
  readonly headers: boolean
  /** Its headers say that the data is encrypted with a passphrase (RFC 1421). */
  readonly encrypted: boolean
}

const BEGIN = '-----BEGIN '
const END = '\n-----END '
const DASHES = '-----'

interface Line {
  /** Without blanks at its end. */
  readonly text: string
  /** Where the next one starts. */
  readonly next: number
}

const isBlank = (code: number): boolean => code === 32 || code === 9

const lineAt = (text: string, start: number): Line => {
  const newline = text.indexOf('\n', start)
  const end = newline < 0 ? text.length : newline
  const written = text.slice(start, end)
  let length = newline >= 0 && written.endsWith('\r') ? written.length - 1 : written.length
  while (length > 0 && isBlank(written.charCodeAt(length - 1))) length -= 1
  return { text: written.slice(0, length), next: newline < 0 ? end : newline + 1 }
}

interface Head {
  readonly headers: readonly string[]
  /** Where the first line without a colon starts. */
  readonly next: number
}

const headAt = (text: string, start: number): Head => {
  const headers: string[] = []
  let next = start
  while (next < text.length) {
    const line = lineAt(text, next)
    if (!line.text.includes(':')) break
    headers.push(line.text)
    next = line.next
  }
  return { headers, next }
}

/** The block whose opening line starts at `begin` and whose closing line follows the line break at `end`. */
const blockAt = (text: string, { label, end }: Opening, head: Head): PemBlock | undefined => {
  if (head.headers.length > 0 && head.next > end) return undefined
  const closing = label + DASHES
  const tail = end + END.length
  if (!text.startsWith(closing, tail) || lineAt(text, tail + closing.length).text !== '') return undefined
  const body = text.slice(head.next, Math.max(head.next, end))
  const der = decodeBase64(body.replace(/[ \t]/g, ''))
  if (der === undefined) return undefined
  const encrypted = head.headers.some((header) => /^DEK-Info\s*:|ENCRYPTED/.test(header))
  return { label, der, headers: head.headers.length > 0, encrypted }
}

interface Opening {
  readonly label: string
  /** Where the line after the opening one starts. */
  readonly start: number
  readonly end: number
}

/** The last opening line before the closing one at `end`, looked for from `from` on. */
const openingOf = (text: string, from: number, end: number): Opening | 'none' | 'broken' => {
  const at = text.slice(from, end).lastIndexOf(BEGIN)
  const begin = from + at
  if (at < 0 || (at > 0 && text[begin - 1] !== '\n')) return 'none'
  const line = lineAt(text, begin + BEGIN.length)
  if (!line.text.endsWith(DASHES)) return 'broken'
  return { label: line.text.slice(0, -DASHES.length), start: line.next, end }
}

/**
 * The PEM blocks of a text (bytes as latin1), in order: those that Go's `encoding/pem` finds, which is what Argo CD
 * reads them with. Each marker stands on a line of its own, the data is base64 with its padding, and what is anything
 * else is skipped without a word.
 */
export const pemBlocks = (text: string): readonly PemBlock[] => {
  const blocks: PemBlock[] = []
  let from = 0
  for (;;) {
    const end = text.indexOf(END, from)
    if (end < 0) return blocks
    const opening = openingOf(text, from, end)
    from = end + END.length
    if (typeof opening === 'string') continue
    const head = headAt(text, opening.start)
    // Go gives up where the text ends among headers, or where they reach past the closing line.
    if (head.next >= text.length) return blocks
    const block = blockAt(text, opening, head)
    if (block === undefined && head.next > from) return blocks
    if (block !== undefined) {
      blocks.push(block)
      from = lineAt(text, end + END.length - 1).next
    }
  }
}

export const isPrivateKey = (block: PemBlock): boolean => /(^| )PRIVATE KEY$/.test(block.label)
export const isCertificate = (block: PemBlock): boolean => block.label === 'CERTIFICATE'
