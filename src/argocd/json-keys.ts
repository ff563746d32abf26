import { looksLikeToken } from './token.ts'

interface Frame {
  /** Keys seen; `undefined` for a list. */
  readonly keys: Set<string> | undefined
  readonly path: string
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs

/** A name that can stand in a message: a field's name, not something that may be a value in the wrong place. */
export const printableName = (name: string): string =>
  /^[\w.-]{1,64}$/.test(name) && !looksLikeToken(name) ? name : '…'

const unquote = (token: string): string => JSON.parse(token) as string

/**
 * Dotted paths of the keys that occur twice in one object of a JSON text; Go keeps the last of them without a word,
 * as `JSON.parse` does. The text must be valid JSON.
 */
export const duplicateKeys = (json: string): readonly string[] => {
  const found: string[] = []
  const stack: Frame[] = []
  let previous = ''
  let lastKey = ''
  for (const [token] of json.matchAll(TOKEN)) {
    const frame = stack.at(-1)
    const prefix =
      frame === undefined ? '' : frame.keys === undefined ? `${frame.path}[]` : `${frame.path}.${lastKey}`
    if (token === '{') stack.push({ keys: new Set(), path: prefix })
    else if (token === '[') stack.push({ keys: undefined, path: prefix })
    else if (token === '}' || token === ']') stack.pop()
    else if (token.startsWith('"') && frame?.keys !== undefined && (previous === '{' || previous === ',')) {
      const key = unquote(token)
      lastKey = printableName(key)
      if (frame.keys.has(key)) found.push(`${frame.path}.${lastKey}`)
      frame.keys.add(key)
    }
    previous = token
  }
  return found.map((path) => path.replace(/^\./, ''))
}
