import { PRESETS } from './presets.ts'
import type { Provider } from './provider.ts'

/** A provider as `--provider` takes it: a preset's name, or the custom form. */
export const formatProvider = (provider: Provider): string => {
  const { name, secretNamePattern, secretKeys, allowExec } = provider
  if (PRESETS[name] === provider) return name
  return `${name}=${secretNamePattern}=${secretKeys.join(',')}${allowExec ? '=exec' : ''}`
}
