const INDENT = '    '

/**
 * A line in as many as a terminal of this width needs, broken between words, the further ones indented. A word that is
 * wider stays whole, so that it can be copied.
 * @param columns absent = as it is
 */
export const wrapped = (line: string, columns: number | undefined): readonly string[] => {
  if (columns === undefined || line.length <= columns) return [line]
  const indent = INDENT.length + (line.length - line.trimStart().length)
  const lines: string[] = []
  let rest = line
  while (rest.length > columns) {
    const start = rest.length - rest.trimStart().length
    const end = rest.lastIndexOf(' ', columns)
    const at = end > start ? end : rest.indexOf(' ', Math.max(columns, start))
    if (at < 0) break
    lines.push(rest.slice(0, at).trimEnd())
    rest = ' '.repeat(indent) + rest.slice(at).trimStart()
  }
  return [...lines, rest]
}
