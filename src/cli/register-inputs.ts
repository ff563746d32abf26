import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { isDnsLabel } from '../kube/names.ts'
import { embedFiles } from '../registering/embed-files.ts'
import { importPlace, type ImportPlace } from '../registering/import-source.ts'
import { reduceKubeconfig, type ReducedKubeconfig } from '../registering/reduce-kubeconfig.ts'
import { parseDuration } from '../settings/duration.ts'
import { at } from '../settings/origin.ts'
import { list } from './inputs.ts'
import type { Io } from './io.ts'
import type { Flags } from './session.ts'

/** A kubeconfig that was read, and where it is to stand. */
export interface Import {
  readonly place: ImportPlace
  readonly kubeconfig: ReducedKubeconfig
}

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
  readonly import?: Import
}

const text = (value: Flags[string]): string | undefined => (typeof value === 'string' ? value : undefined)

const requireNamespaces = (words: readonly string[], program: string): readonly string[] => {
  if (words.length === 0)
    throw new UsageError(
      'register needs at least one NAMESPACE, or --import FILE',
      `see ${program} register --help`,
    )
  for (const word of words)
    if (!isDnsLabel(word))
      throw new UsageError(`"${word}" is not the name of a namespace`, 'name a namespace of the hub')
  return words
}

const waitOf = (value: Flags[string]): number => {
  const given = text(value)
  if (given === undefined) return 0
  const milliseconds = parseDuration(given, { days: true })
  if (milliseconds === undefined || milliseconds < 0)
    throw new UsageError(`--wait: "${given}" is not a duration`, 'write --wait=90s')
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

const readKubeconfig = async (
  io: Io,
  file: string,
  context: string | undefined,
): Promise<ReducedKubeconfig> => {
  const bytes =
    file === '-'
      ? Buffer.from(await io.readStdin())
      : await readFile(file).catch((error: unknown) => {
          const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
          throw new UsageError(
            `--import ${file}: can't be read (${code})`,
            'name an existing file, or - for standard input',
          )
        })
  const folder = file === '-' ? process.cwd() : dirname(resolve(file))
  const reduced = at(`--import ${file}`, () => reduceKubeconfig(bytes, context))
  return embedFiles(reduced, folder, (path) => readFile(path))
}

const importOf = async (io: Io, flags: Flags, words: readonly string[]): Promise<Import | undefined> => {
  const file = text(flags['import'])
  const namespace = text(flags['namespace'])
  if (file === undefined) {
    if (namespace !== undefined)
      throw new UsageError(
        '-n says where --import puts a kubeconfig, and there is none',
        `name the namespaces to register as words: ${io.program} register ${namespace}`,
      )
    return undefined
  }
  if (words.length > 0)
    throw new UsageError(
      '--import takes no NAMESPACE: it makes one of its own',
      'to put it into one that is there: -n NAMESPACE',
    )
  const name = text(flags['name'])
  if (name === undefined)
    throw new UsageError('--import needs the name of the cluster', 'name it with --name NAME')
  return {
    place: importPlace(name, namespace),
    kubeconfig: await readKubeconfig(io, file, text(flags['context'])),
  }
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
  const name = text(flags['name'])
  if (name === '') throw new UsageError('--name is empty', 'name the cluster, or leave it out')
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
