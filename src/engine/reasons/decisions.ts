import type { Params } from '../../kubeconfig/translation.ts'

/** decisions.md §2, plus `registration-immutable` and `removal-pending` of §4, and `live-claim` for what can't be pruned. */
export type ReasonId =
  | 'first-registration'
  | 'source-changed'
  | 'metadata-changed'
  | 'namespace-recreated'
  | 'orphan-adopted'
  | 'up-to-date'
  | 'label-back'
  | 'visible-again'
  | 'renamed'
  | 'namespace-replaced'
  | 'manual-hold'
  | 'namespace-gone'
  | 'ttl-over'
  | 'asked'
  | 'server-race'
  | 'namespace-terminating'
  | 'managed-by-lost'
  | 'source-unusable'
  | 'source-missing'
  | 'key-missing'
  | 'source-empty'
  | 'pinned'
  | 'held'
  | 'demoted'
  | 'incomplete-view'
  | 'unrouted'
  | 'other-settings'
  | 'contested-write'
  | 'live-claim'
  | 'registration-immutable'
  | 'removal-pending'
  | 'not-managed'
  | 'name-held'
  | 'orphan-cluster-mismatch'
  | 'incumbent'
  | 'contested-name'
  | 'create-race'
  | 'server-collision'
  | 'cluster-label-missing'
  | 'cluster-name-illegal'
  | 'cluster-name-reserved'

type Text = (params: Params) => string

const p =
  (strings: TemplateStringsArray, ...names: readonly string[]): Text =>
  (params) =>
    strings.reduce(
      (text, part, index) => text + part + (names[index] ? (params[names[index]] ?? '') : ''),
      '',
    )

const none: Text = () => ''

const reason = (message: Text, remedy: Text = none): { readonly message: Text; readonly remedy: Text } => ({
  message,
  remedy,
})

/** Optional part of a sentence: only where the value is not there. */
const unless =
  (name: string, text: Text): Text =>
  (params) =>
    params[name] ? '' : text(params)

/** Optional part of a sentence: only where the value is there. */
const when =
  (name: string, text: Text): Text =>
  (params) =>
    params[name] ? text(params) : ''

const join =
  (...parts: readonly Text[]): Text =>
  (params) =>
    parts.map((part) => part(params)).join('')

/** A refused name or address: who holds it, whether hidden, whether it is about to go. */
const holderState = join(
  when('demoted', () => ', hidden from Argo CD and still reserving the name'),
  when('leaving', () => ', which is to be removed and has not been yet'),
)

