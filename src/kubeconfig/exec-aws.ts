import { ARGOCD_AUTH, EXEC_API_VERSION } from '../argocd/exec-provider.ts'
import { execPolicy, scanFlags } from './exec-flags.ts'
import type { FlagRule, FlagTable } from './exec-flags.ts'
import type { ExecInput } from './exec-input.ts'
import type { ExecTranslation } from './exec-translation.ts'
import { printableWord } from './printable.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'

const CLUSTER_NAME = /^[0-9A-Za-z][A-Za-z0-9_-]{0,99}$/
const REGION = /^[a-z]{2,4}(-[a-z]+){1,3}-\d{1,2}$/

const IDENTITY = new Set(['-r', '--role', '--role-arn', '--profile'])

const AUTHENTICATOR_RULES: readonly FlagRule[] = [
  { names: ['-i', '--cluster-id'], use: 'carry' },
  { names: ['--region'], use: 'carry' },
]
const CLI_RULES: readonly FlagRule[] = [
  { names: ['--cluster-name', '--cluster-id'], use: 'carry' },
  { names: ['--region'], use: 'carry' },
  { names: ['--output'], use: 'ignore' },
]

/** Words that are neither flags nor, after a flag without `=`, its value (C3.91). */
const positionals = (args: readonly string[]): readonly string[] => {
  const words: string[] = []
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (!word.startsWith('-')) words.push(word)
    else if (!word.includes('=')) index++
  }
  return words
}

// `aws eks update-kubeconfig --profile` records the profile here, not among the arguments.
const IDENTITY_VARIABLE =
  /^AWS_(?:DEFAULT_)?(?:PROFILE|ROLE|ACCESS_KEY|SECRET|SESSION_TOKEN|WEB_IDENTITY|CONFIG_FILE|SHARED_)/

const REGION_VARIABLES: readonly string[] = ['AWS_REGION', 'AWS_DEFAULT_REGION']

/** Variables with a letter, digit or underscore only; anything else might be a value in the wrong place. */
export const printableVariable = (name: string): string =>
  printableWord(name, /^[A-Za-z_][A-Za-z0-9_]{0,60}$/)

/** The region of the environment; AWS_REGION goes first, as in the AWS CLI. Every other variable is refused. */
const regionFromEnv = (command: string, env: ExecInput['env']): Step<string> => {
  const found = new Map<string, string>()
  for (const { name, value } of env) {
    if (IDENTITY_VARIABLE.test(name)) return execPolicy(command, 'identity', printableVariable(name))
    if (!REGION_VARIABLES.includes(name)) return execPolicy(command, 'variable', printableVariable(name))
    if (found.has(name)) return execPolicy(command, 'repeated', name)
    found.set(name, value)
  }
  return done(REGION_VARIABLES.map((name) => found.get(name) ?? '').find((value) => value !== '') ?? '')
}

const shape = (clusterName: string, region: string): ExecTranslation => ({
  cloud: 'aws',
  dropped: [],
  config:
    region === ''
      ? { awsAuthConfig: { clusterName } }
      : {
          // awsAuthConfig has no region, and Argo CD's pod may run in another one.
          execProviderConfig: {
            command: ARGOCD_AUTH,
            args: ['aws', '--cluster-name', clusterName],
            env: { AWS_REGION: region },
            apiVersion: EXEC_API_VERSION,
          },
        },
})

const translateWith = (
  exec: ExecInput,
  rules: readonly FlagRule[],
  nameFlag: string,
): Step<ExecTranslation> => {
  const table: FlagTable = { command: exec.command, rules, identity: IDENTITY }
  const scan = scanFlags(exec.args, table)
  if (!scan.ok) return scan
  const clusterName = scan.value.values.get(nameFlag) ?? ''
  if (clusterName === '') return execPolicy(exec.command, 'no-cluster-name', nameFlag)
  if (!CLUSTER_NAME.test(clusterName)) return execPolicy(exec.command, 'bad-value', nameFlag)
  const fromEnv = regionFromEnv(exec.command, exec.env)
  if (!fromEnv.ok) return fromEnv
  const region = scan.value.values.get('--region') ?? fromEnv.value
  if (region !== '' && !REGION.test(region)) return execPolicy(exec.command, 'bad-value', '--region')
  return done(shape(clusterName, region))
}

/** `aws-iam-authenticator token -i NAME`, and its older name. */
export const translateAuthenticator = (exec: ExecInput): Step<ExecTranslation> => {
  if (positionals(exec.args)[0] !== 'token')
    return refuse('exec-unknown', { command: exec.command, expected: `${exec.command} token` })
  return translateWith(exec, AUTHENTICATOR_RULES, '-i')
}

/** `aws [flags] eks get-token --cluster-name NAME`; `--cluster-id` is how Outposts names it. */
export const translateAwsCli = (exec: ExecInput): Step<ExecTranslation> => {
  const words = positionals(exec.args)
  if (!words.some((word, index) => word === 'eks' && words[index + 1] === 'get-token'))
    return refuse('exec-unknown', { command: exec.command, expected: 'aws eks get-token' })
  return translateWith(exec, CLI_RULES, '--cluster-name')
}
