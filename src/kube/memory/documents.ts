import { readJson } from './json-documents.ts'
import type { RawDocument } from './raw-document.ts'
import { readYamlStream } from './yaml-slices.ts'

/** Line breaks as `\n`, without a byte order mark. */
const plain = (source: string): string => {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

/**
 * Splits the text of a manifest, YAML or JSON, into its objects; items of a `List` count as objects of their own.
 * @throws UsageError with file and line for what can't be read
 */
export const readDocuments = (source: string, file: string): Iterable<RawDocument> => {
  const text = plain(source)
  const isJson = /^\s*[[{]/.test(text)
  return (isJson ? readJson(text, file) : undefined) ?? readYamlStream(text, file)
}
