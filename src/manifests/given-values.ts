import { isMap, parse, parseDocument } from 'yaml'
import { UsageError } from '../errors.ts'
import { mergeParts, type Parts } from './merge-values.ts'

const FORM = 'write it as --set=image.tag=1.2.3, or --set=providers=[capi, vcluster]'

/**
 * One `--set`: a path with dots, and a value in YAML.
 * @throws UsageError where it is neither
 */
const settingOf = (word: string): Parts => {
  const [, path = '', text = ''] = /^([A-Za-z][\w.]*)=(.*)$/s.exec(word) ?? []
  const keys = path.split('.')
  if (keys.includes('')) throw new UsageError('--set: not of the form PATH=VALUE', FORM)
  const value = scalarOf(path, text)
  return keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Parts
}

const scalarOf = (path: string, text: string): unknown => {
  if (text === '') return ''
  try {
    return parse(text, { logLevel: 'error' }) as unknown
  } catch {
    throw new UsageError(`--set ${path}: the value is not YAML`, FORM)
  }
}

/** All of `--set`, later ones over earlier ones. */
export const setValues = (words: readonly string[]): Parts =>
  words.map(settingOf).reduce<Parts>(mergeParts, {})

/**
 * A values file.
 * @param place its name, for messages
 * @throws UsageError where it is not a YAML map
 */
export const parseValues = (source: string, place: string): Parts => {
  const document = parseDocument(source, { prettyErrors: false })
  const [fault] = document.errors
  if (fault)
    throw new UsageError(
      `${place}: not valid YAML (${fault.code.toLowerCase().replaceAll('_', ' ')})`,
      'fix the file',
    )
  if (document.contents === null) return {}
  if (!isMap(document.contents))
    throw new UsageError(`${place}: not a values file: expected a map`, 'see deploy/chart/values.yaml')
  return document.toJS() as Parts
}
