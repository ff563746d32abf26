import { canonicalJson } from './canonical-json.ts'
import type { ProviderValue, Values } from './values.ts'

/** The deprecated pair of values is one provider of the name that the reference registrar gave it (C1.33). */
const providersOf = ({ providers, secretKey, secretNamePattern }: Values): readonly ProviderValue[] =>
  secretKey === '' ? providers : [{ name: 'custom', secretNamePattern, secretKeys: [secretKey] }]

const ttlOf = ({ demotedTTL }: Values): string => {
  const text = String(demotedTTL)
  return text === '' || text === '0' ? '0s' : text
}

/** The document of `--config`, as it stands in the ConfigMap. Every value is JSON, which is YAML. */
export const configText = (values: Values): string => {
  const providers = providersOf(values)
  const limit = String(values.maxRemovals)
  const line = (key: string, value: unknown): string => `${key}: ${canonicalJson(value)}\n`
  return [
    'apiVersion: registrar/v1\nkind: Config\n',
    line('targetNamespace', values.targetNamespace),
    line('labelPrefix', values.labelPrefix),
    line('managedBy', values.managedBy),
    ...(providers.length > 0
      ? ['providers:\n', ...providers.map((one) => `  - ${canonicalJson(one)}\n`)]
      : []),
    line('execCredentials', values.execCredentials),
    line('execHosts', values.execHosts),
    line('execProxies', values.execProxies),
    line('interval', values.interval),
    line('demotedTTL', ttlOf(values)),
    ...(limit === '' ? [] : [line('maxRemovals', limit)]),
    line('renames', values.renames),
    line('updatesPerMinute', values.updatesPerMinute),
    line('uidGrace', values.uidGrace),
  ].join('')
}
