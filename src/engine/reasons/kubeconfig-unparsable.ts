import type { ReasonText } from './reason-text.ts'

const PROBLEMS: Readonly<Record<string, string>> = {
  'bad-alias': 'uses an alias that is not defined, or that contains itself',
  'bad-binary': 'has a !!binary value that is not base64',
  'bad-key': 'has a key that is no plain text',
  'bad-merge': 'merges (`<<`) something that is no mapping',
  'control-character': 'contains a control character',
  'encoded-twice': 'is base64-encoded twice',
  'no-clusters': 'lists no clusters',
  'not-a-mapping': 'is not a mapping: it may be an error page, or another file',
  'not-utf8': 'is not UTF-8 text: it may be compressed, or encoded once more',
  syntax: 'is not valid YAML or JSON',
  'too-complex': 'has more lists and maps than any kubeconfig',
  'too-deep': 'nests deeper than any kubeconfig',
  'too-large': 'is larger than any kubeconfig',
}

const where = (line: string | undefined): string => (line === undefined ? '' : `, line ${line}`)

/** Params: problem, line, and for a field `field` and `expected`. */
export const unparsable: ReasonText = {
  message: ({ problem = '', line, field = '', expected = '' }) => {
    if (problem === 'wrong-type') return `${field} of the kubeconfig is not ${expected}${where(line)}`
    if (problem === 'duplicate-key')
      return `the kubeconfig has ${field === '' ? 'a key' : `the key ${field}`} twice in one mapping${where(line)}`
    const text = PROBLEMS[problem] ?? 'is not a kubeconfig'
    return `the kubeconfig ${text}${problem === 'no-clusters' ? '' : where(line)}`
  },
  remedy: ({ problem = '' }) => {
    if (problem === 'encoded-twice') return 'put the kubeconfig into stringData, or encode it once'
    if (problem === 'duplicate-key') return 'remove one of the two keys'
    if (problem === 'no-clusters' || problem === 'not-a-mapping')
      return 'check with the provider that the pattern and the key name the right Secret'
    return 'check the value with `kubectl --kubeconfig FILE config view`, and write it again'
  },
}
