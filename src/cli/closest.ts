/** Changes of one character that make one text of the other, at most `limit + 1`. */
const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let above = Array.from({ length: b.length + 1 }, (_none, column) => column)
  for (const [row, character] of Array.from(a).entries()) {
    const line = [row + 1]
    for (let column = 1; column <= b.length; column += 1)
      line.push(
        Math.min(
          (line[column - 1] ?? 0) + 1,
          (above[column] ?? 0) + 1,
          (above[column - 1] ?? 0) + (b[column - 1] === character ? 0 : 1),
        ),
      )
    above = line
  }
  return above.at(-1) ?? 0
}

/** The name that was most likely meant; undefined where none is near. Of two as near as each other, the first. */
export const closest = (typed: string, names: readonly string[]): string | undefined => {
  const limit = Math.max(1, Math.floor(typed.length / 3))
  const [nearest] = names
    .map((name) => ({ name, far: distance(typed, name, limit) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far)
  return nearest?.name
}
