/** What this matcher leaves to others: classes, alternatives and escapes of gobwas/glob. */
const RICH = /[[\]{}\\]/

/**
 * Argo CD's globs, where `*` takes any text and `?` one character. Undefined for a pattern with more in it than that.
 * In time linear in both but for the text behind the last star.
 */
export const matchesGlob = (pattern: string, text: string): boolean | undefined => {
  if (RICH.test(pattern)) return undefined
  let [at, here, star, retry] = [0, 0, -1, 0]
  while (here < text.length) {
    if (pattern[at] === '*') {
      star = at++
      retry = here
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[here])) {
      at++
      here++
    } else if (star >= 0) {
      at = star + 1
      here = ++retry
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
