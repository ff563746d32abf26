import type { Io } from '../cli/io.ts'
import { typedSettings } from '../cli/inputs.ts'
import { refuseScope, type Flags } from '../cli/session.ts'
import { UsageError } from '../errors.ts'
import { isDnsLabel } from '../kube/names.ts'
import { readRegularFile } from '../registering/read-file.ts'
import { shownPath } from '../registering/shown-path.ts'
import { parseConfig } from '../settings/config-file.ts'
import { readEnvironment, readInputs } from '../settings/environment.ts'
import { mergeRaw, resolveSettings } from '../settings/resolve.ts'
import { DEFAULT_VALUES } from './default-values.ts'
import { flagValues, settingsValues } from './flag-values.ts'
import { parseValues, setValues } from './given-values.ts'
import { renderManifests } from './index.ts'
import { mergeParts, valuesOf, type Parts } from './merge-values.ts'
import { manifestsYaml } from './print.ts'
import type { Values } from './values.ts'

const textOf = async (flag: string, path: string): Promise<string> => {
  const read = await readRegularFile(path)
  if (!read.ok) throw new UsageError(`${flag} ${shownPath(path)}: ${read.why}`, 'name an existing file')
  return read.bytes.toString()
}

const wordsOf = (value: string | boolean | string[] | undefined): readonly string[] =>
  Array.isArray(value) ? value : []

/** The settings as every verb reads them; what is wrong with one is said where it was given. */
const givenSettings = async (io: Io, flags: Flags): Promise<Parts> => {
  refuseScope(io.env)
  const { config: fromEnvironment } = readInputs(io.env)
  const path = typeof flags['config'] === 'string' ? flags['config'] : fromEnvironment
  const file = path === undefined ? {} : parseConfig(await textOf('--config', path), path)
  const raw = mergeRaw(typedSettings(flags), readEnvironment(io.env), file)
  resolveSettings(raw)
  return settingsValues(raw)
}

/** What is closest to the one who runs it counts most: `--set`, then flags, the environment and `--config`, then values files. */
const givenValues = async (io: Io, flags: Flags): Promise<Values> => {
  const files = await Promise.all(
    wordsOf(flags['values']).map(async (path) =>
      parseValues(await textOf('--values', path), shownPath(path)),
    ),
  )
  return valuesOf(
    [
      ...files,
      await givenSettings(io, flags),
      flagValues(flags),
      setValues(wordsOf(flags['set'])),
    ].reduce<Parts>(mergeParts, { ...DEFAULT_VALUES }),
  )
}

const nameOf = (flag: string, name: string): string => {
  if (isDnsLabel(name)) return name
  throw new UsageError(`${flag}: not a name`, 'use at most 63 lower-case letters, digits and -')
}

const flagOf = (flags: Flags, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' && value !== '' ? nameOf(`--${name}`, value) : undefined
}

/** Prints the objects of an installation; nothing is contacted. */
export const printManifests = async (io: Io, flags: Flags): Promise<0> => {
  const values = await givenValues(io, flags)
  const release = {
    name: flagOf(flags, 'name') ?? 'kubectl-registrar',
    namespace: flagOf(flags, 'namespace') ?? values.targetNamespace,
    version: io.version,
    service: 'kubectl-registrar',
  }
  io.stdout(manifestsYaml(renderManifests(values, release)))
  return 0
}
