import type { Fault } from './faults.ts'

type Answer = Extract<Fault, { kind: 'answer' }>

/** An API server's own word: a Status body. `name` is what `details` names. */
export const statusAnswer = (
  code: number,
  reason: string,
  { name = '', kind = 'namespaces', headers = {} }: StatusOptions = {},
): Answer => ({
  kind: 'answer',
  status: code,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `${kind} "${name}": ${reason}`,
    reason,
    ...(name === '' ? {} : { details: { name, kind } }),
    code,
  }),
})

export interface StatusOptions {
  readonly name?: string
  /** Resource named in `details`. Default `namespaces`. */
  readonly kind?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A page of something between the caller and the API server. */
export const pageAnswer = (code: number): Answer => ({
  kind: 'answer',
  status: code,
  headers: { 'content-type': 'text/html' },
  body: `<html><body>${code}</body></html>`,
})

/** A LIST's answer without the items that `hides` picks; other answers stay as they are. */
export const withoutItems = (hides: (name: string) => boolean): Fault => ({
  kind: 'rewrite',
  change: ({ status, text }) => {
    const answer = JSON.parse(text) as List
    const items = answer.items?.filter(({ metadata }) => !hides(metadata.name))
    return { status, text: JSON.stringify({ ...answer, ...(items ? { items } : {}) }) }
  },
})

interface List {
  readonly items?: readonly { readonly metadata: { readonly name: string } }[]
}
