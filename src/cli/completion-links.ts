import { constants } from 'node:fs'
import { access, readlink, symlink, unlink } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { UsageError } from '../errors.ts'

/** The name kubectl finds it by, which the others lead to: so they follow where an upgrade puts it. */
const PROGRAM = 'kubectl-registrar'

/** What each of the other names is for. */
const LINKS: Readonly<Record<string, string>> = {
  'kubectl_complete-registrar': 'kubectl completes it',
  'argocd-registrar': 'argocd registrar works',
}

export type Direction = 'install' | 'uninstall'

/** What a change would come to. */
export interface LinkChange {
  /** One a link, for a person. */
  readonly lines: readonly string[]
  /** Links that are made or removed. */
  readonly count: number
  readonly apply: () => Promise<void>
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

const isThere = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )

/**
 * The folder that holds kubectl-registrar.
 * @param given the one to use; default: the first on PATH that has it
 * @throws UsageError where there is none
 */
export const findFolder = async (env: NodeJS.ProcessEnv, given: string | undefined): Promise<string> => {
  if (process.platform === 'win32')
    throw new UsageError(
      'links are not made on Windows',
      'copy kubectl-registrar.exe, beside itself, to kubectl_complete-registrar.exe and to argocd-registrar.exe',
    )
  const folders =
    given === undefined ? (env['PATH'] ?? '').split(delimiter).filter(isAbsolute) : [resolve(given)]
  for (const folder of folders) if (await isThere(join(folder, PROGRAM))) return folder
  throw new UsageError(
    given === undefined ? `${PROGRAM} is not on PATH` : `the folder of --folder holds no ${PROGRAM}`,
    `name the folder that holds it: --folder PATH`,
  )
}

type Found = 'nothing' | 'ours' | 'other'

const look = async (file: string): Promise<Found> => {
  try {
    return (await readlink(file)) === PROGRAM ? 'ours' : 'other'
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'nothing' : 'other'
  }
}

const lineOf = (direction: Direction, file: string, found: Found, purpose: string): string => {
  const isInstall = direction === 'install'
  if (found === 'other') return `${file}: left as it is, as something else has that name`
  if (found === 'ours') return isInstall ? `${file}: is there already` : `${file}: is removed`
  return isInstall ? `${file} -> ${PROGRAM}: ${purpose}` : `${file}: is not there`
}

/** What is to be done in that folder, and how. Only links that lead to kubectl-registrar are ever removed or kept. */
export const changeLinks = async (direction: Direction, folder: string): Promise<LinkChange> => {
  const found = await Promise.all(
    Object.entries(LINKS).map(async ([name, purpose]) => {
      const file = join(folder, name)
      return { file, purpose, is: await look(file) }
    }),
  )
  const todo = found.filter(({ is }) => is === (direction === 'install' ? 'nothing' : 'ours'))
  const act = (file: string): Promise<void> =>
    direction === 'install' ? symlink(PROGRAM, file) : unlink(file)
  return {
    lines: found.map(({ file, purpose, is }) => lineOf(direction, file, is, purpose)),
    count: todo.length,
    apply: async () => {
      for (const { file } of todo)
        await act(file).catch((error: unknown) => {
          throw new UsageError(
            `${file}: ${codeOf(error)}`,
            `run it as somebody who may write ${folder}, or name another folder that holds ${PROGRAM} with --folder`,
          )
        })
    },
  }
}
