import { Composer, Lexer, LineCounter, Parser } from 'yaml'
import type { CST, Document } from 'yaml'
import { MAX_DEPTH } from '../yaml/simple-reader.ts'
import { readSimpleTree } from './simple-tree.ts'
import { convertTree } from './yaml-tree.ts'
import type { TreeProblem } from './yaml-tree.ts'
import type { YamlValue } from './yaml-value.ts'

export type DocumentProblem =
  TreeProblem | { readonly problem: 'syntax' | 'control-character' | 'too-deep'; readonly line: number }

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

const CONTROL = /[^\t\n\x85\P{Cc}]/u

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const ENDS_DOCUMENT = new Set(['document', 'doc-end', 'directive'])

type Tokens = { readonly tokens: readonly CST.Token[] } | { readonly tooDeepAt: number }

/** The tokens of the first document; nothing after it is even lexed. */
const firstDocumentTokens = (text: string): Tokens => {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let found = false
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (found && ENDS_DOCUMENT.has(token.type)) return { tokens }
      found ||= token.type === 'document'
      tokens.push(token)
    }
    if (parser.stack.length > MAX_DEPTH) return { tooDeepAt: parser.offset }
  }
  for (const token of parser.end()) {
    if (found && ENDS_DOCUMENT.has(token.type)) return { tokens }
    found ||= token.type === 'document'
    tokens.push(token)
  }
  return { tokens }
}

/**
 * Reads the first YAML document of a text (JSON is YAML); what follows it is ignored, even if broken. `value` is
 * `undefined` where the document is empty. Refused: bad syntax, control characters, a key twice in one mapping,
 * aliases that contain themselves or multiply out of hand, nesting beyond reason. Problems carry lines, never text.
 */
export const readFirstDocument = (source: string): DocumentResult => {
  // A lone CR is a line break in YAML, which the parser does not know.
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  const control = CONTROL.exec(text)
  if (control !== null)
    return { ok: false, fault: { problem: 'control-character', line: lineAt(text, control.index) } }
  const simple = readSimpleTree(text)
  return simple === undefined ? readFully(text) : { ok: true, value: simple }
}

/** The same by the full reader, for whatever is more than the fast one knows. */
export const readFully = (text: string): DocumentResult => {
  const read = firstDocumentTokens(text)
  if ('tooDeepAt' in read)
    return { ok: false, fault: { problem: 'too-deep', line: lineAt(text, read.tooDeepAt) } }
  const [document] = Array.from<Document.Parsed>(new Composer(OPTIONS).compose(read.tokens))
  if (document === undefined) return { ok: true, value: undefined }
  const [error] = document.errors
  if (error !== undefined)
    return { ok: false, fault: { problem: 'syntax', line: lineAt(text, error.pos[0]) } }
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  return convertTree(document.contents, (offset) => lines.linePos(offset).line)
}
