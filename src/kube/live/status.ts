import type { IncomingHttpHeaders } from 'node:http'
import { KubeError } from '../errors.ts'

type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A server's words on one line, without anything of `secrets` in them: a webhook or proxy may echo a header. */
const clean = (message: string, secrets: readonly string[]): string => {
  let cleaned = message
  for (const secret of secrets) if (secret !== '') cleaned = cleaned.replaceAll(secret, '***')
  // Old API servers quote the part of a body they could not decode.
  return cleaned
    .replace(/,? ?error found in #\d+ byte[\s\S]*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 1024)
}

/** Seconds to wait: a number, or a date as HTTP allows. */
const retryAfterOf = (headers: IncomingHttpHeaders, now: number): number | undefined => {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000)
}

/** The KubeError of a Status object; undefined for anything else. */
export const statusError = (
  value: unknown,
  code: number,
  call: string,
  secrets: readonly string[],
  retryAfter?: number,
): KubeError | undefined => {
  if (!isObject(value) || value['kind'] !== 'Status' || value['apiVersion'] !== 'v1') return undefined
  const details = isObject(value['details']) ? value['details'] : {}
  const kind = text(details['kind'])
  const name = text(details['name'])
  const reason = text(value['reason']) ?? ''
  return new KubeError({
    kind: 'status',
    code,
    reason,
    message: clean(text(value['message']) ?? (reason || `HTTP ${code}`), secrets),
    call,
    details: { ...(kind !== undefined && { kind }), ...(name !== undefined && { name }) },
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** For a path it serves nothing under, kube-apiserver answers no Status but this; the header tells it from a proxy's page. */
const isUnserved = (body: Buffer, code: number, headers: IncomingHttpHeaders): boolean =>
  code === 404 && headers['audit-id'] !== undefined && body.toString('utf8').trim() === '404 page not found'

const explain = (code: number, unserved: boolean): string => {
  if (unserved) return 'the hub serves no such resource'
  return code >= 300 && code < 400
    ? `HTTP ${code}, a redirect, which is not followed`
    : `HTTP ${code}, and not from the API server`
}

/** The KubeError of an answer other than 2xx. Only a Status is the API server's word; the rest is not quoted. */
export const answerError = (
  body: Buffer,
  code: number,
  headers: IncomingHttpHeaders,
  call: string,
  secrets: readonly string[],
): KubeError => {
  const retryAfter = retryAfterOf(headers, Date.now())
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    // Not JSON, so not a Status either.
  }
  const unserved = isUnserved(body, code, headers)
  return (
    statusError(parsed, code, call, secrets, retryAfter) ??
    new KubeError({
      kind: 'http',
      code,
      reason: '',
      message: `${call}: ${explain(code, unserved)}`,
      call,
      unserved,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  )
}
