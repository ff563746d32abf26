import { encodeClusterData } from '../argocd/cluster-secret.ts'
import type { Secret } from '../kube/objects.ts'
import type { Desired, Mark } from './decision.ts'
import { demotedMetadata } from './demotion.ts'
import { isOwnKey, type Keys } from './keys.ts'

type Map = Readonly<Record<string, string>>

const withMetadata = (present: Secret, labels: Map, annotations: Map): Secret => {
  const { annotations: _former, ...metadata } = present.metadata
  return {
    ...present,
    metadata: { ...metadata, labels, ...(Object.keys(annotations).length > 0 ? { annotations } : {}) },
  }
}

const replaceOwn = (present: Map | undefined, wanted: Map, keys: Keys): Map => ({
  ...Object.fromEntries(Object.entries(present ?? {}).filter(([key]) => !isOwnKey(key, keys))),
  ...wanted,
})

/** The Secret as it should stand: everything that is not ours to say is carried over from `present`. */
export const applyDesired = (present: Secret, desired: Desired, config: string, keys: Keys): Secret => {
  const labels = replaceOwn(present.metadata.labels, desired.labels, keys)
  const annotations = replaceOwn(present.metadata.annotations, desired.annotations, keys)
  return {
    ...withMetadata(present, labels, annotations),
    data: {
      ...present.data,
      ...encodeClusterData({ name: desired.clusterName, server: desired.server, config }),
    },
  }
}

/** The Secret hidden from Argo CD, and otherwise as it is. */
export const applyMark = (present: Secret, mark: Mark, keys: Keys): Secret => {
  const { labels = {}, annotations = {} } = present.metadata
  const after = demotedMetadata({ labels, annotations }, mark, keys)
  return withMetadata(present, after.labels, after.annotations)
}

const own = (map: Map | undefined, keys: Keys): Map =>
  Object.fromEntries(Object.entries(map ?? {}).filter(([key]) => isOwnKey(key, keys)))

/** `present` with what is ours as `former` had it: everything that anybody else wrote since stays, a pin among it. */
export const restoreOwn = (present: Secret, former: Secret, keys: Keys): Secret => {
  const pin = present.metadata.labels?.[keys.prune]
  const labels = {
    ...replaceOwn(present.metadata.labels, own(former.metadata.labels, keys), keys),
    ...(pin === undefined ? {} : { [keys.prune]: pin }),
  }
  const annotations = replaceOwn(present.metadata.annotations, own(former.metadata.annotations, keys), keys)
  const ours = Object.entries(former.data ?? {}).filter(([key]) => DATA_KEYS.has(key))
  const theirs = Object.entries(present.data ?? {}).filter(([key]) => !DATA_KEYS.has(key))
  return { ...withMetadata(present, labels, annotations), data: Object.fromEntries([...theirs, ...ours]) }
}

/** What of a cluster Secret's data is ours. */
const DATA_KEYS: ReadonlySet<string> = new Set(['name', 'server', 'config'])
