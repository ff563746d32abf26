import type { Provider } from './provider.ts'

/**
 * Where `register --import` keeps a kubeconfig (decisions.md §7). Built in and never configured; its exec credentials
 * are not translated, as whoever may write Secrets in a source namespace can make one that matches.
 */
export const IMPORT_PROVIDER: Provider = {
  name: 'import',
  secretNamePattern: 'registrar-import-*',
  secretKeys: ['kubeconfig'],
  allowExec: false,
}

/**
 * The configured providers and, behind them, the built-in one: what a provisioner left always goes before an import. A
 * configured provider of that name stands in its place.
 */
export const withImported = (providers: readonly Provider[]): readonly Provider[] =>
  providers.some(({ name }) => name === IMPORT_PROVIDER.name) ? providers : [...providers, IMPORT_PROVIDER]

/** Whether registrations of a provider of this name are ours to refresh: it is configured, or built in. */
export const isConfigured = (providers: readonly Provider[], name: string): boolean =>
  name === IMPORT_PROVIDER.name || providers.some((provider) => provider.name === name)
