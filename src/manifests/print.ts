import { stringify } from 'yaml'
import type { Manifest } from './names.ts'

/** Safe for readers of YAML 1.1, which kubectl is; no anchors, and no line broken. */
const STYLE = { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false } as const

/** Documents for `kubectl apply -f -`. */
export const manifestsYaml = (manifests: readonly Manifest[]): string =>
  manifests.map((manifest) => stringify(manifest, STYLE)).join('---\n')
