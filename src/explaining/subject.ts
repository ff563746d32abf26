/** What a word may be about. */
export type SubjectKind = 'cluster' | 'namespace' | 'secret' | 'server'

/** What a person typed: a name, and what it is a name of, where they said so. */
export interface Asked {
  readonly kind?: SubjectKind
  readonly name: string
  /** Of a Secret, where it was given. */
  readonly namespace?: string
}

/** kubectl's TYPE/NAME, with its plurals and short names. */
const KINDS: ReadonlyMap<string, SubjectKind> = new Map([
  ['cluster', 'cluster'],
  ['clusters', 'cluster'],
  ['namespace', 'namespace'],
  ['namespaces', 'namespace'],
  ['ns', 'namespace'],
  ['secret', 'secret'],
  ['secrets', 'secret'],
  ['server', 'server'],
])

const secretOf = (text: string): Asked => {
  const slash = text.indexOf('/')
  return slash < 0
    ? { kind: 'secret', name: text }
    : { kind: 'secret', namespace: text.slice(0, slash), name: text.slice(slash + 1) }
}

/** `sandbox`, `cluster/sandbox`, `secret/cluster-sandbox`, `team-a/prod-kubeconfig`, `https://10.0.0.1:6443`. */
export const readSubject = (typed: string): Asked => {
  const slash = typed.indexOf('/')
  const kind = KINDS.get(typed.slice(0, Math.max(slash, 0)))
  const rest = typed.slice(slash + 1)
  if (kind === 'secret') return secretOf(rest)
  if (kind) return { kind, name: rest }
  if (typed.includes('://')) return { kind: 'server', name: typed }
  return slash > 0 ? secretOf(typed) : { name: typed }
}
