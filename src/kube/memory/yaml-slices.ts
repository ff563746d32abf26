import { expanded, type RawDocument } from './raw-document.ts'
import { readSimpleDocument } from './simple-documents.ts'
import { readYaml } from './yaml-documents.ts'

// A directive or an end marker says something of the document after it: such texts are read as a whole.
const MARKS = /^(?:%|\.\.\.)/m
// Only `\n` ends a line here, and only blanks are white space: to YAML, U+2028 and no-break spaces are text.
const SEPARATOR = /(?<![^\n])---(?=[ \t\n]|(?![^]))/g

/** A marker alone on its line says nothing more; one that is followed by something is the full reader's. */
const LONE_MARKER = /^--- *\n/

/**
 * The objects of a YAML text, one document after the other: the plain ones by the fast reader, the rest by the full one.
 * @throws UsageError with the line of what can't be read
 */
export function* readYamlStream(text: string, file: string): Generator<RawDocument> {
  if (MARKS.test(text)) {
    yield* readYaml(text, file)
    return
  }
  const starts = [0, ...Array.from(text.matchAll(SEPARATOR), ({ index }) => index), text.length]
  let before = 0
  for (const [index, start] of starts.entries()) {
    const slice = text.slice(start, starts[index + 1] ?? start)
    const marker = LONE_MARKER.exec(slice)?.[0] ?? ''
    const body = slice.slice(marker.length)
    const isBlank = /^[ \n]*$/.test(body)
    const simple = isBlank ? undefined : readSimpleDocument(body)
    const skipped = before + (marker === '' ? 0 : 1)
    if (simple)
      yield* expanded(
        simple.value,
        { file, line: skipped + simple.line },
        simple.itemLines.map((line) => skipped + line),
      )
    else if (!isBlank) yield* readYaml(slice, file, before)
    for (let at = slice.indexOf('\n'); at >= 0; at = slice.indexOf('\n', at + 1)) before += 1
  }
}
