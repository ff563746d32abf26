import type { Access, KubeClient } from '../../src/kube/client.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { replacing } from '../engine/test-hub.ts'

interface Call {
  readonly verb: string
  readonly resource: string
  readonly namespace?: string | undefined
}

const matches = (rule: string, { verb, resource, namespace }: Call): boolean => {
  const [verbs, resources, where] = rule.split(' ')
  const isOne = (wanted: string | undefined, is: string): boolean => wanted === '*' || wanted === is
  return (
    isOne(verbs, verb) &&
    isOne(resources, resource) &&
    (where === undefined || isOne(where === '""' ? '' : where, namespace ?? ''))
  )
}

const refused = ({ verb, resource, namespace }: Call): KubeError =>
  new KubeError({
    kind: 'status',
    code: 403,
    reason: 'Forbidden',
    message: `${resource} is forbidden: User "somebody" cannot ${verb} resource "${resource}"${namespace === undefined ? ' at the cluster scope' : ` in the namespace "${namespace}"`}`,
    call: `${verb.toUpperCase()} ${resource}`,
  })

const unknown = ({ verb, resource }: Call): KubeError =>
  new KubeError({
    kind: 'http',
    code: 404,
    reason: '',
    message: '404 page not found',
    call: `${verb.toUpperCase()} ${resource}`,
    unserved: true,
  })

interface Refusals {
  /** `VERB RESOURCE [NAMESPACE]`; `*` is any, and `""` all at once. */
  readonly forbidden: readonly string[]
  /** Resources it does not know. */
  readonly unserved: readonly string[]
  /** Whom it takes the client for. */
  readonly user: string
}

/** The client of a hub that refuses what the rules name, and says so when it is asked. */
export const refusing = (client: KubeClient, { forbidden, unserved, user }: Refusals): KubeClient => {
  const guarded = async <T>(call: Call, answer: () => Promise<T>): Promise<T> => {
    if (unserved.includes(call.resource)) throw unknown(call)
    if (forbidden.some((rule) => matches(rule, call))) throw refused(call)
    return answer()
  }
  return replacing((hub) => ({
    listPage: (resource, options) =>
      guarded({ verb: 'list', resource, namespace: options.namespace }, () =>
        hub.listPage(resource, options),
      ),
    listMetadataPage: (resource, options) =>
      guarded({ verb: 'list', resource, namespace: options.namespace }, () =>
        hub.listMetadataPage(resource, options),
      ),
    get: (resource, ref, signal) =>
      guarded({ verb: 'get', resource, namespace: ref.namespace }, () => hub.get(resource, ref, signal)),
    mayI: (access: Access, signal) =>
      forbidden.some((rule) => matches(rule, access)) ? Promise.resolve(false) : hub.mayI(access, signal),
    whoAmI: () => Promise.resolve({ username: user, groups: [] }),
  }))(client)
}
