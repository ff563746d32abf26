import type { Entry } from './entry.ts'

/** One entry, or several that say the same, with what they say in common. */
export interface Gathered {
  readonly entries: readonly [Entry, ...Entry[]]
  readonly message: string
  readonly remedy: string | undefined
}

/** More than so many that differ by their own names only are told together, with placeholders; fewer as they are, so that
 *  their remedies can be pasted. */
const FEW = 3

/** What one cause does to many: only the end of the message tells them apart. */
const ONE_CAUSE: ReadonlySet<string> = new Set([
  'removal-held',
  'removals-off',
  'applications-removed',
  'applications-stranded',
  'workloads-deleted',
])

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** The text with placeholders for the entry's own names, where they stand as whole words. */
const templated = (text: string, { own }: Entry): string => {
  if (own.size === 0) return text
  const names = [...own.keys()].toSorted((a, b) => b.length - a.length).map(escaped)
  const words = new RegExp(String.raw`(?<![\w.-])(?:${names.join('|')})(?![\w-]|\.\w)`, 'g')
  return text.replaceAll(words, (word) => own.get(word) ?? word)
}

const isOneCause = ({ reason }: Entry): boolean => reason !== undefined && ONE_CAUSE.has(reason)

const keyOf = (entry: Entry): string =>
  JSON.stringify([
    entry.kind,
    entry.noun,
    entry.reason,
    isOneCause(entry) ? '' : templated(entry.message, entry),
    templated(entry.remedy ?? '', entry),
  ])

const shared = (a: string, b: string): string => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return a.slice(0, length)
}

/** What all messages begin with, up to the end of a part of the sentence. */
const beginning = (messages: readonly string[]): string => {
  const prefix = messages.reduce(shared)
  const [whole] = messages
  if (prefix === whole && messages.every((message) => message === whole)) return prefix
  const end = [': ', '; ', ', '].map((mark) => prefix.lastIndexOf(mark)).find((index) => index > 0)
  return end === undefined ? prefix : prefix.slice(0, end)
}

const alone = (entry: Entry): Gathered => ({
  entries: [entry],
  message: entry.message,
  remedy: entry.remedy,
})

const together = (entries: readonly [Entry, ...Entry[]]): Gathered | undefined => {
  const [first, ...others] = entries
  if (others.length === 0) return undefined
  const isEqual = others.every(({ message, remedy }) => message === first.message && remedy === first.remedy)
  if (isEqual) return { ...alone(first), entries }
  const isRemedyEqual = others.every(({ remedy }) => remedy === first.remedy)
  const remedy = isRemedyEqual || first.remedy === undefined ? first.remedy : templated(first.remedy, first)
  if (isOneCause(first)) return { entries, message: beginning(entries.map(({ message }) => message)), remedy }
  return entries.length > FEW ? { entries, message: templated(first.message, first), remedy } : undefined
}

/** Entries in their order, those that say the same told once, where the first of them stands. */
export const gather = (entries: readonly Entry[]): readonly Gathered[] => {
  const groups = new Map<string, [Entry, ...Entry[]]>()
  const grouped = entries.map((entry) => {
    const key = keyOf(entry)
    const group = groups.get(key)
    if (!group) {
      const started: [Entry, ...Entry[]] = [entry]
      groups.set(key, started)
      return started
    }
    group.push(entry)
    return group
  })
  const merged = new Map([...groups.values()].map((group) => [group, together(group)]))
  return entries.flatMap((entry, index) => {
    const group = grouped[index] ?? [entry]
    const one = merged.get(group)
    if (!one) return [alone(entry)]
    return group[0] === entry ? [one] : []
  })
}
