import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonText } from './reason-text.ts'

export type ApplicationWarningId =
  | 'applications-not-served'
  | 'applications-removed'
  | 'applications-stranded'
  | 'applications-unseen'
  | 'workloads-deleted'

const of = (params: Params, name: string): string => params[name] ?? ''

const isHeld = (params: Params): boolean => of(params, 'held') !== ''

/** Keeps the Applications, and with them what they deployed, even after the cluster has left: up to the moment the
 *  ApplicationSet acts on it. */
const keepThem = (params: Params): string => {
  if (of(params, 'set') === '') return ''
  const others = of(params, 'otherSets')
  return (
    `to keep them, before it does: kubectl patch applicationset -n ${of(params, 'setNamespace')} ${of(params, 'set')} ` +
    `--type merge -p '{"spec":{"syncPolicy":{"applicationsSync":"create-update"}}}'` +
    (others === '' ? '' : `; the same for ${others}`)
  )
}

/**
 * What a removal or hide does to Argo CD's Applications. Params: applications (names, the first few) · later (set where
 * Argo CD notices only by and by) · held (set where the removal is not carried out) · through (clusters of the same address) · set, setNamespace, otherSets · first,
 * firstNamespace (an Application) · why, problem.
 */
export const APPLICATION_WARNINGS: Readonly<Record<ApplicationWarningId, ReasonText>> = {
  'applications-not-served': {
    message: () => 'this hub serves no Applications, so whether any uses the cluster is not known',
    remedy: () => '',
  },
  'applications-removed': {
    message: (p) =>
      isHeld(p)
        ? `Argo CD would remove these Applications${when(p)} and leave what they deployed, managed by nothing: ${of(p, 'applications')}`
        : `Argo CD removes these Applications${when(p)} and leaves what they deployed, managed by nothing: ${of(p, 'applications')}`,
    remedy: keepThem,
  },
  'applications-stranded': {
    message: (p) =>
      isHeld(p)
        ? `these Applications would stay and turn Unknown, as their cluster would not be found any more: ${of(p, 'applications')}`
        : `these Applications stay and turn Unknown, as their cluster is not found any more: ${of(p, 'applications')}`,
    remedy: (p) =>
      `point them at another cluster, or delete them: kubectl delete application -n ${of(p, 'firstNamespace')} ${of(p, 'first')}`,
  },
  'applications-unseen': {
    message: (p) =>
      `not all Applications and ApplicationSets could be seen, so others may be touched: ${of(p, 'why')}`,
    remedy: (p) =>
      of(p, 'problem') === 'forbidden'
        ? 'grant list on applications and applicationsets (docs/rbac.md), and check: kubectl auth can-i list applications.argoproj.io --all-namespaces'
        : 'run it again',
  },
  'workloads-deleted': {
    message: (p) =>
      isHeld(p)
        ? `Argo CD would remove these Applications${when(p)} and delete what they deployed, as it would still find the address under ${of(p, 'through')}; spared would be only those generated again under the same name: ${of(p, 'applications')}`
        : `Argo CD removes these Applications${when(p)} and deletes what they deployed, as it still finds the address under ${of(p, 'through')}; spared are only those generated again under the same name: ${of(p, 'applications')}`,
    remedy: keepThem,
  },
}

const when = (params: Params): string =>
  of(params, 'later') === '' ? '' : ', when it next looks at its clusters,'
