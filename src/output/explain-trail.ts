import type {
  Claimant,
  ExplainedCandidate,
  ExplainedClaim,
  ExplainedCredential,
  ExplainedNamespace,
  Explanation,
  Holder,
} from '../explaining/explanation.ts'
import { untilText } from '../listing/human-duration.ts'
import type { Line } from './explain-lines.ts'

const KINDS: Readonly<Record<ExplainedCredential['kind'], string>> = {
  'client-certificate': 'client certificate',
  token: 'token',
  basic: 'user name and password',
  exec: 'exec plugin, run by Argo CD',
  aws: 'AWS identity of Argo CD',
  anonymous: 'no credential',
  unreadable: "a config that can't be read",
  absent: 'no config',
}

/** `client certificate, ends 2027-01-01T00:00:00Z (in 33d)`. @param now milliseconds since the epoch */
export const credentialText = ({ kind, notAfter, expired }: ExplainedCredential, now: number): string =>
  notAfter === undefined
    ? `${KINDS[kind]}${kind === 'token' ? ' that does not say when it ends' : ''}`
    : `${KINDS[kind]}, ${expired ? 'ended' : 'ends'} ${notAfter} (${expired ? '' : 'in '}${untilText(Date.parse(notAfter), now)})`

const NAMESPACE_STATES: Readonly<Record<ExplainedNamespace['state'], string>> = {
  labelled: 'is a source namespace',
  unlabelled: 'is not labelled as a source namespace',
  terminating: 'is being deleted',
  gone: 'is gone',
  unknown: 'could not be seen',
}

export const namespaceLines = ({ namespace }: Explanation): Line[] => {
  if (!namespace) return []
  const { name, state, createdAt, why } = namespace
  const tone =
    state === 'labelled' ? 'good' : state === 'unlabelled' || state === 'terminating' ? 'warn' : 'bad'
  const since = createdAt === undefined ? '' : `, made ${createdAt}`
  return [{ tone, text: `${name} ${NAMESPACE_STATES[state]}${since}${why === undefined ? '' : `: ${why}`}` }]
}

export const labelLines = ({ labels }: Explanation): Line[] =>
  labels.map(({ key, value, use, ok }): Line => {
    if (value === null) return { tone: 'bad', text: `${key} is missing` }
    const text = `${key}=${value}`
    if (use === 'copied') return { tone: 'plain', text: `${text} (copied to the registration)` }
    if (use === 'ignored') return { tone: 'plain', text: `${text} (reserved: not copied)` }
    return { tone: ok ? 'good' : 'bad', text }
  })

const candidateText = ({ secret, key, provider, rejected, message }: ExplainedCandidate): string => {
  const at = key === undefined ? secret : `${secret}[${key}]`
  const why = rejected === undefined ? 'chosen' : `${rejected}${message === undefined ? '' : `: ${message}`}`
  return `${at} (${provider}): ${why}`
}

const PASSED_OVER: ReadonlySet<string> = new Set(['outranked', 'source-empty', 'key-missing'])

export const candidateLines = ({
  candidates,
  unread,
  namespace,
  ifLabelled,
  decision,
}: Explanation): Line[] => {
  if (unread !== undefined) return [{ tone: 'bad', text: `the Secrets could not be read: ${unread}` }]
  const reason = ifLabelled?.decision?.reason ?? decision?.reason
  if (candidates.length === 0 && namespace && reason === 'source-missing')
    return [{ tone: 'wait', text: `no Secret in ${namespace.name} that a provider looks at` }]
  return candidates.map((candidate): Line => {
    const { chosen, rejected = '', remedy } = candidate
    const tone = chosen ? 'good' : PASSED_OVER.has(rejected) ? 'plain' : 'bad'
    // Where there is one fault, its remedy is the decision's, and stands there.
    const isTold = remedy === undefined || remedy === decision?.remedy
    return { tone, text: candidateText(candidate), ...(isTold ? {} : { remedy }) }
  })
}

const holderText = ({ secret, namespace, ours, visible, self, sibling }: Holder): string => {
  const whose = ours
    ? namespace === undefined
      ? 'which records no namespace'
      : `from ${namespace}`
    : 'not ours'
  return `${self && ours ? 'held by its own registration' : 'held by'} ${secret}, ${whose}${sibling ? ', the same namespace' : ''}${visible ? '' : ', hidden from Argo CD'}`
}

const claimantText = ({ namespace, age, action, reason }: Claimant): string =>
  `also asked for by ${age === undefined ? '' : `the ${age} `}namespace ${namespace}` +
  (action === undefined ? '' : `: ${action}, ${reason ?? ''}`)

const UNREAD: Line = {
  tone: 'plain',
  text: 'whether other namespaces lead there too was not read: the decision is the same',
}

/** Who has a name or an address, and who else wants it. */
export const claimLines = (claim: ExplainedClaim | undefined): Line[] => {
  if (!claim) return []
  const { wanted, holders, claimants, claimantsKnown } = claim
  const toneOf = ({ self, ours, sibling }: Holder): Line['tone'] => {
    if (sibling || (self && !ours)) return 'plain'
    return self ? 'good' : 'bad'
  }
  const held = holders.map((holder): Line => ({
    tone: toneOf(holder),
    text: `${wanted}: ${holderText(holder)}`,
  }))
  const free: Line[] = holders.length === 0 ? [{ tone: 'good', text: `${wanted}: nobody has it` }] : []
  return [
    ...free,
    ...held,
    ...claimants.map((claimant): Line => ({ tone: 'warn', text: `${wanted}: ${claimantText(claimant)}` })),
    ...(claimantsKnown ? [] : [UNREAD]),
  ]
}
