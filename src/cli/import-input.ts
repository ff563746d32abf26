import { dirname, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { embedFiles } from '../registering/embed-files.ts'
import { importPlace } from '../registering/import-place.ts'
import type { ImportWish } from '../registering/import-source.ts'
import { MAX_BYTES, readRegularFile } from '../registering/read-file.ts'
import { reduceKubeconfig, type ReducedKubeconfig } from '../registering/reduce-kubeconfig.ts'
import { shownPath } from '../registering/shown-path.ts'
import { at } from '../settings/origin.ts'
import { textOf } from './inputs.ts'
import type { Io } from './io.ts'
import type { Flags } from './session.ts'

/** A kubeconfig that was read, where it is to stand, and where it came from. */
export interface ImportInput extends ImportWish {
  /** As typed. */
  readonly file: string
}

const bytesOf = async (io: Io, file: string): Promise<Buffer> => {
  if (file === '-') return Buffer.from(await io.readStdin(MAX_BYTES))
  const read = await readRegularFile(file)
  if (read.ok) return read.bytes
  throw new UsageError(
    `--import ${shownPath(file)}: ${read.why}`,
    'name a file, or pipe it into --import - for standard input',
  )
}

const readKubeconfig = async (
  io: Io,
  file: string,
  context: string | undefined,
): Promise<ReducedKubeconfig> => {
  const bytes = await bytesOf(io, file)
  const folder = file === '-' ? process.cwd() : dirname(resolve(file))
  const reduced = at(`--import ${shownPath(file)}`, () => reduceKubeconfig(bytes, context))
  return embedFiles(reduced, folder, readRegularFile)
}

/**
 * The kubeconfig that is to be imported, read and reduced; undefined where none is.
 * @throws UsageError for what does not go together, and for a file that can't be read as one
 */
export const importOf = async (
  io: Io,
  flags: Flags,
  words: readonly string[],
): Promise<ImportInput | undefined> => {
  const file = textOf(flags['import'])
  const namespace = textOf(flags['namespace'])
  if (file === undefined) {
    if (namespace !== undefined)
      throw new UsageError(
        '-n says where --import puts a kubeconfig, and there is none',
        `name the namespaces to register as words: ${io.program} register ${printableName(namespace)}`,
      )
    return undefined
  }
  if (file === '') throw new UsageError('--import is empty', 'name a file, or - for standard input')
  if (words.length > 0)
    throw new UsageError(
      '--import takes no NAMESPACE: it makes one of its own',
      'to put it into one that is there: -n NAMESPACE',
    )
  const name = textOf(flags['name'])
  if (name === undefined)
    throw new UsageError('--import needs the name of the cluster', 'name it with --name NAME')
  return {
    file,
    cluster: name,
    place: importPlace(name, namespace),
    isPlaceNamed: namespace !== undefined,
    kubeconfig: await readKubeconfig(io, file, textOf(flags['context'])),
  }
}
