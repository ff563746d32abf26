import { Composer, isMap, isSeq, Lexer, Parser } from 'yaml'
import type { CST, Document, Node } from 'yaml'
import { unparsable } from './broken.ts'
import { MAX_DEPTH } from '../../yaml/simple-reader.ts'
import { expanded, type RawDocument } from './raw-document.ts'
import { TreeFault, TreeReader } from './yaml-tree.ts'

/** kubectl reads manifests as YAML 1.1 (`no` is a boolean), but leaves times as text and knows no base-60 numbers. */
const withoutTimes = (tags: readonly unknown[]): unknown[] =>
  tags.filter((tag) => {
    const { tag: name, format } = tag as { readonly tag?: string; readonly format?: string }
    return name !== 'tag:yaml.org,2002:timestamp' && format !== 'TIME'
  })

// Keys that stand twice are found by TreeReader: the composer compares every pair of them.
const OPTIONS = {
  version: '1.1',
  uniqueKeys: false,
  prettyErrors: false,
  strict: true,
  logLevel: 'silent',
  customTags: withoutTimes as never,
} as const

// Control characters YAML takes in no text.
const CONTROL = /[^\P{Cc}\t\n\u0085]/u

/** Line, from 1, of an offset; offsets must not go down from call to call. */
const lineReader = (text: string): ((offset: number) => number) => {
  let line = 1
  let next = text.indexOf('\n')
  return (offset) => {
    while (next >= 0 && next < offset) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}

const offsetOf = (node: unknown): number => (node as Partial<Node> | null)?.range?.[0] ?? 0

/** Tokens one by one, so that no more than one document is held as nodes. */
function* tokensOf(text: string): Generator<CST.Token> {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > MAX_DEPTH) throw new TreeFault('nested too deep', { range: [parser.offset] })
  }
  yield* parser.end()
}

/** The library places what stands too deep at the line before it; the end of the key it was taken for is where it stands. */
const refuseErrors = ({ errors }: Document.Parsed): void => {
  const [error] = errors
  if (!error) return
  const misplaced = errors.find(({ code }) => code === 'MULTILINE_IMPLICIT_KEY')
  const code = error.code.toLowerCase().replaceAll('_', ' ')
  throw new TreeFault(`not valid YAML (${code})`, { range: [misplaced ? misplaced.pos[1] : error.pos[0]] })
}

const itemsOf = (contents: unknown): readonly unknown[] => {
  const items = isMap(contents) ? contents.get('items', true) : undefined
  return isSeq(items) ? items.items : []
}

/**
 * The objects of a YAML text, document by document. Empty documents are passed over.
 * @param before lines of the file that stand before the text
 * @throws UsageError with the line of what can't be read
 */
export function* readYaml(text: string, file: string, before = 0): Generator<RawDocument> {
  const lineOf = lineReader(text)
  const lineIn = (node: unknown): number => before + lineOf(offsetOf(node))
  try {
    const control = CONTROL.exec(text)
    if (control) throw new TreeFault('a control character: not a text file', { range: [control.index] })
    for (const document of new Composer(OPTIONS).compose(tokensOf(text)) as Generator<Document.Parsed>) {
      refuseErrors(document)
      const { contents } = document
      const value = new TreeReader().read(contents)
      if (value === null || value === undefined) continue
      yield* expanded(value, { file, line: lineIn(contents) }, itemsOf(contents).map(lineIn))
    }
  } catch (error) {
    if (!(error instanceof TreeFault)) throw error
    throw unparsable(text, { file, line: before + lineReader(text)(error.offset) }, before, error.message)
  }
}
