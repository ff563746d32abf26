import { completionScript } from '../completing/scripts.ts'
import { COMPLETION_WORDS, isShell } from '../completing/words.ts'
import { UsageError } from '../errors.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { changeLinks, findFolder, type Direction } from './completion-links.ts'
import { isOn, oneOf, textOf } from './inputs.ts'
import type { Io } from './io.ts'
import { confirm } from './prompt.ts'

type Flags = Readonly<Record<string, string | boolean | string[] | undefined>>

const isDirection = (word: string): word is Direction => word === 'install' || word === 'uninstall'

const link = async (io: Io, direction: Direction, flags: Flags): Promise<number> => {
  const dryRun = oneOf('dry-run', textOf(flags['dry-run']), ['none', 'client'] as const, 'none', 'client')
  const folder = await findFolder(io.env, textOf(flags['folder']))
  const change = await changeLinks(direction, folder)
  for (const line of change.lines) io.stdout(`${line}\n`)
  if (change.count === 0 || dryRun === 'client') return 0
  const what = `${direction === 'install' ? 'make' : 'remove'} ${change.count === 1 ? 'it' : 'them'}`
  if (!(await confirm(io, what, isOn(flags, 'yes')))) {
    io.stderr('nothing was changed\n')
    return 0
  }
  await change.apply()
  io.stderr(
    direction === 'install'
      ? 'done; kubectl completes it from the next shell on, where its own completion is set up\n'
      : 'done\n',
  )
  return 0
}

/** @param words what stands behind the verb. @throws UsageError where that is not one of what there is */
export const runCompletion = async (io: Io, flags: Flags, words: readonly string[]): Promise<number> => {
  const [word, more] = words
  const remedy = `${io.program} completion install, or ${io.program} completion bash`
  if (word === undefined || more !== undefined)
    throw new UsageError(`completion takes one word: ${COMPLETION_WORDS.join(', ')}`, remedy)
  if (isDirection(word)) return link(io, word, flags)
  if (!isShell(word))
    throw new UsageError(
      `completion: "${printableName(word)}" is not one of ${COMPLETION_WORDS.join(', ')}`,
      remedy,
    )
  io.stdout(completionScript(word))
  return 0
}
