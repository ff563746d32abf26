import { Composer, LineCounter } from 'yaml'
import type { CST, Document } from 'yaml'
import { boundErrors, TooManyErrors } from '../yaml/bounded-errors.ts'
import { boundedTokens, BoundReached } from '../yaml/bounded-tokens.ts'
import type { Bound } from '../yaml/bounded-tokens.ts'
import { readSimpleTree } from './simple-tree.ts'
import { convertTree } from './yaml-tree.ts'
import type { TreeProblem } from './yaml-tree.ts'
import type { YamlValue } from './yaml-value.ts'

export type DocumentProblem =
  TreeProblem | { readonly problem: Bound | 'control-character'; readonly line: number }

export type DocumentResult =
  | { readonly ok: true; readonly value: YamlValue | undefined }
  | { readonly ok: false; readonly fault: DocumentProblem }

// Duplicate keys are looked for while converting: the composer compares every pair of keys, which a mapping of
// 100,000 keys turns into minutes. Without known tags `!!binary` reaches us as written.
const OPTIONS = {
  schema: 'failsafe',
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  strict: true,
  merge: false,
  logLevel: 'silent',
} as const

// Room for several hundred contexts, where a kubeconfig has a few hundred lexemes; what more would cost, everything
// else waits for.
const MAX_LEXEMES = 30_000

// A scalar over several lines is one lexeme, and each of its lines costs as much.
const MAX_LINES = 30_000

const CONTROL = /[^\t\n\x85\P{Cc}]/u

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const isTooLong = (text: string): boolean => {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && lines <= MAX_LINES; at = text.indexOf('\n', at + 1)) lines += 1
  return lines > MAX_LINES
}

const ENDS_DOCUMENT = new Set(['document', 'doc-end', 'directive'])

/** The tokens of the first document; nothing after it is even lexed. */
const firstDocumentTokens = (text: string): readonly CST.Token[] => {
  const tokens: CST.Token[] = []
  let found = false
  for (const token of boundedTokens(text, MAX_LEXEMES)) {
    if (found && ENDS_DOCUMENT.has(token.type)) return tokens
    found ||= token.type === 'document'
    tokens.push(token)
  }
  return tokens
}

type Composed = { readonly document: Document.Parsed | undefined } | { readonly fault: DocumentProblem }

const compose = (text: string): Composed => {
  try {
    const composer = boundErrors(new Composer(OPTIONS))
    const [document] = Array.from<Document.Parsed>(composer.compose(firstDocumentTokens(text)))
    const [error] = document?.errors ?? []
    return error === undefined
      ? { document }
      : { fault: { problem: 'syntax', line: lineAt(text, error.pos[0]) } }
  } catch (error) {
    if (error instanceof BoundReached)
      return { fault: { problem: error.bound, line: lineAt(text, error.offset) } }
    if (error instanceof TooManyErrors)
      return { fault: { problem: 'syntax', line: lineAt(text, error.errors[0]?.pos[0] ?? 0) } }
    throw error
  }
}

/**
 * Reads the first YAML document of a text (JSON is YAML); what follows it is ignored, even if broken. `value` is
 * `undefined` where the document is empty. Refused: bad syntax, control characters, a key twice in one mapping,
 * aliases that contain themselves or multiply out of hand, nesting or length beyond reason. Problems carry lines, never text.
 */
export const readFirstDocument = (source: string): DocumentResult => {
  // A lone CR is a line break in YAML, which the parser does not know.
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  const control = CONTROL.exec(text)
  if (control !== null)
    return { ok: false, fault: { problem: 'control-character', line: lineAt(text, control.index) } }
  if (isTooLong(text)) return { ok: false, fault: { problem: 'too-complex', line: MAX_LINES } }
  const simple = readSimpleTree(text)
  return simple === undefined ? readFully(text) : { ok: true, value: simple }
}

/** The same by the full reader, for whatever is more than the fast one knows. */
export const readFully = (text: string): DocumentResult => {
  const composed = compose(text)
  if ('fault' in composed) return { ok: false, fault: composed.fault }
  const { document } = composed
  if (document === undefined) return { ok: true, value: undefined }
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  return convertTree(document.contents, (offset) => lines.linePos(offset).line)
}
