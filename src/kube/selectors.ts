import { parseLabelSelector, type Requirement } from './label-grammar.ts'
import { isLabelKey, isLabelValue } from './names.ts'
import type { Resource } from './objects.ts'

type Labels = Readonly<Record<string, string>> | undefined

/** What an object is selected by; `type` is of Secrets, `phase` of namespaces. */
export interface Selectable {
  readonly type?: string
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Labels }
  readonly status?: object
}

/** A compiled selector, or what the API server would answer 400 for. */
export type Compiled<T> =
  | { readonly ok: true; readonly matches: (object: T) => boolean }
  | { readonly ok: false; readonly fault: string }

const INTEGER = /^[+-]?\d+$/

const meets = ({ key, operator, values }: Requirement, labels: Labels): boolean => {
  const value = labels && Object.hasOwn(labels, key) ? labels[key] : undefined
  switch (operator) {
    case 'exists':
      return value !== undefined
    case 'absent':
      return value === undefined
    case 'in':
      return value !== undefined && values.has(value)
    // As the API server has it, `!=` and `notin` also select objects without the key.
    case 'notin':
      return value === undefined || !values.has(value)
    case 'above':
    case 'below': {
      if (value === undefined || !INTEGER.test(value)) return false
      const bound = BigInt([...values][0] ?? '0')
      return operator === 'above' ? BigInt(value) > bound : BigInt(value) < bound
    }
  }
}

/** Compiles a label selector as the API server reads it (k8s.io/apimachinery/pkg/labels); absent or empty selects all. */
export const labelSelector = (selector: string | undefined): Compiled<Labels> => {
  const parsed = parseLabelSelector(selector ?? '')
  if (!parsed.ok) return parsed
  const { requirements } = parsed
  return { ok: true, matches: (labels) => requirements.every((requirement) => meets(requirement, labels)) }
}

/** A selector as objects carry it (metav1.LabelSelector); without requirements it selects everything. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: string
    readonly values?: readonly string[]
  }[]
}

const EXPRESSIONS: ReadonlyMap<string, Requirement['operator']> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', 'absent'],
])

const requirementOf = (
  key: string,
  operator: Requirement['operator'] | undefined,
  values: readonly string[],
): Requirement | undefined => {
  if (operator === undefined || !isLabelKey(key) || !values.every(isLabelValue)) return undefined
  const takesValues = operator === 'in' || operator === 'notin'
  return takesValues === values.length > 0 ? { key, operator, values: new Set(values) } : undefined
}

/** Compiles a selector object as metav1.LabelSelectorAsSelector does. */
export const objectSelector = ({
  matchLabels = {},
  matchExpressions = [],
}: LabelSelector): Compiled<Labels> => {
  const requirements = [
    ...Object.entries(matchLabels).map(([key, value]) => requirementOf(key, 'in', [value])),
    ...matchExpressions.map(({ key, operator, values = [] }) =>
      requirementOf(key, EXPRESSIONS.get(operator), values),
    ),
  ]
  const sound = requirements.filter((requirement) => requirement !== undefined)
  return sound.length < requirements.length
    ? { ok: false, fault: 'not a label selector' }
    : { ok: true, matches: (labels) => sound.every((requirement) => meets(requirement, labels)) }
}

type Read = (object: Selectable) => string

const NAME: Readonly<Record<string, Read>> = { 'metadata.name': ({ metadata }) => metadata.name }

const NAMES: Readonly<Record<string, Read>> = {
  ...NAME,
  'metadata.namespace': ({ metadata }) => metadata.namespace ?? '',
}

const phaseOf: Read = ({ status }) =>
  status && 'phase' in status && typeof status.phase === 'string' ? status.phase : ''

/** The fields kube-apiserver 1.34 selects by, of the resources this project reads. */
const FIELDS: Readonly<Record<Resource, Readonly<Record<string, Read>>>> = {
  namespaces: {
    ...NAME,
    'status.phase': phaseOf,
  },
  secrets: { ...NAMES, type: ({ type }) => type ?? 'Opaque' },
  configmaps: NAMES,
  applications: NAMES,
  applicationsets: NAMES,
  appprojects: NAMES,
  deployments: NAMES,
  statefulsets: NAMES,
  services: NAMES,
  serviceaccounts: NAMES,
  validatingadmissionpolicies: NAME,
  validatingadmissionpolicybindings: NAME,
  pods: NAMES,
  jobs: NAMES,
  leases: NAMES,
  // The API server knows more, but this project only writes Events.
  events: NAMES,
}

/** A value with its escapes `\\`, `\,` and `\=` undone; undefined where a `,` or `=` stands bare. */
const unescapeValue = (text: string): string | undefined =>
  /^(?:[^\\,=]|\\[\\,=])*$/.test(text) ? text.replaceAll(/\\(.)/g, '$1') : undefined

/** Compiles a field selector: `=`, `==` and `!=`, joined by commas (k8s.io/apimachinery/pkg/fields). */
export const fieldSelector = (resource: Resource, selector: string | undefined): Compiled<Selectable> => {
  const tests: ((object: Selectable) => boolean)[] = []
  for (const term of (selector ?? '').match(/(?:[^\\,]|\\.?)+/g) ?? []) {
    const [, field = '', operator, text = ''] = /^(.*?)(!=|==|=)(.*)$/s.exec(term) ?? []
    if (operator === undefined) return { ok: false, fault: `field selector without an operator: ${term}` }
    const value = unescapeValue(text)
    if (value === undefined) return { ok: false, fault: `unescaped character in the value of ${field}` }
    const fields = FIELDS[resource]
    const read = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (!read) return { ok: false, fault: `field label not supported: ${field}` }
    tests.push((object) => (read(object) === value) !== (operator === '!='))
  }
  return { ok: true, matches: (object) => tests.every((test) => test(object)) }
}
