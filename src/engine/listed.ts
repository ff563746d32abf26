/** Names a sentence holds at most: a hub may have thousands. */
const NAMED = 5

/** `a, b`, and of many the first five: `a, b, c, d, e and 495 more`. */
export const listed = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
