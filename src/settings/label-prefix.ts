import { isLabelKey } from '../kube/names.ts'

/** Domains whose keys belong to somebody else (decisions.md §1); the last is our own bookkeeping's. */
const FOREIGN_DOMAINS = [
  'kubernetes.io',
  'k8s.io',
  'x-k8s.io',
  'argoproj.io',
  'argoproj-labs.io',
  'helm.sh',
  'fluxcd.io',
  'k3k.io',
  'openshift.io',
  'cattle.io',
  'kubectl-registrar',
] as const

const related = (domain: string, foreign: string): boolean =>
  domain === foreign || domain.endsWith(`.${foreign}`) || foreign.endsWith(`.${domain}`)

/** Whose keys a label prefix would read and write; undefined where they are nobody's we know. */
export const foreignPrefixFault = (prefix: string): string | undefined => {
  const domain = (prefix.split('/')[0] ?? '').toLowerCase()
  const foreign = FOREIGN_DOMAINS.find((owner) => domain !== '' && related(domain, owner))
  return foreign && `the label prefix "${prefix}" belongs to ${foreign}: its keys are other people's`
}

/** What is wrong with the spelling of a label prefix; undefined where it is fine. */
export const labelPrefixFault = (prefix: string): string | undefined => {
  if (prefix === '') return 'the label prefix is empty'
  if (!prefix.endsWith('/')) return `the label prefix "${prefix}" does not end in /`
  if (!isLabelKey(`${prefix}managed-by`))
    return `the label prefix "${prefix}" is not a lower-case DNS name of at most 253 characters and one /`
  return undefined
}
