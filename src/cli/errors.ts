import { printable } from '../output/printable.ts'
import { UsageError } from '../errors.ts'
import { KubeError } from '../kube/errors.ts'

const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim()

/** `error: …` in one line and the remedy in the next; exit code 2. Never a stack trace. */
export const formatError = (error: unknown): string => {
  const [message, remedy] = describe(error)
  return `error: ${printable(oneLine(message))}\n${printable(oneLine(remedy))}\n`
}

const describe = (error: unknown): readonly [string, string] => {
  if (error instanceof UsageError) return [error.message, error.remedy]
  if (error instanceof KubeError) return [error.message, 'run it again, or look at the hub with kubectl']
  // oclif's own, for what the command line reader let through: a value that looks like a flag.
  if (error instanceof Error && 'oclif' in error)
    return ['a flag lacks its value', 'write it with an equals sign, as in --name=value']
  // Anything else is a fault of this program; its text could quote anything, so only the kind is shown.
  const name = error instanceof Error ? error.name : typeof error
  return [`internal error (${name})`, 'run it again with --dry-run and -v=6, and report what it prints']
}
