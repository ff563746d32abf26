import { KubeError, type KubeErrorFields } from '../../src/kube/errors.ts'
import { isWrite, type Around, type Call } from './intercept.ts'
import type { FaultKind, Moment, PassPlan } from './plans.ts'
import type { WorldStep } from './steps.ts'

/** The process has ended: nothing it does from now on reaches the hub. */
class Died extends Error {
  override readonly name = 'Died'
}

const status = (code: number, reason: string): Omit<KubeErrorFields, 'call' | 'details'> => ({
  kind: 'status',
  code,
  reason,
  message: `injected ${code} ${reason}`,
})

const silent = (kind: 'network' | 'timeout' | 'body'): Omit<KubeErrorFields, 'call' | 'details'> => ({
  kind,
  code: 0,
  reason: '',
  message: `injected ${kind}`,
})

const ERROR = status(500, 'InternalError')

const fieldsOf = (kind: FaultKind, call: Call): Omit<KubeErrorFields, 'call' | 'details'> => {
  switch (kind) {
    case 'forbidden':
      return status(403, 'Forbidden')
    case 'proxy-404':
      return { kind: 'http', code: 404, reason: '', message: 'injected 404 of a proxy' }
    // A hub says these two only of writes, and of lists.
    case 'conflict':
      if (!isWrite(call)) return ERROR
      return status(409, call.verb === 'POST' ? 'AlreadyExists' : 'Conflict')
    case 'expired':
      return call.verb === 'LIST' ? status(410, 'Expired') : ERROR
    case 'busy':
      return { ...status(429, 'TooManyRequests'), retryAfter: 0 }
    case 'error':
      return ERROR
    case 'timeout':
    case 'timeout-after':
      return silent('timeout')
    case 'reset':
    case 'reset-after':
      return silent('network')
    case 'cut':
      return silent('body')
  }
}

/** These have taken effect all the same; the answer is lost. */
const isAfter = (kind: FaultKind): boolean =>
  kind === 'reset-after' || kind === 'timeout-after' || kind === 'cut'

const failure = (kind: FaultKind, call: Call): KubeError =>
  new KubeError({
    ...fieldsOf(kind, call),
    call: `${call.verb} ${call.resource} ${call.namespace ?? ''}/${call.name ?? ''}`,
    ...(call.name === undefined ? {} : { details: { kind: call.resource, name: call.name } }),
  })

interface Turn {
  readonly call: number
  /** Which write it is, where it is one. */
  readonly write: number | undefined
}

const isAt = ({ of, nth }: Moment, turn: Turn, times = 1): boolean => {
  const at = of === 'call' ? turn.call : turn.write
  return at !== undefined && at >= nth && at < nth + times
}

/** Carries out what a plan says is to go wrong with a pass, and what else happens on the hub in the middle of it. */
export class Trouble {
  readonly #plan: PassPlan
  readonly #apply: (step: WorldStep) => Promise<void>
  #calls = 0
  #writes = 0
  #isDead = false

  constructor(plan: PassPlan, apply: (step: WorldStep) => Promise<void>) {
    this.#plan = plan
    this.#apply = apply
  }

  readonly around: Around = async (call, go) => {
    this.#live()
    const { dies, during = [], faults = [] } = this.#plan
    const turn = this.#turn(call)
    for (const moment of during) if (isAt(moment, turn)) await this.#apply(moment.step)
    const isLast = dies !== undefined && isAt(dies, turn)
    this.#isDead ||= isLast && !dies.after
    this.#live()
    const fault = faults.find((candidate) => isAt(candidate, turn, candidate.times))
    if (fault && !isAfter(fault.fault)) throw failure(fault.fault, call)
    const answer = await go()
    this.#isDead ||= isLast
    // It may have ended while this call was under way: the answer reaches nobody.
    this.#live()
    if (fault) throw failure(fault.fault, call)
    return answer
  }

  #turn(call: Call): Turn {
    this.#calls += 1
    if (!isWrite(call)) return { call: this.#calls, write: undefined }
    this.#writes += 1
    return { call: this.#calls, write: this.#writes }
  }

  #live(): void {
    if (this.#isDead) throw new Died('the process was killed')
  }
}
