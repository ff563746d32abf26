import { dirname } from 'node:path'
import { UsageError } from '../../errors.ts'
import type {
  ClusterEntry,
  ContextEntry,
  Entry,
  ExecEntry,
  Kubeconfig,
  UserEntry,
} from './kubeconfig-entries.ts'
import { type Fields, fieldsOf, malformed, type Source } from './kubeconfig-values.ts'
import { present } from './present.ts'

const entryOf = (fields: Fields): Entry => ({
  file: fields.source.file,
  line: fields.source.lineOf(fields.path),
  folder: dirname(fields.source.file),
})

const clusterOf = (fields: Fields): ClusterEntry => {
  const extension = fields
    .items('extensions')
    .find((item) => item.text('name') === 'client.authentication.k8s.io/exec')
  return {
    ...entryOf(fields),
    insecure: fields.flag('insecure-skip-tls-verify'),
    disableCompression: fields.flag('disable-compression'),
    ...present({
      server: fields.text('server'),
      tlsServerName: fields.text('tls-server-name'),
      ca: fields.text('certificate-authority'),
      caData: fields.text('certificate-authority-data'),
      proxyUrl: fields.text('proxy-url'),
      execConfig: extension?.raw('extension'),
    }),
  }
}

const execOf = (fields: Fields): ExecEntry => ({
  command: fields.text('command') ?? '',
  args: fields.texts('args'),
  env: fields
    .items('env')
    .map((item) => ({ name: item.text('name') ?? '', value: item.text('value') ?? '' })),
  apiVersion: fields.text('apiVersion') ?? '',
  interactiveMode: fields.text('interactiveMode') ?? 'IfAvailable',
  provideClusterInfo: fields.flag('provideClusterInfo'),
})

const userOf = (fields: Fields): UserEntry => {
  const exec = fields.map('exec')
  const provider = fields.map('auth-provider')
  return {
    ...entryOf(fields),
    asGroups: fields.texts('as-groups'),
    asExtra: fields.textListMap('as-user-extra'),
    ...present({
      token: fields.text('token'),
      tokenFile: fields.text('tokenFile'),
      username: fields.text('username'),
      password: fields.text('password'),
      cert: fields.text('client-certificate'),
      certData: fields.text('client-certificate-data'),
      key: fields.text('client-key'),
      keyData: fields.text('client-key-data'),
      as: fields.text('as'),
      asUid: fields.text('as-uid'),
      exec: exec && execOf(exec),
      authProvider: provider && { name: provider.text('name') ?? '', config: provider.textMap('config') },
    }),
  }
}

const contextOf = (fields: Fields): ContextEntry => ({
  ...entryOf(fields),
  ...present({
    cluster: fields.text('cluster'),
    user: fields.text('user'),
    namespace: fields.text('namespace'),
  }),
})

const named = <T>(
  root: Fields,
  list: string,
  member: string,
  read: (fields: Fields) => T,
): Map<string, T> => {
  const found = new Map<string, T>()
  for (const item of root.items(list)) {
    const name = item.text('name') ?? ''
    if (found.has(name)) throw malformed(item.source, item.path, `${list} holds one name twice`)
    found.set(name, read(item.map(member) ?? fieldsOf(item.source, {}, [...item.path, member])))
  }
  return found
}

/**
 * Reads one kubeconfig: the first document, as YAML 1.1, which is what kubectl's parser reads. Unknown fields are
 * ignored, wrong types are not. Throws a `UsageError` with file and line that quotes nothing of the file.
 */
export const parseKubeconfig = async (file: string, text: string): Promise<Kubeconfig> => {
  const { LineCounter, parseDocument } = await import('yaml')
  const lineCounter = new LineCounter()
  const document = parseDocument(text, {
    version: '1.1',
    lineCounter,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const source: Source = {
    file,
    lineOf: (path) => {
      for (let depth = path.length; depth > 0; depth -= 1) {
        const node: unknown = document.getIn(path.slice(0, depth), true)
        const range = (node as { range?: readonly number[] | null } | undefined)?.range
        if (range) return lineCounter.linePos(range[0] ?? 0).line
      }
      return 1
    },
  }
  const broken = document.errors.find((error) => error.code !== 'MULTIPLE_DOCS')
  if (broken) {
    const { line } = lineCounter.linePos(broken.pos[0])
    throw malformed({ file, lineOf: () => line }, [], `not valid YAML (${broken.code})`)
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 100 })
  } catch {
    throw new UsageError(
      `${file}: the YAML repeats its anchors without end`,
      'write the file without anchors and aliases',
    )
  }
  const root = fieldsOf(source, value, [])
  return {
    ...present({ currentContext: root.text('current-context') }),
    contexts: named(root, 'contexts', 'context', contextOf),
    clusters: named(root, 'clusters', 'cluster', clusterOf),
    users: named(root, 'users', 'user', userOf),
  }
}
