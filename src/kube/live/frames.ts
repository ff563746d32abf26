import { Fault } from './fault.ts'

const NEWLINE = 0x0a
/** etcd stores no object over 1.5 MiB; JSON and base64 blow it up, ten times over at most. */
const MAX_FRAME = 16 * 1024 * 1024

/**
 * The JSON values of a stream, one a line. Lines are cut in bytes, so a character that is split over two chunks stays
 * whole. Throws a `Fault` on a line that is no JSON, is too long, or ends without its newline.
 */
export async function* frames(
  chunks: AsyncIterable<Buffer>,
  received: (bytes: number) => void,
): AsyncGenerator<unknown, void, undefined> {
  let pending: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    received(chunk.length)
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      pending.push(chunk.subarray(start, end))
      start = end + 1
      const line = Buffer.concat(pending).toString('utf8')
      pending = []
      size = 0
      if (line.trim() !== '') yield parse(line)
    }
    if (start < chunk.length) {
      pending.push(chunk.subarray(start))
      size += chunk.length - start
      if (size > MAX_FRAME) throw new Fault('TOO_LARGE', 'body')
    }
  }
  if (size > 0) throw new Fault('CUT_OFF', 'body')
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    throw new Fault('NOT_JSON', 'body')
  }
}
