import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { Kubeconfig } from './kubeconfig-entries.ts'
import { parseKubeconfig } from './kubeconfig-file.ts'
import type { ConnectionDeps } from './node-deps.ts'
import { present } from './present.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'

const readOptional = async (file: string, deps: ConnectionDeps): Promise<string | undefined> => {
  try {
    return await deps.readFile(file)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    throw new UsageError(
      `${file}: can't be read (${code})`,
      'make it readable, or choose another with --kubeconfig',
      {
        cause: error,
      },
    )
  }
}

/** Maps: the first file to name an entry wins. Scalars: likewise. */
const merge = (files: readonly Kubeconfig[]): Kubeconfig => {
  const firstWins = <T>(pick: (file: Kubeconfig) => ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...files].reverse().flatMap((file) => [...pick(file)]))
  return {
    ...present({ currentContext: files.find((file) => file.currentContext !== undefined)?.currentContext }),
    contexts: firstWins((file) => file.contexts),
    clusters: firstWins((file) => file.clusters),
    users: firstWins((file) => file.users),
  }
}

/**
 * The operator's kubeconfig by kubectl's rules (client-go `ClientConfigLoadingRules`): `--kubeconfig`, which must exist;
 * else the `KUBECONFIG` list, missing files and empty items skipped; else `~/.kube/config`. Undefined where none exists.
 */
export const loadKubeconfig = async (
  flag: string | undefined,
  env: NodeJS.ProcessEnv,
  deps: ConnectionDeps,
): Promise<Kubeconfig | undefined> => {
  const absolute = (file: string): string => (isAbsolute(file) ? file : resolve(deps.workingFolder, file))
  if (flag !== undefined) {
    const text = await readOptional(absolute(flag), deps)
    if (text === undefined) {
      throw new UsageError(`${flag}: no such file`, 'name an existing kubeconfig with --kubeconfig')
    }
    return parseKubeconfig(absolute(flag), text)
  }
  const list = (env['KUBECONFIG'] ?? '').split(delimiter).filter((file) => file !== '')
  const places = list.length > 0 ? list.map(absolute) : [join(deps.homeFolder, '.kube', 'config')]
  const files: Kubeconfig[] = []
  for (const place of new Set(places)) {
    const text = await readOptional(place, deps)
    if (text !== undefined) files.push(await parseKubeconfig(place, text))
  }
  return files.length === 0 ? undefined : merge(files)
}
