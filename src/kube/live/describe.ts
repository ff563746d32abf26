import { UsageError } from '../../errors.ts'
import { KubeError } from '../errors.ts'
import type { HubConnection } from './connection.ts'
import { Fault } from './fault.ts'
import { faultText } from './fault-text.ts'
import { authority } from './server-url.ts'

const loginRemedy = ({ credentials }: HubConnection): string => {
  switch (credentials.kind) {
    case 'exec':
    case 'oidc':
      return 'log in again with the tool that gives the credential, or choose another user with --user'
    case 'service-account':
      return 'check that the service account still exists and its token is mounted'
    case 'none':
      return 'the user has no credential: pass --token, --user or --context'
    case 'static':
    case 'token-file':
      return 'renew the credential in the kubeconfig, or pass --token, --user or --context'
  }
}

/** The question to ask about a forbidden call, such as `GET secrets argocd/cluster-a`, as the identity that made it. */
const canI = (call: string, { impersonation }: HubConnection): string => {
  const [method = '', resource = '', target = ''] = call.split(' ')
  const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch' }
  const namespace = resource === 'namespaces' ? '' : (target.split('/')[0] ?? '')
  const user = impersonation['Impersonate-User']
  return [
    `kubectl auth can-i ${verbs[method] ?? method.toLowerCase()} ${resource}`,
    ...(namespace === '' ? [] : [`-n ${namespace}`]),
    ...(typeof user === 'string' ? [`--as ${user}`] : []),
  ].join(' ')
}

/** Turns a failed first call into what the command ends with: a line in kubectl's words and a remedy. */
export const describeConnectionFault = (error: Error, connection: HubConnection): UsageError => {
  if (error instanceof UsageError) return error
  if (error instanceof KubeError && error.cause instanceof UsageError) return error.cause
  const host = authority(connection.server)
  if (!(error instanceof KubeError)) {
    return new UsageError(`the connection to the server ${host} failed`, 'try again')
  }
  if (error.cause instanceof Fault && error.kind === 'network') {
    const { message, remedy } = faultText(error.cause, connection)
    return new UsageError(message, remedy, { cause: error })
  }
  const say = (message: string, remedy: string): UsageError =>
    new UsageError(message, remedy, { cause: error })
  if (error.code === 401) {
    return say(
      'you must be logged in to the server (the server has asked for the client to provide credentials)',
      loginRemedy(connection),
    )
  }
  switch (error.kind) {
    case 'timeout':
      return say(
        `the server ${host} did not answer in time (${error.call})`,
        'raise --request-timeout, or check the network, VPN and firewall between here and the hub',
      )
    case 'http':
      return say(error.message, `check that ${host} is the API server: a proxy or another service answered`)
    case 'body':
      return say(error.message, `try again; check that ${host} is the API server and what stands between`)
    case 'aborted':
      return say(error.message, 'run the command again')
    case 'network':
      return say(error.message, 'try again')
    case 'status':
      return say(
        error.message,
        error.code === 403
          ? canI(error.call, connection)
          : `the hub refused ${error.call}; try again, or check the API server`,
      )
  }
}
