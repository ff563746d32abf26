import { UsageError } from '../errors.ts'
import { isLabelValue } from '../kube/names.ts'
import { isValidGlob } from './glob.ts'
import type { Provider } from './provider.ts'

const checkName = (name: string, position: number): void => {
  if (name === '') throw new UsageError(`the provider at position ${position} has no name`, 'give it a name')
  if (!isLabelValue(name))
    throw new UsageError(
      `provider name ${JSON.stringify(name)} can't be a label value`,
      'use at most 63 letters, digits, `-`, `_` or `.`, with a letter or digit at both ends',
    )
}

const checkKeys = ({ name, secretKeys }: Provider): void => {
  if (secretKeys.length === 0)
    throw new UsageError(`provider ${name} has no Secret keys`, 'name the data key that holds the kubeconfig')
  if (secretKeys.includes(''))
    throw new UsageError(`provider ${name} has an empty Secret key`, 'remove it or name the key')
  const repeated = secretKeys.find((key, index) => secretKeys.indexOf(key) !== index)
  if (repeated !== undefined)
    throw new UsageError(
      `provider ${name} lists the key ${JSON.stringify(repeated)} twice`,
      'list each key once',
    )
}

const checkPattern = ({ name, secretNamePattern: pattern }: Provider): void => {
  if (pattern === '')
    throw new UsageError(`provider ${name} has no Secret name pattern`, 'give it one, such as `*-kubeconfig`')
}

const checkGlob = ({ name, secretNamePattern: pattern }: Provider): void => {
  if (!isValidGlob(pattern))
    throw new UsageError(
      `provider ${name}: ${JSON.stringify(pattern)} is no valid glob`,
      'close every `[`, put something between the brackets, and a character after every `\\`',
    )
}

/** The rules C1.43–C1.51, in order; throws UsageError with the first that is broken. */
export const validateProviders = (providers: readonly Provider[]): void => {
  if (providers.length === 0)
    throw new UsageError(
      'no provider is configured',
      'give --provider at least once, or leave it out for k3k',
    )
  const seen = new Set<string>()
  providers.forEach((provider, position) => {
    checkName(provider.name, position)
    if (seen.has(provider.name))
      throw new UsageError(
        `provider ${provider.name} is listed twice`,
        'list it once, or rename one of the two',
      )
    seen.add(provider.name)
    checkPattern(provider)
    checkKeys(provider)
    checkGlob(provider)
  })
}
