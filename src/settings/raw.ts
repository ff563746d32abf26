import type { Provider } from '../providers/provider.ts'

/** A value and where it was given, for messages: `--label-prefix`, `REGISTRAR_LABEL_PREFIX`, `config.yaml:4`. */
export interface Sourced<T> {
  readonly value: T
  readonly origin: string
}

/** Settings as given by one source, under the names of the configuration file. */
export interface RawSettings {
  readonly targetNamespace?: Sourced<string>
  readonly labelPrefix?: Sourced<string>
  readonly managedBy?: Sourced<string>
  readonly providers?: Sourced<readonly Provider[]>
  readonly execCredentials?: Sourced<boolean>
  readonly execHosts?: Sourced<readonly string[]>
  readonly execProxies?: Sourced<readonly string[]>
  readonly demotedTTL?: Sourced<string>
  readonly maxRemovals?: Sourced<string>
  readonly interval?: Sourced<string>
  readonly updatesPerMinute?: Sourced<string>
  readonly uidGrace?: Sourced<string>
  readonly renames?: Sourced<string>
}
