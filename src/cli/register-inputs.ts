import { UsageError } from '../errors.ts'
import { isDnsLabel } from '../kube/names.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { parseDuration } from '../settings/duration.ts'
import { importOf, type ImportInput } from './import-input.ts'
import { list, textOf } from './inputs.ts'
import type { Io } from './io.ts'
import type { Flags } from './session.ts'

/** What is to be registered, before the hub is known. */
export interface RegisterInputs {
  readonly namespaces: readonly string[]
  /** Absent = the name each namespace has already, else its own. */
  readonly name?: string
  /** `KEY=VALUE`; under the prefix once it is known. */
  readonly labels: readonly string[]
  readonly annotations: readonly string[]
  /** Milliseconds; 0 = don't wait. */
  readonly wait: number
  /** A kubeconfig that was read, and where it is to stand. */
  readonly import?: ImportInput
}

const requireNamespaces = (words: readonly string[], program: string): readonly string[] => {
  if (words.length === 0)
    throw new UsageError(
      'register needs at least one NAMESPACE, or --import FILE',
      `see ${program} register --help`,
    )
  for (const word of words)
    if (!isDnsLabel(word))
      throw new UsageError(
        `"${printableName(word)}" is not the name of a namespace`,
        word.includes(',') ? 'write several as words of their own' : 'name a namespace of the hub',
      )
  return words
}

const waitOf = (value: Flags[string]): number => {
  const given = textOf(value)
  if (given === undefined) return 0
  const milliseconds = parseDuration(given, { days: true })
  if (milliseconds === undefined || milliseconds < 0)
    throw new UsageError(`--wait: "${printableName(given)}" is not a duration`, 'write --wait=90s')
  return milliseconds
}

/** Credentials may only go where somebody asked for them. */
const checkOutput = (flags: Flags): void => {
  if (flags['output'] === 'yaml' && flags['redact'] !== true && flags['show-secrets'] !== true)
    throw new UsageError(
      '-o yaml prints cluster Secrets, and credentials stand in them',
      'add --redact to mask them, or --show-secrets to have them printed',
    )
}

/**
 * What the words and flags of `register` come to; an imported file is read and reduced here.
 * @throws UsageError for what does not go together
 */
export const registerInputs = async (
  io: Io,
  flags: Flags,
  words: readonly string[],
): Promise<RegisterInputs> => {
  checkOutput(flags)
  const wait = waitOf(flags['wait'])
  const name = textOf(flags['name'])
  if (name === '') throw new UsageError('--name is empty', 'name the cluster, or leave it out')
  // The plan refuses what makes no name, and says it; not what might be a credential.
  if (name !== undefined && printableName(name) !== name)
    throw new UsageError('--name: that is no name of a cluster', 'choose a short one, as in --name staging')
  const imported = await importOf(io, flags, words)
  const namespaces = imported ? [imported.place.namespace] : requireNamespaces(words, io.program)
  if (name !== undefined && namespaces.length > 1)
    throw new UsageError(
      '--name names one cluster, and several namespaces are given',
      'register them one by one, or leave it out',
    )
  return {
    namespaces,
    ...(name === undefined ? {} : { name }),
    labels: list(flags['label']) ?? [],
    annotations: list(flags['annotation']) ?? [],
    wait,
    ...(imported ? { import: imported } : {}),
  }
}

/** The flags that are about the hub: with `--import` the context is one of that file. */
export const hubFlags = (flags: Flags): Flags => {
  const { context, namespace: _place, ...others } = flags
  return flags['import'] === undefined ? { ...others, context } : others
}