export const DECISION_REASONS: Readonly<Record<ReasonId, { readonly message: Text; readonly remedy: Text }>> =
  {
    'first-registration': reason(p`first registration of ${'cluster'}`),
    'source-changed': reason(p`the kubeconfig or what is registered from it has changed`),
    'metadata-changed': reason(p`labels or annotations of the namespace have changed`),
    'namespace-recreated': reason(
      p`namespace ${'namespace'} was re-created: its UID differs from the one recorded`,
    ),
    'orphan-adopted': reason(p`${'secret'} records no source namespace and is this cluster's: adopted`),
    'up-to-date': reason(p`nothing to do`),
    'label-back': reason(p`the namespace's cluster label names ${'cluster'} again: made visible`),
    'visible-again': reason((params) =>
      params['lifted']
        ? 'no longer held by hand: made visible'
        : `${params['secret'] ?? ''} had lost the label that makes it a cluster: made visible`,
    ),
    renamed: reason(
      join(
        p`the namespace's cluster label now says ${'successor'}: `,
        when('held', () => 'to be '),
        () => 'hidden from Argo CD, not deleted',
      ),
    ),
    'namespace-replaced': reason(
      join(
        p`namespace ${'namespace'} was deleted and made again, and the new one can't be registered${'detail'}`,
        when('due', p`: left until ${'due'}, and then hidden from Argo CD`),
        when('stays', () => ': left as it is, as it is pinned'),
      ),
      join(
        () => 'give the new namespace a usable kubeconfig',
        unless(
          'stays',
          p`, or pin the registration: kubectl label secret -n ${'target'} ${'secret'} ${'pruneKey'}=disabled`,
        ),
      ),
    ),
    'manual-hold': reason(
      p`asked for by name: hidden from Argo CD, and to stay so`,
      p`to undo it: kubectl registrar revert ${'cluster'}`,
    ),
    'namespace-gone': reason(p`namespace ${'namespace'} is gone`),
    asked: reason(p`asked for by name`),
    'server-race': reason(
      p`${'twin'}, written by another at the same moment, has the same address ${'server'} and goes first: withdrawn`,
    ),
    'ttl-over': reason(p`hidden since ${'since'}, longer than ${'ttl'}`),
    'namespace-terminating': reason(
      p`namespace ${'namespace'} is being deleted: left as it is until it is gone`,
    ),
    'managed-by-lost': reason(
      p`namespace ${'namespace'} no longer carries ${'managedByKey'}=${'managedBy'}: left as it is, and no longer refreshed`,
      p`kubectl label namespace ${'namespace'} ${'managedByKey'}=${'managedBy'}; or, to give the cluster up: kubectl registrar prune ${'cluster'}`,
    ),
    'source-unusable': reason(p`no usable kubeconfig: ${'causes'}`, p`${'remedy'}`),
    'source-missing': reason(
      join(
        p`no kubeconfig Secret in ${'namespace'}`,
        when('registered', () => ' any more, the registration is kept'),
        p`; looked for ${'patterns'}`,
      ),
      p`wait for the provisioner, or name its provider with --provider`,
    ),
    'key-missing': reason(
      p`the kubeconfig Secret has none of the expected keys: ${'misses'}`,
      p`wait for the provisioner, or add a provider of your own: --provider NAME=PATTERN=KEY`,
    ),
    'source-empty': reason(
      p`the kubeconfig is still empty: ${'secrets'}`,
      p`wait for the provisioner to finish`,
    ),
    pinned: reason(
      p`${'why'}, but ${'pruneKey'}=disabled pins ${'secret'}: left as it is`,
      p`to let it go: kubectl label secret -n ${'target'} ${'secret'} ${'pruneKey'}-`,
    ),
    held: reason(
      p`hidden by hand: left as it is`,
      p`to let it come back: kubectl registrar revert ${'cluster'}`,
    ),
    demoted: reason(
      join(
        p`hidden from Argo CD`,
        when('successor', p`, superseded by ${'successor'}`),
        when('since', p`, since ${'since'}`),
      ),
    ),
    'incomplete-view': reason(p`could not be seen: ${'why'}`, p`${'remedy'}`),
    unrouted: reason(
      p`${'secret'} records no source namespace, and no namespace claims cluster ${'cluster'}: never refreshed and never removed`,
      p`kubectl label secret -n ${'target'} ${'secret'} ${'sourceNamespaceKey'}=NAMESPACE, or delete it`,
    ),
    'other-settings': reason(
      p`registered through provider ${'provider'}, which is not configured here: left as it is`,
      p`pass the providers of this hub in their order of precedence, which is not known here: ${'providers'}`,
    ),
    'contested-write': reason(
      join(
        p`${'secret'} is put right again and again, and somebody undoes it`,
        when('managers', p` (written to by ${'managers'})`),
        () => ': left as it is for now',
      ),
      p`see who writes: kubectl get secret -n ${'target'} ${'secret'} --show-managed-fields -o jsonpath={.metadata.managedFields[*].manager}`,
    ),
    'live-claim': reason(
      p`namespace ${'namespace'} is there and means this cluster: it would be registered again`,
      p`to hide it: kubectl registrar demote ${'cluster'}; to give it up: kubectl label namespace ${'namespace'} ${'managedByKey'}- && kubectl registrar prune ${'cluster'}`,
    ),
    'registration-immutable': reason(
      p`${'secret'} is marked immutable: it can't be refreshed`,
      p`delete it, and the next pass makes it again: kubectl delete secret -n ${'target'} ${'secret'}`,
    ),
    'removal-pending': reason(
      p`${'secret'} is being deleted, and a finalizer holds it`,
      p`see who holds it: kubectl get secret -n ${'target'} ${'secret'} -o jsonpath={.metadata.finalizers}`,
    ),
    'not-managed': reason(
      p`${'secret'} exists and is not ours${'owner'}: never taken over`,
      p`choose another cluster name: kubectl label namespace ${'namespace'} ${'clusterKey'}=NAME --overwrite`,
    ),
    'name-held': reason(
      p`the name ${'cluster'} is held by the cluster Secret ${'holder'}: two with one name break every Application that uses it`,
      p`choose another cluster name: kubectl label namespace ${'namespace'} ${'clusterKey'}=NAME --overwrite, or move it over: docs/from-argocd-cluster-add.md`,
    ),
    'orphan-cluster-mismatch': reason(
      p`${'secret'} records no source namespace, and ${'detail'}: not adopted`,
      p`if it belongs to ${'namespace'}: kubectl label secret -n ${'target'} ${'secret'} ${'sourceNamespaceKey'}=${'namespace'} ${'clusterKey'}=${'cluster'} --overwrite`,
    ),
    incumbent: reason(
      join(p`the name ${'cluster'} is registered from namespace ${'holder'}`, holderState),
      join(
        (params) =>
          params['demoted'] && !params['held']
            ? `to free the name: kubectl registrar prune ${params['cluster'] ?? ''}, or `
            : '',
        p`choose another cluster name: kubectl label namespace ${'namespace'} ${'clusterKey'}=NAME --overwrite`,
      ),
    ),
    'contested-name': reason(
      p`the older namespace ${'holder'} claims the name ${'cluster'} too${'detail'}`,
      p`choose another cluster name: kubectl label namespace ${'namespace'} ${'clusterKey'}=NAME --overwrite`,
    ),
    'create-race': reason(
      p`somebody else made ${'secret'} at the same moment (${'holder'}): not taken over`,
      p`choose another cluster name: kubectl label namespace ${'namespace'} ${'clusterKey'}=NAME --overwrite`,
    ),
    'server-collision': reason(
      join(
        p`${'server'} is ${'state'} ${'holder'}`,
        when('leaving', () => ', which is to be removed and has not been yet'),
      ),
      p`one address can be one cluster only: keep one of the two, or give this one its own address`,
    ),
    'cluster-label-missing': reason(
      p`namespace ${'namespace'} has no name in its label ${'clusterKey'}`,
      p`kubectl label namespace ${'namespace'} ${'clusterKey'}=NAME --overwrite`,
    ),
    'cluster-name-illegal': reason(
      p`"${'cluster'}" can't be the name of a cluster: at most 63 lower-case letters, digits, - and ., beginning and ending with a letter or digit`,
      p`kubectl label namespace ${'namespace'} ${'clusterKey'}=NAME --overwrite`,
    ),
    'cluster-name-reserved': reason(
      p`${'cluster'} is Argo CD's name for its own cluster: a child of that name would take over its Applications`,
      p`kubectl label namespace ${'namespace'} ${'clusterKey'}=NAME --overwrite`,
    ),
  }
