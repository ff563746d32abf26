type Labels = Readonly<Record<string, string>> | undefined
type Test = (labels: Labels) => boolean

const requirement = (text: string): Test => {
  const set = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(text)
  if (set) {
    const [, key = '', operator, list = ''] = set
    const values = new Set(list.split(',').map((value) => value.trim()))
    return operator === 'in'
      ? (labels) => labels?.[key] !== undefined && values.has(labels[key])
      : (labels) => labels?.[key] === undefined || !values.has(labels[key])
  }
  const compare = /^([^=!\s]+)\s*(==|=|!=)\s*(\S*)$/.exec(text)
  if (compare) {
    const [, key = '', operator, value] = compare
    // As the API server has it, `!=` also selects objects without the key.
    return operator === '!=' ? (labels) => labels?.[key] !== value : (labels) => labels?.[key] === value
  }
  return text.startsWith('!')
    ? (labels) => labels?.[text.slice(1).trim()] === undefined
    : (labels) => labels?.[text] !== undefined
}

/** Compiles a label selector as the API server reads it: `=`, `==`, `!=`, `in`, `notin`, `key`, `!key`, joined by commas. */
export const labelSelector = (selector: string | undefined): Test => {
  if (!selector) return () => true
  const tests = selector
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(requirement)
  return (labels) => tests.every((test) => test(labels))
}

interface Selectable {
  readonly type?: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** Compiles the field selectors this project sends: `metadata.name`, `metadata.namespace` and, of Secrets, `type`. */
export const fieldSelector = (selector: string | undefined): ((object: Selectable) => boolean) => {
  if (!selector) return () => true
  const tests = selector.split(',').map((part) => {
    const [, field = '', operator = '', value = ''] = /^([\w.]+)(==|!=|=)(.*)$/.exec(part.trim()) ?? []
    const read = (object: Selectable): string | undefined => {
      if (field === 'metadata.name') return object.metadata.name
      if (field === 'metadata.namespace') return object.metadata.namespace ?? ''
      if (field === 'type') return object.type ?? 'Opaque'
      throw new Error(`field selector not supported: ${field}`)
    }
    return (object: Selectable) => (read(object) === value) !== (operator === '!=')
  })
  return (object) => tests.every((test) => test(object))
}
