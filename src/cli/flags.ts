import { Flags } from '@oclif/core'

/** A repeatable flag that takes one word each time, as kubectl's do. */
const repeated = (options: {
  readonly description: string
  readonly char?: 'f' | 'n'
  readonly helpValue?: string
}) => Flags.string({ ...options, multiple: true, multipleNonGreedy: true })

/** kubectl's connection flags. None has a default or an `env`: `src/kube/live` merges raw values by kubectl's rules. */
export const connectionFlags = {
  kubeconfig: Flags.string({
    helpValue: 'FILE',
    helpGroup: 'CONNECTION',
    description: 'kubeconfig of the hub',
  }),
  context: Flags.string({ helpValue: 'NAME', helpGroup: 'CONNECTION', description: 'context to use' }),
  cluster: Flags.string({
    helpValue: 'NAME',
    helpGroup: 'CONNECTION',
    description: 'cluster of the kubeconfig to use',
  }),
  user: Flags.string({
    helpValue: 'NAME',
    helpGroup: 'CONNECTION',
    description: 'user of the kubeconfig to use',
  }),
  server: Flags.string({
    char: 's',
    helpValue: 'URL',
    helpGroup: 'CONNECTION',
    description: 'address of the hub',
  }),
  token: Flags.string({ helpValue: 'TOKEN', helpGroup: 'CONNECTION', description: 'bearer token' }),
  as: Flags.string({ helpValue: 'USER', helpGroup: 'CONNECTION', description: 'user to impersonate' }),
  'as-group': Flags.string({
    helpValue: 'GROUP',
    helpGroup: 'CONNECTION',
    description: 'group to impersonate; may be repeated',
    multiple: true,
    multipleNonGreedy: true,
  }),
  'as-uid': Flags.string({ helpValue: 'UID', helpGroup: 'CONNECTION', description: 'UID to impersonate' }),
  'certificate-authority': Flags.string({
    helpValue: 'FILE',
    helpGroup: 'CONNECTION',
    description: 'certificate authority of the hub',
  }),
  'client-certificate': Flags.string({
    helpValue: 'FILE',
    helpGroup: 'CONNECTION',
    description: 'client certificate',
  }),
  'client-key': Flags.string({
    helpValue: 'FILE',
    helpGroup: 'CONNECTION',
    description: 'key of the client certificate',
  }),
  'insecure-skip-tls-verify': Flags.boolean({
    allowNo: true,
    helpGroup: 'CONNECTION',
    description: "don't check the hub's certificate",
  }),
  'tls-server-name': Flags.string({
    helpValue: 'NAME',
    helpGroup: 'CONNECTION',
    description: 'name expected in the certificate',
  }),
  'request-timeout': Flags.string({
    helpValue: 'TIME',
    helpGroup: 'CONNECTION',
    description: 'time a request may take, such as 30s; 0 for no limit (default 30s)',
  }),
}

export const settingsFlags = {
  'target-namespace': Flags.string({
    char: 't',
    helpValue: 'NAME',
    helpGroup: 'SETTINGS',
    description: 'namespace Argo CD reads cluster Secrets from (default argocd)',
  }),
  'label-prefix': Flags.string({
    helpValue: 'PREFIX',
    helpGroup: 'SETTINGS',
    description: 'prefix of every label and annotation (default argocd-cluster-registrar/)',
  }),
  'managed-by': Flags.string({
    helpValue: 'VALUE',
    helpGroup: 'SETTINGS',
    description: 'owner: marks source namespaces and Secrets owned (default cluster-registrar)',
  }),
  provider: Flags.string({
    helpValue: 'SPEC',
    helpGroup: 'SETTINGS',
    description:
      'preset, or name=pattern=key[,key…][=exec]; may be repeated, order is precedence (default k3k)',
    multiple: true,
    multipleNonGreedy: true,
  }),
  'exec-credentials': Flags.boolean({
    allowNo: true,
    helpGroup: 'SETTINGS',
    description: 'translate exec plugins, for providers that allow it',
  }),
  'demoted-ttl': Flags.string({
    helpValue: 'TIME',
    helpGroup: 'SETTINGS',
    description: 'delete a hidden registration after this long (default 0s: never)',
  }),
  'max-removals': Flags.string({
    helpValue: 'N|N%',
    helpGroup: 'SETTINGS',
    description: 'removals and hides allowed in 10 minutes (default the larger of 3 and 50%)',
  }),
  config: Flags.string({
    helpValue: 'FILE',
    helpGroup: 'SETTINGS',
    description: 'file with these settings (docs/settings.md)',
  }),
  'discover-config': Flags.boolean({
    allowNo: true,
    helpGroup: 'SETTINGS',
    description: 'use the settings that a ConfigMap of the hub holds (default true)',
  }),
  'settings-from': Flags.string({
    helpValue: 'NAME',
    helpGroup: 'SETTINGS',
    description: 'name of that ConfigMap, where there are several',
  }),
}

