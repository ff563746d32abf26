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
