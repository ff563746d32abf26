import { decodeBase64 } from '../../argocd/base64.ts'
import { dataText } from '../../argocd/cluster-secret.ts'
import { isJsonObject } from '../../argocd/config-shape.ts'
import { printableName } from '../../argocd/json-keys.ts'
import type { Secret } from '../../kube/objects.ts'

/** Where something was to be filled in and was not. `word` is the kind of it: what stands there may be half a credential. */
export interface Placeholder {
  readonly path: string
  readonly word: string
}

interface Form {
  readonly word: string
  readonly pattern: RegExp
}

/** What nobody writes by chance: it counts wherever in a text it stands. */
const ANYWHERE: readonly Form[] = [
  { word: 'REPLACE_WITH_…', pattern: /replace[_-](?:me|with)/i },
  { word: 'CHANGE_ME', pattern: /change[_-]?me\b/i },
  { word: '${…}', pattern: /\$\{\w+\}/ },
  { word: '$(…)', pattern: /\$\(\w+\)/ },
  { word: '{{…}}', pattern: /\{\{.*\}\}/s },
  { word: '<…>', pattern: /<[a-z][\w .:-]*>/i },
]

/** Words that a name or a token may well hold: only a whole text of them counts. */
const WHOLE: readonly Form[] = [
  { word: 'PLACEHOLDER', pattern: /^placeholder\w*$/i },
  { word: 'TODO', pattern: /^(?:todo|fixme)$/i },
  { word: 'XXX', pattern: /^x{3,}$/i },
  { word: 'REPLACE', pattern: /^replace$/i },
  { word: 'YOUR_…', pattern: /^your[-_ ][\w -]{1,60}$/i },
  { word: 'INSERT_…', pattern: /^insert[-_ ][\w -]{1,60}$/i },
  { word: 'EXAMPLE_…', pattern: /^example_\w{1,60}$/i },
]

/** A cluster may be called `todo`; nobody calls one `PLACEHOLDER`. */
const IN_NAMES: readonly Form[] = [...ANYWHERE, { word: 'PLACEHOLDER', pattern: /^PLACEHOLDER/ }]

/** Host names are written in lower case, and no host has an underscore in it. */
const CAPITAL_HOST: Form = {
  word: 'HOST_IN_CAPITALS',
  pattern: /^https?:\/\/[A-Z][A-Z0-9]*_[A-Z0-9_]+(?::|\/|$)/,
}

const IN_SERVERS: readonly Form[] = [
  ...ANYWHERE,
  { word: 'PLACEHOLDER', pattern: /placeholder/i },
  CAPITAL_HOST,
]

// A placeholder is short; certificates and tokens are not looked through.
const LONGEST = 512

const find = (text: string, forms: readonly Form[]): string | undefined =>
  text.length > LONGEST ? undefined : forms.find(({ pattern }) => pattern.test(text.trim()))?.word

const inField = (text: string): string | undefined =>
  find(text, [...ANYWHERE, ...WHOLE]) ??
  find(decodeBase64(text)?.toString('latin1') ?? '', [...ANYWHERE, ...WHOLE])

// Deeper than any config; stops a hostile Secret from exhausting the stack.
const MAX_DEPTH = 10

const inValue = (value: unknown, path: string, depth = 0): readonly Placeholder[] => {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((item) => inValue(item, `${path}[]`, depth + 1))
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, item]) =>
      inValue(item, `${path}.${printableName(key)}`, depth + 1),
    )
  const word = typeof value === 'string' ? inField(value) : undefined
  return word === undefined ? [] : [{ path, word }]
}

const inConfig = (text: string): readonly Placeholder[] => {
  try {
    return inValue(JSON.parse(text), 'data.config')
  } catch {
    // Often a placeholder is why it is not JSON.
    const word = find(text, ANYWHERE)
    return word === undefined ? [] : [{ path: 'data.config', word }]
  }
}

const inText = (text: string | undefined, path: string, forms: readonly Form[]): readonly Placeholder[] => {
  const word = text === undefined ? undefined : find(text, forms)
  return word === undefined ? [] : [{ path, word }]
}

/** What of a cluster Secret was never filled in (offline-checks.md, 2C). */
export const placeholdersOf = (secret: Secret): readonly Placeholder[] => [
  ...inText(dataText(secret, 'name'), 'data.name', IN_NAMES),
  ...inText(dataText(secret, 'server'), 'data.server', IN_SERVERS),
  ...inConfig(dataText(secret, 'config') ?? ''),
]