const { 'max-removals': _brake, ...unbraked } = settingsFlags

/** Settings of verbs that the brake never holds: what a person hides or shows by name. */
export const unbrakedFlags = unbraked

export const scopeFlags = {
  namespace: repeated({
    char: 'n',
    helpValue: 'NAME',
    description: 'act on this source namespace only; may be repeated',
  }),
  filename: repeated({
    char: 'f',
    helpValue: 'PATH',
    description: 'read manifests (file, folder or -) instead of a hub; may be repeated',
  }),
  recursive: Flags.boolean({
    char: 'R',
    allowNo: true,
    description: 'walk folders within folders (default true)',
  }),
}

/** Of verbs that only read. */
export const readScopeFlags = {
  ...scopeFlags,
  namespace: repeated({
    char: 'n',
    helpValue: 'NAME',
    description: 'look at this source namespace only; may be repeated',
  }),
}

export const OUTPUT_FORMATS = ['table', 'wide', 'name', 'json', 'yaml'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

export const outputFlags = {
  output: Flags.string({
    char: 'o',
    helpValue: OUTPUT_FORMATS.join('|'),
    helpGroup: 'OUTPUT',
    description: 'form of the output (default table)',
  }),
  headers: Flags.boolean({
    allowNo: true,
    helpGroup: 'OUTPUT',
    description: 'column names over tables (default true)',
  }),
  color: Flags.string({
    helpValue: 'auto|always|never',
    helpGroup: 'OUTPUT',
    description: 'colour (default auto)',
  }),
  redact: Flags.boolean({
    allowNo: true,
    helpGroup: 'OUTPUT',
    description: 'mask credentials in YAML of Secrets too',
  }),
  'exit-zero': Flags.boolean({
    allowNo: true,
    helpGroup: 'OUTPUT',
    description: 'exit 0 where the code would be 1',
  }),
  v: Flags.string({
    char: 'v',
    helpValue: '0-9',
    helpGroup: 'OUTPUT',
    description: 'verbosity; from 6 on every request is shown',
  }),
}

export const writeFlags = {
  'dry-run': Flags.string({
    helpValue: 'none|client|server',
    description:
      'decide and show, but write nothing; server also has the hub admit each write (bare: client)',
  }),
  yes: Flags.boolean({
    char: 'y',
    allowNo: true,
    description: "answer prompts with yes; this verb doesn't ask",
  }),
}

export const removalFlags = {
  prune: Flags.boolean({
    allowNo: true,
    description: 'carry out removals and hides, behind the brake (default true)',
  }),
}

/** Of verbs that ask a person. */
export const askingFlags = {
  ...writeFlags,
  yes: Flags.boolean({
    char: 'y',
    allowNo: true,
    description: 'answer every question with yes; off a terminal there is nobody to ask',
  }),
}

export const forceFlags = {
  force: Flags.boolean({
    allowNo: true,
    description: 'also where Applications use the cluster',
  }),
}
