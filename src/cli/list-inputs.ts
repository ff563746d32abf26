import { UsageError } from '../errors.ts'
import { parseLabelSelector } from '../kube/label-grammar.ts'
import { printableName } from '../kubeconfig/printable.ts'
import type { Asked } from '../listing/selection.ts'
import { SORT_KEYS, type SortKey } from '../listing/sort.ts'
import { closest } from './closest.ts'
import { isOn, textOf } from './inputs.ts'
import type { Flags } from './session.ts'
import { wordsOf } from './words.ts'

export interface ListInputs {
  readonly asked: Asked
  readonly sortBy: SortKey
  readonly watch: boolean
}

const selectorOf = (typed: string | undefined): string | undefined => {
  const selector = typed?.trim() || undefined
  const parsed = parseLabelSelector(selector ?? '')
  if (parsed.ok) return selector
  throw new UsageError(
    `--selector: ${parsed.fault}`,
    "write it as kubectl has it: -l key=value, -l 'key in (a,b)' or -l '!key'",
  )
}

const sortKeyOf = (typed: string | undefined): SortKey => {
  if (typed === undefined) return 'name'
  const word = typed.toLowerCase()
  const found = SORT_KEYS.find((key) => key === word)
  if (found) return found
  throw new UsageError(
    `--sort-by: "${printableName(typed)}" is not one of ${SORT_KEYS.join(', ')}`,
    `write --sort-by=${closest(word, SORT_KEYS) ?? 'expires'}`,
  )
}

/** @throws UsageError for a selector or a column that is none, and a word that names nothing */
export const listInputs = (flags: Flags, argv: readonly unknown[]): ListInputs => {
  const selector = selectorOf(textOf(flags['selector']))
  return {
    asked: {
      names: wordsOf(argv),
      all: isOn(flags, 'all'),
      ...(selector === undefined ? {} : { selector }),
    },
    sortBy: sortKeyOf(textOf(flags['sort-by'])),
    watch: isOn(flags, 'watch'),
  }
}
