import { UsageError } from '../errors.ts'
import { PRESETS, PRESET_NAMES } from './presets.ts'
import type { Provider } from './provider.ts'

const FORM = 'name=secret-name-pattern=key[,key…][=exec]'

const trimmedKeys = (field: string): readonly string[] =>
  field
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')

const preset = (name: string): Provider => {
  const found = Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined
  if (found !== undefined) return found
  throw new UsageError(
    `unknown provider ${JSON.stringify(name)}`,
    `use one of ${PRESET_NAMES.join(', ')}, or describe your own as ${FORM}`,
  )
}

/**
 * Reads one `--provider` value: a preset's exact name, or `name=pattern=key[,key…][=exec]`. White space round every
 * field is dropped, and so are empty keys. A field that is empty is left to `validateProviders`. There is no escape
 * for `=`. Throws UsageError.
 */
export const parseProvider = (spec: string): Provider => {
  const text = spec.trim()
  if (text === '')
    throw new UsageError('a provider is empty', `use one of ${PRESET_NAMES.join(', ')}, or ${FORM}`)
  if (!text.includes('=')) return preset(text)
  const [name = '', pattern = '', keys = '', exec, ...rest] = text.split('=').map((field) => field.trim())
  if (text.split('=').length < 3 || rest.length > 0)
    throw new UsageError(
      `provider ${JSON.stringify(text)} does not have three or four fields`,
      `write it as ${FORM}`,
    )
  if (exec !== undefined && exec !== 'exec')
    throw new UsageError(
      `provider ${JSON.stringify(name)}: the fourth field is ${JSON.stringify(exec)}`,
      'write `exec` there to let its exec credentials be translated, or leave the field out',
    )
  return { name, secretNamePattern: pattern, secretKeys: trimmedKeys(keys), allowExec: exec === 'exec' }
}
