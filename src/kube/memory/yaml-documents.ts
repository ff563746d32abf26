import { Composer, isMap, isSeq, Lexer, Parser } from 'yaml'
import type { CST, Document, Node } from 'yaml'
import { unparsable } from './broken.ts'
import { expanded, MAX_DEPTH, type RawDocument } from './raw-document.ts'
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

const lineAt = (text: string, offset: number): number => lineReader(text)(offset)

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

const itemsOf = (contents: unknown): readonly unknown[] => {
  const items = isMap(contents) ? contents.get('items', true) : undefined
  return isSeq(items) ? items.items : []
}

/**
 * The objects of a YAML text, document by document. Empty documents are passed over.
 * @throws UsageError with the line of what can't be read
 */
export function* readYaml(text: string, file: string): Generator<RawDocument> {
  const control = CONTROL.exec(text)
  if (control)
    throw unparsable(
      text,
      { file, line: lineAt(text, control.index) },
      'a control character: not a text file',
    )
  const lineOf = lineReader(text)
  try {
    for (const document of new Composer(OPTIONS).compose(tokensOf(text)) as Generator<Document.Parsed>) {
      const [error] = document.errors
      if (error)
        throw new TreeFault(`not valid YAML (${error.code.toLowerCase().replaceAll('_', ' ')})`, {
          range: error.pos,
        })
      const { contents } = document
      const value = new TreeReader().read(contents)
      if (value === null || value === undefined) continue
      const place = { file, line: lineOf(offsetOf(contents)) }
      yield* expanded(
        value,
        place,
        itemsOf(contents).map((item) => lineOf(offsetOf(item))),
      )
    }
  } catch (error) {
    if (!(error instanceof TreeFault)) throw error
    throw unparsable(text, { file, line: lineAt(text, error.offset) }, error.message)
  }
}
