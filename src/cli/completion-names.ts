import { namesInKubeconfig, namesOnHub, type Place } from '../completing/names.ts'
import type { Source } from '../completing/table.ts'
import type { ConnectionDeps } from '../kube/live/node-deps.ts'
import { DEFAULTS } from '../settings/settings.ts'
import { connectionOf, textOf } from './inputs.ts'
import type { Io } from './io.ts'

/** Somebody waits with a finger on the key: a hub that takes longer has nothing to offer. */
const DEADLINE = 2000

/** Flags typed so far, by name. */
type Typed = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface NamesRequest {
  readonly sources: readonly Source[]
  readonly flags: Typed
}

type World = Pick<Io, 'env' | 'now' | 'pause' | 'version'>

const placeOf = (flags: Typed, env: NodeJS.ProcessEnv): Place => {
  const read = (name: string, variable: string, fallback: string): string =>
    (textOf(flags[name]) ?? env[variable]) || fallback
  return {
    targetNamespace: read('target-namespace', 'REGISTRAR_TARGET_NAMESPACE', DEFAULTS.targetNamespace),
    labelPrefix: read('label-prefix', 'REGISTRAR_LABEL_PREFIX', DEFAULTS.labelPrefix),
    managedBy: read('managed-by', 'REGISTRAR_MANAGED_BY', DEFAULTS.managedBy),
  }
}

/** Nobody is asked to log in while they type, and a credential plugin is not heard. */
const quietDeps = async (env: NodeJS.ProcessEnv): Promise<ConnectionDeps> => {
  const { nodeDeps } = await import('../kube/live/node-deps.ts')
  return { ...nodeDeps(env), interactive: false, tell: () => undefined }
}

const fromHub = async ({ sources, flags }: NamesRequest, world: World): Promise<readonly string[]> => {
  const { resolveConnection } = await import('../kube/live/resolve.ts')
  const { createLiveClient } = await import('../kube/live/client.ts')
  const connection = await resolveConnection(connectionOf(flags), world.env, await quietDeps(world.env))
  const client = createLiveClient(connection, {
    concurrency: sources.length,
    version: world.version,
    requestTimeout: DEADLINE,
  })
  try {
    const place = placeOf(flags, world.env)
    const found = await Promise.allSettled(sources.map((source) => namesOnHub(source, client, place)))
    // What is forbidden is left out; the rest may help.
    return found.flatMap((names) => (names.status === 'fulfilled' ? names.value : []))
  } finally {
    client.close()
  }
}

const find = async (request: NamesRequest, world: World): Promise<readonly string[]> => {
  const [first] = request.sources
  if (first === undefined) return []
  if (first === 'contexts' || first === 'kubeconfig-clusters' || first === 'users') {
    const { loadKubeconfig } = await import('../kube/live/kubeconfig.ts')
    const deps = await quietDeps(world.env)
    const config = await loadKubeconfig(textOf(request.flags['kubeconfig']), world.env, deps)
    return namesInKubeconfig(first, config) ?? []
  }
  return fromHub(request, world)
}

/**
 * The names that a word could be, sorted. Never fails, and never takes longer than two seconds: then there are none.
 */
export const completionNames = async (request: NamesRequest, world: World): Promise<readonly string[]> => {
  const none = world.pause(DEADLINE).then((): readonly string[] => [])
  try {
    return [...new Set(await Promise.race([find(request, world), none]))].sort()
  } catch {
    return []
  }
}
