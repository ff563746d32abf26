import { Composer, isMap, isSeq } from 'yaml'
import type { Document, Node, YAMLError } from 'yaml'
import { boundErrors, TooManyErrors } from '../../yaml/bounded-errors.ts'
import { boundedTokens, BoundReached, type Bound } from '../../yaml/bounded-tokens.ts'
import { unparsable } from './broken.ts'
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

/**
 * Lexemes a text may have. A dump of a whole hub is one List with a lexeme to every five characters or more; a text
 * of nothing but signs would take seconds and all the memory there is.
 */
const maxLexemes = (text: string): number => 100_000 + Math.floor(text.length / 3)

const BOUNDS: Readonly<Record<Bound, string>> = {
  'too-deep': 'nested too deep',
  'too-complex': 'more lists and maps than a manifest of this size has',
  syntax: 'not valid YAML (a comma with nothing before it)',
}

/** What the composer and the tokens throw, as faults of the document. */
const faultOf = (error: unknown): unknown => {
  if (error instanceof BoundReached) return new TreeFault(BOUNDS[error.bound], { range: [error.offset] })
  return error instanceof TooManyErrors ? errorFault(error.errors) : error
}

/** The library places what stands too deep at the line before it; the end of the key it was taken for is where it stands. */
const errorFault = (errors: readonly Pick<YAMLError, 'code' | 'pos'>[]): TreeFault | undefined => {
  const [error] = errors
  if (!error) return undefined
  const misplaced = errors.find(({ code }) => code === 'MULTILINE_IMPLICIT_KEY')
  const code = error.code.toLowerCase().replaceAll('_', ' ')
  return new TreeFault(`not valid YAML (${code})`, { range: [misplaced ? misplaced.pos[1] : error.pos[0]] })
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
    const composer = boundErrors(new Composer(OPTIONS))
    const tokens = boundedTokens(text, maxLexemes(text))
    for (const document of composer.compose(tokens) as Generator<Document.Parsed>) {
      const fault = errorFault(document.errors)
      if (fault) throw fault
      const { contents } = document
      const value = new TreeReader().read(contents)
      if (value === null || value === undefined) continue
      yield* expanded(value, { file, line: lineIn(contents) }, itemsOf(contents).map(lineIn))
    }
  } catch (error) {
    const fault = faultOf(error)
    if (!(fault instanceof TreeFault)) throw error
    throw unparsable(text, { file, line: before + lineReader(text)(fault.offset) }, before, fault.message)
  }
}
