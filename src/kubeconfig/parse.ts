import { decodeBase64, decodeUtf8 } from '../argocd/base64.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'
import type { Params } from './translation.ts'
import { readFirstDocument } from './yaml-document.ts'
import type { DocumentProblem } from './yaml-document.ts'
import { isNull } from './yaml-value.ts'
import type { YamlMap, YamlValue } from './yaml-value.ts'

/** The API server stores no larger Secret. */
const MAX_BYTES = 1_048_576

/** The lists of a kubeconfig, their entries not yet looked at: only the selected pair is judged. */
export interface Kubeconfig {
  /** Empty where absent. */
  readonly currentContext: string
  readonly clusters: readonly YamlValue[]
  readonly users: readonly YamlValue[]
  readonly contexts: readonly YamlValue[]
}

/** UTF-16 with its mark is YAML too; PowerShell's `>` writes it. */
const decodeText = (bytes: Buffer): string | undefined => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return bytes.subarray(2).toString('utf16le')
  if (first === 0xfe && second === 0xff && bytes.length % 2 === 0)
    return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
  return decodeUtf8(bytes)?.replace(/^\uFEFF/, '')
}

/** A common slip: a value that was in base64 already, encoded once more for `data`. */
const isEncodedAgain = (value: YamlValue): boolean =>
  value.kind === 'scalar' && decodeBase64(value.text.replace(/ /g, ''))?.includes('clusters') === true

const unparsable = (
  params: Params,
): { readonly ok: false; readonly unusable: ReturnType<typeof refuse>['unusable'] } =>
  refuse('kubeconfig-unparsable', params)

const documentParams = (fault: DocumentProblem): Params => ({
  problem: fault.problem,
  line: String(fault.line),
  ...(fault.problem === 'duplicate-key' ? { field: fault.key } : {}),
})

/** A field of the wrong type, for the message: where, and what it should be. */
export const wrongType = (field: string, expected: string, value: YamlValue): ReturnType<typeof unparsable> =>
  unparsable({ problem: 'wrong-type', field, expected, line: String(value.line) })

const list = (root: YamlMap, field: string): Step<readonly YamlValue[]> => {
  const value = root.entries.get(field)
  if (value === undefined || isNull(value)) return done([])
  return value.kind === 'seq' ? done(value.items) : wrongType(field, 'a list', value)
}

const readRoot = (root: YamlMap): Step<Kubeconfig> => {
  const current = root.entries.get('current-context')
  if (current !== undefined && current.kind !== 'scalar') return wrongType('current-context', 'text', current)
  const clusters = list(root, 'clusters')
  if (!clusters.ok) return clusters
  const users = list(root, 'users')
  if (!users.ok) return users
  const contexts = list(root, 'contexts')
  if (!contexts.ok) return contexts
  return done({
    currentContext: current === undefined || isNull(current) ? '' : current.text,
    clusters: clusters.value,
    users: users.value,
    contexts: contexts.value,
  })
}

/**
 * Step 1: bytes to the lists of a kubeconfig. `empty`: nothing but white space. Field names match exactly;
 * `apiVersion`, `kind` and unknown fields are not looked at (C3.05, C3.06).
 */
export const parseKubeconfig = (bytes: Buffer): Step<Kubeconfig> | 'empty' => {
  if (bytes.length > MAX_BYTES) return unparsable({ problem: 'too-large', line: '1' })
  const text = decodeText(bytes)
  if (text === undefined) return unparsable({ problem: 'not-utf8', line: '1' })
  if (text.trim() === '') return 'empty'
  const read = readFirstDocument(text)
  if (!read.ok) return unparsable(documentParams(read.fault))
  if (read.value === undefined || isNull(read.value)) return unparsable({ problem: 'no-clusters', line: '1' })
  if (read.value.kind !== 'map')
    return unparsable({
      problem: isEncodedAgain(read.value) ? 'encoded-twice' : 'not-a-mapping',
      line: String(read.value.line),
    })
  return readRoot(read.value)
}
