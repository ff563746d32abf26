import { ARGOCD_AUTH, EXEC_API_VERSION } from '../argocd/exec-provider.ts'
import { printableVariable } from './exec-aws.ts'
import { execPolicy, printableFlag, scanFlags } from './exec-flags.ts'
import type { FlagRule, FlagTable } from './exec-flags.ts'
import type { ExecInput } from './exec-input.ts'
import type { ExecTranslation } from './exec-translation.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'

const drop = (...names: readonly string[]): FlagRule => ({ names, use: 'drop' })
const dropBoolean = (name: string): FlagRule => ({ names: [name], use: 'drop', boolean: true })

/** The target is carried; who signs in is Argo CD's own affair. */
const RULES: readonly FlagRule[] = [
  { names: ['--server-id'], use: 'carry' },
  { names: ['--environment', '-e'], use: 'carry' },
  drop('--login', '-l'),
  drop('--tenant-id', '-t'),
  drop('--client-id'),
  drop('--client-secret'),
  drop('--client-certificate'),
  drop('--client-certificate-password'),
  drop('--username'),
  drop('--password'),
  drop('--authority-host'),
  drop('--federated-token-file'),
  drop('--identity-resource-id'),
  drop('--token-cache-dir'),
  drop('--timeout'),
  drop('--redirect-url'),
  drop('--login-hint'),
  dropBoolean('--disable-instance-discovery'),
  dropBoolean('--disable-environment-override'),
  dropBoolean('--use-azurerm-env-vars'),
]

const TARGET = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,255}$/
const ENVIRONMENT = /^[A-Za-z0-9]{1,64}$/
const OWN_VARIABLE = /^(?:AZURE|AAD|ARM)_/

const foreignFlag = (flag: string): string => {
  const name = flag.split('=')[0] ?? ''
  if (name.startsWith('--oidc-')) return 'oidc'
  if (name.startsWith('--pop-')) return 'pop'
  return name === '--legacy' ? 'legacy' : ''
}

/** Flags that change what kind of token is asked for get a message of their own. */
const refuseForeign = (exec: ExecInput): ReturnType<typeof execPolicy> | undefined => {
  const flag = exec.args.find((word) => foreignFlag(word) !== '')
  return flag === undefined
    ? undefined
    : execPolicy(exec.command, foreignFlag(flag), printableFlag(flag.split('=')[0] ?? ''))
}

const droppedVariables = (exec: ExecInput): Step<readonly string[]> => {
  const foreign = exec.env.find(({ name }) => !OWN_VARIABLE.test(name))
  if (foreign !== undefined) return execPolicy(exec.command, 'variable', printableVariable(foreign.name))
  return done(exec.env.map(({ name }) => printableVariable(name)).sort())
}

/**
 * Azure's `kubelogin get-token --server-id ID [--environment CLOUD]`. An unrelated OIDC tool has the same name: without
 * `--server-id` Argo CD's Azure token would go to a server that never asked for one.
 */
export const translateKubelogin = (exec: ExecInput): Step<ExecTranslation> => {
  const [verb, ...args] = exec.args
  if (verb !== 'get-token')
    return refuse('exec-unknown', { command: exec.command, expected: 'kubelogin get-token' })
  const foreign = refuseForeign(exec)
  if (foreign !== undefined) return foreign
  const table: FlagTable = { command: exec.command, rules: RULES, identity: new Set() }
  const scan = scanFlags(args, table)
  if (!scan.ok) return scan
  if (scan.value.words.length > 0) return execPolicy(exec.command, 'extra-word', 'get-token')
  const variables = droppedVariables(exec)
  if (!variables.ok) return variables
  const serverId = scan.value.values.get('--server-id') ?? ''
  const environment = scan.value.values.get('--environment') ?? ''
  if (serverId === '') return execPolicy(exec.command, 'no-server-id', '--server-id')
  if (!TARGET.test(serverId)) return execPolicy(exec.command, 'bad-value', '--server-id')
  if (environment !== '' && !ENVIRONMENT.test(environment))
    return execPolicy(exec.command, 'bad-value', '--environment')
  return done({
    cloud: 'azure',
    dropped: [...scan.value.dropped, ...variables.value],
    config: {
      execProviderConfig: {
        command: ARGOCD_AUTH,
        args: ['azure'],
        env: {
          ...(environment === '' ? {} : { AAD_ENVIRONMENT_NAME: environment }),
          AAD_SERVER_APPLICATION_ID: serverId,
        },
        apiVersion: EXEC_API_VERSION,
      },
    },
  })
}
