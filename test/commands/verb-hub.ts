import assert from 'node:assert/strict'
import type { Report } from '../../src/engine/report.ts'
import { runCli, type CliOptions, type CliResult } from '../support/cli.ts'
import { application, applicationSet, namespace, plainNamespace, source } from './manifests.ts'
import { memoryHub, type MemoryHub } from './memory-hub.ts'

export const P = 'argocd-cluster-registrar/'
const SECRET_TYPE = 'argocd.argoproj.io/secret-type'

const START = Date.parse('2026-11-29T12:00:00Z')
/** Long after what was arranged, so that the brake does not count it. */
const NOW = START + 3_600_000

/** Runs one command line on the hub. */
export const on = async (hub: MemoryHub, line: string, options: CliOptions = {}): Promise<CliResult> =>
  runCli(line.split(' ').filter(Boolean), { now: NOW, hub: hub.again(), ...options })

/** The same of words that hold blanks, or nothing. */
export const typed = (
  hub: MemoryHub,
  words: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> => runCli(words, { now: NOW, hub: hub.again(), ...options })

/** Something that went before the command under test. */
const arrange = async (hub: MemoryHub, ...lines: readonly string[]): Promise<void> => {
  for (const line of lines) {
    const { code, stderr } = await on(hub, line, { now: START })
    assert.equal(code, 0, stderr)
  }
}

const address = (number: number): string => `https://10.0.0.${number}:6443`

const cluster = (name: string, number: number): readonly object[] => [
  namespace(`team-${name}`, name),
  source(`team-${name}`, address(number), `token-${name}`),
]

/**
 * A hub with a registration in every state: `alive` and `used`, the latter by a generated Application and one made by hand;
 * `first` and `second` whose namespaces are gone; `hidden` by hand; `former`, renamed to `present`. And two namespaces that
 * nobody has labelled, the first with a kubeconfig.
 */
export const livelyHub = async (): Promise<MemoryHub> => {
  const hub = memoryHub(
    () => NOW,
    ...['alive', 'used', 'first', 'second', 'hidden', 'former'].flatMap((name, index) =>
      cluster(name, index + 1),
    ),
    plainNamespace('team-new'),
    source('team-new', address(7), 'token-new'),
    plainNamespace('team-empty'),
    applicationSet('fleet'),
    application('web', address(2), 'fleet'),
    application('api', address(2)),
    application('batch', address(3), 'fleet'),
  )
  await arrange(hub, 'sync', 'demote hidden --yes --force', 'register team-former --name present --yes')
  hub.drop('team-first')
  hub.drop('team-second')
  return hub
}

/** What Argo CD sees of our registrations, and what is hidden from it, by Secret name. */
export const standing = ({ store }: MemoryHub): Readonly<Record<string, 'visible' | 'hidden'>> =>
  Object.fromEntries(
    store
      .all('secrets', 'argocd')
      .map(({ object: { metadata } }) => [
        metadata.name,
        metadata.labels?.[SECRET_TYPE] === 'cluster' ? 'visible' : 'hidden',
      ]),
  )

/** A registration with all it has but the version it has by now. */
export const bytesOf = ({ store }: MemoryHub, name: string): object => {
  const { resourceVersion: _version, ...metadata } = store.find('secrets', { namespace: 'argocd', name })!
    .object.metadata
  return { ...store.find('secrets', { namespace: 'argocd', name })!.object, metadata }
}

export const labelsOf = ({ store }: MemoryHub, namespace: string): Readonly<Record<string, string>> =>
  store.find('namespaces', { name: namespace })?.object.metadata.labels ?? {}

/** Every action and result of a report, by cluster. */
export const decided = ({ stdout }: CliResult): readonly string[] =>
  (JSON.parse(stdout) as Report).decisions.map(({ cluster, action, reason, result = '-' }) =>
    [cluster ?? '-', action, reason, result].join(' '),
  )

/** The hub's objects to the last byte. */
export const everything = ({ store }: MemoryHub): string =>
  JSON.stringify((['namespaces', 'secrets'] as const).map((resource) => store.all(resource)))
