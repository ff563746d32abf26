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

/** What is wrong with a label prefix; undefined where it is fine. */
export const labelPrefixFault = (prefix: string): string | undefined => {
  if (prefix === '') return 'the label prefix is empty'
  const domain = prefix.split('/')[0] ?? ''
  const foreign = FOREIGN_DOMAINS.find((owner) => related(domain.toLowerCase(), owner))
  if (foreign) return `the label prefix "${prefix}" belongs to ${foreign}: its keys are other people's`
  if (!prefix.endsWith('/')) return `the label prefix "${prefix}" does not end in /`
  if (!isLabelKey(`${prefix}managed-by`))
    return `the label prefix "${prefix}" is not a lower-case DNS name of at most 253 characters and one /`
  return undefined
}
