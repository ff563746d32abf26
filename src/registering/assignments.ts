import { keysUnder } from '../engine/keys.ts'
import { UsageError } from '../errors.ts'
import { isLabelKey, isLabelValue } from '../kube/names.ts'
import { printableName } from '../kubeconfig/printable.ts'

type Kind = 'label' | 'annotation'

const refuse = (kind: Kind, fault: string, remedy: string): never => {
  throw new UsageError(`--${kind}: ${fault}`, remedy)
}

/** What says by other means what a reserved key would. */
const INSTEAD: Readonly<Record<string, string>> = {
  cluster: 'name the cluster with --name',
  'managed-by': 'name the owner with --managed-by',
}

const underPrefix = (kind: Kind, key: string, prefix: string): string => {
  const full = key.startsWith(prefix) ? key : prefix + key
  const name = full.slice(prefix.length)
  if (name.includes('/'))
    refuse(
      kind,
      `"${printableName(key)}" is not under ${prefix}, and nothing else is read`,
      'leave its prefix out',
    )
  if (keysUnder(prefix).reserved.has(full))
    refuse(
      kind,
      `"${key}" is not copied: the registrar keeps it itself`,
      INSTEAD[name] ?? 'choose another key',
    )
  if (!isLabelKey(full))
    refuse(
      kind,
      `"${printableName(key)}" is no ${kind} key`,
      'use at most 63 letters, digits, - _ and ., beginning and ending with a letter or digit',
    )
  return full
}

/**
 * Reads `KEY=VALUE` texts; a key counts under the prefix whether it is written with it or not. Of a key given twice the last
 * counts.
 * @throws UsageError for a text without `=`, a key that is not ours to copy, and a value no label may have
 */
export const parseAssignments = (
  kind: Kind,
  texts: readonly string[],
  prefix: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    texts.map((text) => {
      const [, key = '', value] = /^([^=]*)=(.*)$/s.exec(text) ?? [undefined, text]
      if (value === undefined)
        return refuse(
          kind,
          `"${printableName(key)}" has no value`,
          `write --${kind} KEY=VALUE; an empty VALUE is one too`,
        )
      const full = underPrefix(kind, key, prefix)
      if (kind === 'label' && !isLabelValue(value))
        refuse(
          kind,
          `"${printableName(value)}" is no label value`,
          'use at most 63 letters, digits, - _ and ., beginning and ending with a letter or digit',
        )
      return [full, value]
    }),
  )
