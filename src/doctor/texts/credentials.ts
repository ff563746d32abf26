import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'

const of = (params: Params, name: string): string => params[name] ?? ''

const sync = (p: Params): string => `kubectl registrar sync -n ${of(p, 'namespace')}`

/** What the source has, and who renews it. */
const outlook = (p: Params): string => {
  const end = of(p, 'sourceEnd')
  switch (of(p, 'state')) {
    case 'newer':
      return `; its source ${of(p, 'source')} holds a newer one${end === '' ? '' : `, until ${end}`}`
    case 'none':
      return `; its source ${of(p, 'source')} holds no newer one, so sync won't help; ${of(p, 'who')}`
    case 'unusable':
      return `; nothing in namespace ${of(p, 'source')} can be registered in its place, so sync won't help`
    case 'blocked':
      return `; its source ${of(p, 'source')} holds a newer one, which is not taken over`
    case 'over':
      return `${of(p, 'taken') === '' ? '' : ', and the next pass registers it all the same'}; ${of(p, 'who')}`
    case 'unseen':
      return "; its source can't be seen"
    default:
      return '; this registrar did not write it'
  }
}

const renew = (p: Params): string => {
  switch (of(p, 'state')) {
    case 'newer':
      return sync(p)
    case 'none':
    case 'over':
      return `${of(p, 'how')}; then: ${sync(p)}`
    case 'unusable':
    case 'blocked':
    case 'unseen':
      return `see why: kubectl registrar explain secret/${of(p, 'secret')}`
    default:
      return `renew it where it was made, or register the cluster from a kubeconfig: kubectl registrar register --import FILE --name NAME`
  }
}

/** A Secret of ours is one that a better kubeconfig replaces. */
const manage = (p: Params): string => {
  if (of(p, 'maker') === 'EKS')
    return of(p, 'state') === 'foreign'
      ? 'give it awsAuthConfig in place of the token, so that Argo CD makes its own'
      : 'have Argo CD make its own, by the kubeconfig that signs in by exec: --provider capa-eks --provider capi --exec-credentials'
  return 'store a kubeconfig with a client certificate or a long-lived service-account token'
}

/**
 * Texts of checks of credentials. Params: what (`client certificate`, `token`), date, span, maker (of a short-lived token),
 * over · state (of its source), taken, source, namespace, sourceEnd, who, how · target, secret.
 */
export const CREDENTIALS_TEXTS = {
  'credential-expired': {
    message: (p) => `${of(p, 'what')} ended ${of(p, 'span')} ago (${of(p, 'date')})${outlook(p)}`,
    remedy: (p) => (of(p, 'maker') === '' || of(p, 'state') === 'newer' ? renew(p) : manage(p)),
  },
  'credential-not-yet-valid': {
    message: (p) =>
      `${of(p, 'what')} begins only in ${of(p, 'span')} (${of(p, 'date')}): until then Argo CD can't sign in`,
    remedy: () => 'compare the clocks of the hub and of the machine that made it: date -u',
  },
  'credential-expiring': {
    message: (p) => `${of(p, 'what')} ends in ${of(p, 'span')} (${of(p, 'date')})${outlook(p)}`,
    remedy: renew,
  },
  'credential-late-renewal': {
    message: (p) =>
      `${of(p, 'what')} ends in ${of(p, 'span')} (${of(p, 'date')}), and should have been renewed by now: ${of(p, 'who')}`,
    remedy: renew,
  },
  'ca-expiring': {
    message: (p) =>
      of(p, 'over') === ''
        ? `the CA certificate ends in ${of(p, 'span')} (${of(p, 'date')}): from then on Argo CD trusts no answer of the cluster${outlookOfCa(p)}`
        : `the CA certificate ended ${of(p, 'span')} ago (${of(p, 'date')}): Argo CD trusts no answer of the cluster${outlookOfCa(p)}`,
    remedy: (p) =>
      of(p, 'state') === 'newer'
        ? sync(p)
        : of(p, 'state') !== 'none'
          ? renew(p)
          : `have the child cluster's CA replaced by what provisions it; then: ${sync(p)}`,
  },
  'token-short-lived': {
    message: (p) =>
      of(p, 'maker') === ''
        ? `it lives on a token that ends in ${of(p, 'span')} (${of(p, 'date')}), and works only while each is replaced in time`
        : `it lives on ${of(p, 'maker') === 'EKS' ? 'an EKS token, which ends after 15 minutes' : 'a Google access token, which ends after an hour'}` +
          `${of(p, 'span') === '' ? '' : ` (this one in ${of(p, 'span')})`}, and works only while each is replaced in time`,
    remedy: manage,
  },
} as const satisfies Record<string, ReasonText>

function outlookOfCa(p: Params): string {
  if (of(p, 'state') === 'newer') return `; its source ${of(p, 'source')} holds another`
  return of(p, 'state') === 'none' ? `; its source ${of(p, 'source')} has no newer one` : outlook(p)
}
