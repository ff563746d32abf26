import { EXEC_API_VERSIONS } from '../argocd/exec-provider.ts'
import { translateAuthenticator, translateAwsCli } from './exec-aws.ts'
import { translateKubelogin } from './exec-azure.ts'
import { readExec } from './exec-input.ts'
import type { ExecInput } from './exec-input.ts'
import { untrusted } from './exec-trust.ts'
import type { Destination } from './exec-trust.ts'
import type { Section } from './fields.ts'
import { MASK, printableWord } from './printable.ts'
import type { ExecTranslation } from './exec-translation.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'
import type { TranslationPolicy, TranslationWarning } from './translation.ts'

export interface ExecResult {
  readonly config: ExecTranslation['config']
  readonly warnings: readonly TranslationWarning[]
}

export interface ExecContext {
  readonly destination: Omit<Destination, 'cloud'>
  readonly policy: TranslationPolicy
  readonly allowExec: boolean
}

const TRANSLATORS: ReadonlyMap<string, (exec: ExecInput) => Step<ExecTranslation>> = new Map([
  ['aws', translateAwsCli],
  ['aws-iam-authenticator', translateAuthenticator],
  ['heptio-authenticator-aws', translateAuthenticator],
  ['kubelogin', translateKubelogin],
])

const printable = (command: string): string => {
  const shown = printableWord(command, /^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/)
  return shown === MASK ? '' : shown
}

const shut = (command: string, { policy, allowExec }: ExecContext): ReturnType<typeof refuse> => {
  const gate = policy.execCredentials ? 'provider' : allowExec ? 'setting' : 'both'
  return refuse('exec-gate', { command, gate })
}

/**
 * Translates an exec plugin into what Argo CD's image can run. Nothing of the source's command reaches the result:
 * Argo CD runs `execProviderConfig.command` without an allow-list. A plugin that is never translated is named as
 * such even while a gate is shut, since opening it would not help.
 */
export const translateExec = (section: Section, context: ExecContext): Step<ExecResult> => {
  const read = readExec(section)
  if (!read.ok) return read
  const exec = read.value
  const translator = TRANSLATORS.get(exec.command)
  if (translator === undefined) return refuse('exec-unknown', { command: printable(exec.command) })
  if (!context.policy.execCredentials || !context.allowExec) return shut(exec.command, context)
  if (exec.apiVersion !== '' && !EXEC_API_VERSIONS.includes(exec.apiVersion))
    return refuse('exec-apiversion', { command: exec.command })
  const translated = translator(exec)
  if (!translated.ok) return translated
  const { cloud, config, dropped } = translated.value
  const refusal = untrusted({ ...context.destination, cloud }, context.policy)
  if (refusal !== undefined) return refusal
  const identity: TranslationWarning = { id: 'exec-identity', params: { command: exec.command, cloud } }
  const left: readonly TranslationWarning[] =
    dropped.length === 0
      ? []
      : [{ id: 'exec-argument-dropped', params: { command: exec.command, arguments: dropped.join(', ') } }]
  return done({ config, warnings: [...left, identity] })
}
