import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { shellWord } from '../../registering/shell-word.ts'

const of = (params: Params, name: string): string => params[name] ?? ''

/** Argo CD refuses a name and a server together. */
const destinationOf = (p: Params): object => ({
  [of(p, 'by')]: of(p, 'meant'),
  ...(of(p, 'was') === '' || of(p, 'was') === of(p, 'by') ? {} : { [of(p, 'was')]: null }),
})

/** Where the destination is written: in the ApplicationSet, of an Application that one generates. */
const pointTo = (p: Params): string =>
  of(p, 'set') === ''
    ? `kubectl patch application -n ${of(p, 'namespace')} ${of(p, 'application')} --type merge -p ` +
      shellWord(JSON.stringify({ spec: { destination: destinationOf(p) } }))
    : `write ${of(p, 'meant')} in its template: kubectl edit applicationset -n ${of(p, 'namespace')} ${of(p, 'set')}`

const register = (p: Params): string =>
  of(p, 'by') === 'name'
    ? `kubectl registrar register NAMESPACE --name ${shellWord(of(p, 'destination'))}`
    : 'kubectl registrar register NAMESPACE --name NAME'

const edit = (p: Params): string => `kubectl edit appproject -n ${of(p, 'namespace')} ${of(p, 'project')}`

/**
 * Texts of checks of Applications, ApplicationSets and AppProjects. Params: namespace, and application, set or project · by
 * (server, name), destination, meant, successor, applications · total, terms, assign, near · path, expression, prefix, ours ·
 * why, entry, slash, one, other, target.
 */
export const APPLICATIONS_TEXTS = {
  'app-destination-unknown': {
    message: (p) =>
      `cluster "${of(p, 'destination')}" not found: no registered cluster has this ${of(p, 'by')}, which ${of(p, 'applications')} asks for` +
      (of(p, 'meant') === '' ? '' : `; the nearest is ${of(p, 'meant')}`),
    remedy: (p) =>
      of(p, 'meant') === ''
        ? `register it: ${register(p)}`
        : `if ${of(p, 'meant')} is meant: ${pointTo(p)}; or register it: ${register(p)}`,
  },
  'app-destination-spelling': {
    message: (p) =>
      `Argo CD compares the text of a ${of(p, 'by')}: ${of(p, 'destination')}, in ${of(p, 'applications')}, is not ${of(p, 'meant')}`,
    remedy: pointTo,
  },
  'app-orphaned-destination': {
    message: (p) =>
      `the cluster ${of(p, 'meant')}, the destination of ${of(p, 'applications')}, is registered and hidden from Argo CD` +
      (of(p, 'successor') === '' ? '' : `; ${of(p, 'successor')} took its place`),
    remedy: (p) =>
      of(p, 'successor') === ''
        ? `show it again: kubectl registrar revert ${shellWord(of(p, 'meant'))}`
        : pointTo({ ...p, was: of(p, 'by'), by: 'name', meant: of(p, 'successor') }),
  },
  'appset-selector-none': {
    message: (p) =>
      `its selector matches 0 of ${of(p, 'total')} clusters (each term alone: ${of(p, 'terms')}), so it generates nothing` +
      (of(p, 'near') === '' ? '' : `; there is ${of(p, 'near')}`),
    remedy: (p) =>
      of(p, 'near') === ''
        ? of(p, 'ours') === ''
          ? `label the clusters that are meant: kubectl label secret -n ${of(p, 'target')} SECRET ${of(p, 'assign')}`
          : `label their source namespaces: kubectl label namespace NAMESPACE ${of(p, 'assign')}`
        : `write ${of(p, 'near')} in its selector: kubectl edit applicationset -n ${of(p, 'namespace')} ${of(p, 'set')}`,
  },
  'appset-untrusted-field': {
    message: (p) =>
      `${of(p, 'path')} is filled with ${of(p, 'expression')}: whoever ${of(p, 'ours') === '' ? 'labels the cluster Secret' : `may label the source namespace (keys under ${of(p, 'prefix')} are copied)`} decides what is deployed`,
    remedy: (p) =>
      `keep labels and annotations out of that field: kubectl edit applicationset -n ${of(p, 'namespace')} ${of(p, 'set')}`,
  },
  'project-allow-all': {
    message: () => 'its Applications may deploy to every cluster and namespace',
    remedy: (p) => `name the clusters and namespaces it needs, in ${of(p, 'path')}: ${edit(p)}`,
  },
  'project-dead-destination': {
    message: (p) =>
      `${of(p, 'path')} (${of(p, 'entry')}) matches no registered cluster` +
      (of(p, 'slash') === ''
        ? ''
        : ': only for the slash at its end, which Argo CD strips from clusters and not from projects'),
    remedy: (p) => `${of(p, 'slash') === '' ? 'correct or remove it' : 'take the slash away'}: ${edit(p)}`,
  },
  'project-invalid': {
    message: (p) => `${of(p, 'path')}: ${of(p, 'why')}; Argo CD refuses the project, and every change of it`,
    remedy: edit,
  },
  'project-name-server-mixed': {
    message: (p) =>
      `${of(p, 'path')} has a name and a server, of which either is enough: it allows ${of(p, 'one')} and ${of(p, 'other')}`,
    remedy: (p) => `leave one of the two: ${edit(p)}`,
  },
  'project-namespace': {
    message: (p) =>
      `it is in namespace ${of(p, 'namespace')}, where no Argo CD is: Argo CD reads only ${of(p, 'target')}`,
    remedy: (p) =>
      `make it there, and remove this one: kubectl delete appproject -n ${of(p, 'namespace')} ${of(p, 'project')}`,
  },
} as const satisfies Record<string, ReasonText>
