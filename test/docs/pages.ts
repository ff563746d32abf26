import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** A fenced block: ```` ```LANGUAGE MARK ````. */
export interface Block {
  readonly language: string
  readonly mark: string
  readonly text: string
  /** Line of the opening fence. */
  readonly line: number
}

/** A command block, and the output that the page says it has, with stdout and stderr in one. */
export interface Command {
  readonly block: Block
  readonly output: string | undefined
}

const FENCE = /^```(?<language>\S*) ?(?<mark>.*)\n(?<text>(?:(?!```).*\n)*)```$/gm

export const blocksOf = (markdown: string): readonly Block[] =>
  [...markdown.matchAll(FENCE)].map((match) => ({
    language: match.groups?.['language'] ?? '',
    mark: match.groups?.['mark'] ?? '',
    text: match.groups?.['text'] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }))

/** `sh` blocks with this mark; a `text` or `json` block that follows is the output of it. */
export const commandsOf = (markdown: string, mark: string): readonly Command[] => {
  const blocks = blocksOf(markdown)
  return blocks.flatMap((block, index) => {
    if (block.language !== 'sh' || block.mark !== mark) return []
    const next = blocks[index + 1]
    const isOutput = next?.language === 'text' || next?.language === 'json'
    return [{ block, output: isOutput ? next.text : undefined }]
  })
}

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return markdownIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })

/** Every page of the documentation, as paths from the top. */
export const PAGES: readonly string[] = ['README.md', 'CHANGELOG.md', ...markdownIn('docs')]

export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8')
