import { canonicalServer } from '../../src/argocd/server.ts'
import type { ClusterHub } from '../../src/cli/hub.ts'
import { planContext } from '../../src/engine/plan/context.ts'
import { completePass, preparePass, type PassOptions } from '../../src/engine/pass.ts'
import { explain, type Explained } from '../../src/explaining/explain.ts'
import { matchesOf } from '../../src/explaining/match.ts'
import { readSubject } from '../../src/explaining/subject.ts'
import type { View } from '../../src/explaining/view.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { NOW, type SyncOptions, type TestHub } from '../engine/test-hub.ts'
import { runCli, type CliOptions, type CliResult } from '../support/cli.ts'

const SERVER = 'https://hub.example:6443'

/** The hub as commands reach it. */
export const reached = ({ client }: TestHub): ClusterHub => ({
  client,
  about: { source: 'cluster', context: 'hub', server: SERVER },
  hubServers: [canonicalServer(SERVER)!],
  hubServices: [],
  explain: (error) => error,
  serverVersion: () => Promise.resolve('v1.34.1'),
  close: () => undefined,
})

/** Runs `explain` on the hub. */
export const explainOn = (hub: TestHub, line: string, options: CliOptions = {}): Promise<CliResult> =>
  runCli(['explain', ...line.split(' ').filter(Boolean)], { now: NOW, hub: reached(hub), ...options })

const POLICY = {
  execCredentials: false,
  execHosts: [],
  execProxies: [],
  hubServers: [],
  hubServices: [],
} as const

/** A pass that is carried out, as an explanation sees it. */
const viewOf = async (client: KubeClient, { settings: raw = {}, ...given }: SyncOptions): Promise<View> => {
  const settings = resolveSettings(raw, given.namespaces ?? [])
  const options: PassOptions = {
    dryRun: given.dryRun ?? 'none',
    now: given.now ?? NOW,
    concurrency: 4,
    policy: { ...POLICY, execCredentials: settings.execCredentials },
    pause: () => Promise.resolve(),
    ...given.pass,
  }
  const prepared = await preparePass(client, settings, options)
  const { outcomes, incomplete } = await completePass(client, settings, options, prepared)
  const { observation, inputs } = prepared
  return {
    observation,
    context: planContext(observation.snapshot, settings, options.now, inputs),
    outcomes,
    incomplete,
  }
}

/** Explains what came of a pass, which a look at the hub alone can't find: a race, or what was asked for by name. */
export const explainPass = async (hub: TestHub, word: string, options: SyncOptions): Promise<Explained> => {
  const view = await viewOf(options.through ? options.through(hub.client) : hub.client, options)
  const [match] = matchesOf(view, readSubject(word))
  return explain({
    hub: { source: 'cluster' },
    subject: word,
    match: match!,
    view,
    completed: (remedy) => remedy,
  })
}
