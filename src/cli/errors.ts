import { looksLikeToken } from '../argocd/token.ts'
import { printable } from '../output/printable.ts'
import { UsageError } from '../errors.ts'
import { MASK } from '../kubeconfig/printable.ts'
import { KubeError } from '../kube/errors.ts'

const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim()

const PEM = /-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g
const RUN = /[A-Za-z0-9+/_=-]{40,}/g

/** No part of a path that a person would type is that long, and parts of every key and token are. */
const isCredential = (run: string): boolean =>
  run.split('/').some((part) => part.length >= 40 && looksLikeToken(part))

/** What was typed or read is repeated wherever it is wrong, and it may be a key where its path belongs. */
const withoutCredentials = (text: string): string =>
  text.replaceAll(PEM, MASK).replaceAll(RUN, (run) => (isCredential(run) ? MASK : run))

const lineOf = (text: string): string => printable(oneLine(withoutCredentials(text)))

/** `error: …` in one line and the remedy in the next; exit code 2. Never a stack trace. */
export const formatError = (error: unknown): string => {
  const [message, remedy] = describe(error)
  return `error: ${lineOf(message)}\n${lineOf(remedy)}\n`
}

const describe = (error: unknown): readonly [string, string] => {
  if (error instanceof UsageError) return [error.message, error.remedy]
  if (error instanceof KubeError) return [error.message, 'run it again, or look at the hub with kubectl']
  // oclif's parser, for what the command line reader let through: a value that looks like a flag.
  if (error instanceof Error && 'oclif' in error && / expects a value/.test(error.message))
    return ['a flag lacks its value', 'write it with an equals sign, as in --name=value']
  // Anything else is a fault of this program; its text could quote anything, so only the kind is shown.
  const name = error instanceof Error ? error.name : typeof error
  return [`internal error (${name})`, 'run it again with -v=6, and report what it prints']
}
