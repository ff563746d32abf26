import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../test/envtest/rest.ts'
import { loadCredentials } from '../../test/fleet/certificates.ts'
import type { FleetCluster } from '../../test/fleet/fleet.ts'
import { PROVISIONERS } from '../../test/fleet/provisioners.ts'
import { nth } from '../nth.ts'
import { TARGET, type WatchedHub } from '../watch/watched-hub.ts'
import type { Sighting } from '../watch/witness.ts'

/** Longer than any latency that is worth a figure. */
const LIMIT = 30_000
/** Until what came before has settled: neither a write of ours nor an answer to it is still on its way. */
const REST = 40

/** Milliseconds from the end of the last write it took until it was seen. */
export type Change = (at: WatchedHub, cluster: FleetCluster, turn: number) => Promise<number>

const namespaces = '/api/v1/namespaces'
const secretsOf = ({ namespace }: FleetCluster): string => `${namespaces}/${namespace.metadata.name}/secrets`
const registrationOf = ({ name }: FleetCluster): string => `cluster-${name}`
const registrationPath = (cluster: FleetCluster): string =>
  `${namespaces}/${TARGET}/secrets/${registrationOf(cluster)}`

/** Does the last write, and waits until the registration is seen as it is to be. */
const timed = async (
  { witness }: WatchedHub,
  cluster: FleetCluster,
  matches: (sighting: Sighting) => boolean,
  write: () => Promise<unknown>,
): Promise<number> => {
  await sleep(REST * (1 + Math.random()))
  const seen = witness.next(registrationOf(cluster), matches, LIMIT)
  await write()
  const returned = performance.now()
  return (await seen).at - returned
}

const isMade = ({ type }: Sighting): boolean => type === 'ADDED'

const postSecrets = async ({ hub }: WatchedHub, cluster: FleetCluster): Promise<void> => {
  for (const secret of cluster.secrets) await hub.rest.json('POST', secretsOf(cluster), secret)
}

const postUnrelated = async ({ hub }: WatchedHub, cluster: FleetCluster): Promise<void> => {
  for (const secret of cluster.unrelated) await hub.rest.json('POST', secretsOf(cluster), secret)
}

/** The namespace and its Secrets are there, and then the namespace is labelled. */
export const labelLast: Change = async (at, cluster) => {
  const { hub } = at
  const { labels, ...metadata } = cluster.namespace.metadata
  await hub.rest.json('POST', namespaces, { ...cluster.namespace, metadata })
  await postUnrelated(at, cluster)
  await postSecrets(at, cluster)
  return timed(at, cluster, isMade, () =>
    hub.rest.json('PATCH', `${namespaces}/${metadata.name}`, { metadata: { labels } }),
  )
}

/** The labelled namespace is there, and then the kubeconfig is. */
export const kubeconfigLast: Change = async (at, cluster) => {
  await at.hub.rest.json('POST', namespaces, cluster.namespace)
  await postUnrelated(at, cluster)
  return timed(at, cluster, isMade, () => postSecrets(at, cluster))
}

/** Of the pairs a fleet uses in turn, another one each turn. */
export const kubeconfigRewritten: Change = async (at, cluster, turn) => {
  const credentials = loadCredentials()
  const { name, namespace } = cluster
  const index = Number(/\d+$/.exec(name)?.[0])
  const credential = nth(credentials, index + turn)
  const order = { name, namespace: namespace.metadata.name, index, credential }
  const secret = nth(PROVISIONERS.k3k(order).secrets, 0)
  const config = ({ object }: Sighting): string =>
    Buffer.from((object['data'] as Record<string, string>)['config'] ?? '', 'base64').toString()
  return timed(
    at,
    cluster,
    (sighting) => config(sighting).includes(credential.certificate),
    () => at.hub.rest.json('PUT', `${secretsOf(cluster)}/${secret.metadata.name}`, secret),
  )
}

export const editedByHand: Change = async (at, cluster) => {
  const server = ({ object }: Sighting): string => (object['data'] as Record<string, string>)['server'] ?? ''
  const wanted = Buffer.from(cluster.expected.server).toString('base64')
  const wrong = Buffer.from('https://192.0.2.1').toString('base64')
  return timed(
    at,
    cluster,
    (sighting) => server(sighting) === wanted,
    () => at.hub.rest.json('PATCH', registrationPath(cluster), { data: { server: wrong } }),
  )
}

export const deletedByHand: Change = (at, cluster) =>
  timed(at, cluster, isMade, () => at.hub.rest.json('DELETE', registrationPath(cluster)))

/** Deletes namespaces one after the other, and takes the time from when each was seen to be gone for good. */
export const namespacesDeleted = async (
  at: WatchedHub,
  clusters: readonly FleetCluster[],
  gone: (cluster: FleetCluster) => Promise<Sighting>,
): Promise<number[]> => {
  const { hub, witness } = at
  const one = async (cluster: FleetCluster): Promise<number> => {
    const removed = witness.next(registrationOf(cluster), ({ type }) => type === 'DELETED', 4 * LIMIT)
    const [from, until] = await Promise.all([gone(cluster), removed, deleted(cluster)])
    return until.at - from.at
  }
  const deleted = (cluster: FleetCluster): Promise<Json> =>
    hub.rest.json('DELETE', `${namespaces}/${cluster.namespace.metadata.name}`)
  const waiting: Promise<number>[] = []
  for (const cluster of clusters) {
    waiting.push(one(cluster))
    await sleep(6 * REST)
  }
  return Promise.all(waiting)
}

/** What no controller can do without: one LIST of one name, then one POST. */
export const bareRoundTrip = async ({ hub }: WatchedHub, turn: number): Promise<number> => {
  const secrets = `${namespaces}/default/secrets`
  const name = `round-trip-${turn}`
  const data = { payload: Buffer.alloc(3072, 'x').toString('base64') }
  const start = performance.now()
  await hub.rest.json('GET', `${secrets}?fieldSelector=metadata.name%3D${name}&limit=500`)
  await hub.rest.json('POST', secrets, { metadata: { name }, data })
  return performance.now() - start
}
