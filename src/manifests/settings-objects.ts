import { configText } from './config-text.ts'
import type { Manifest, Naming } from './names.ts'

/** The settings where the other verbs look for them, and beside the pod, which cannot mount them from elsewhere. */
export const settingsManifests = ({ metadata, release, values }: Naming): readonly Manifest[] =>
  [...new Set([values.targetNamespace, release.namespace])].map((namespace) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadata('-config', namespace),
    data: { 'config.yaml': configText(values) },
  }))
