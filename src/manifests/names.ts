import { createHash } from 'node:crypto'
import type { Values } from './values.ts'

const CHART = 'kubectl-registrar'

/** What an installation is called, and who makes it. */
export interface Release {
  readonly name: string
  /** Of the pod. */
  readonly namespace: string
  /** Of the program, which is that of the chart and of the image. */
  readonly version: string
  /** Value of `app.kubernetes.io/managed-by`; `Helm` also labels with the chart. */
  readonly service: string
}

type Text = Readonly<Record<string, string>>

export interface Metadata {
  readonly name: string
  readonly namespace?: string
  readonly labels: Text
  readonly annotations?: Text
}

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
  readonly [key: string]: unknown
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** With the longest suffix, 63 characters: what a label and a Service may have. */
const LONGEST = 50

/** Cut names go on in a hash, so that two long ones stay two. */
const fullName = ({ fullnameOverride }: Values, { name }: Release): string => {
  const full = fullnameOverride || (name.includes(CHART) ? name : `${name}-${CHART}`)
  if (full.length <= LONGEST) return full
  return `${full.slice(0, 41).replace(/-$/, '')}-${sha256(full).slice(0, 8)}`
}

/** What pods, and nothing else of the cluster, are found by. */
export const selectorOf = ({ name }: Release): Text => ({
  'app.kubernetes.io/name': CHART,
  'app.kubernetes.io/instance': name,
})

const labelsOf = (release: Release): Text => ({
  ...selectorOf(release),
  'app.kubernetes.io/version': release.version,
  'app.kubernetes.io/managed-by': release.service,
  ...(release.service === 'Helm'
    ? { 'helm.sh/chart': `${CHART}-${release.version.replaceAll('+', '_')}` }
    : {}),
})

/** An installation, and the metadata of its objects. */
export interface Naming {
  readonly values: Values
  readonly release: Release
  readonly fullName: string
  /** @param namespace absent: an object of the cluster */
  readonly metadata: (
    suffix: string,
    namespace?: string,
    more?: { readonly labels?: Text; readonly annotations?: Text },
  ) => Metadata
}

export const naming = (values: Values, release: Release): Naming => {
  const full = fullName(values, release)
  return {
    values,
    release,
    fullName: full,
    metadata: (suffix, namespace, { labels, annotations } = {}) => {
      const notes = { ...values.commonAnnotations, ...annotations }
      return {
        name: full + suffix,
        ...(namespace === undefined ? {} : { namespace }),
        labels: { ...labels, ...values.commonLabels, ...labelsOf(release) },
        ...(Object.keys(notes).length > 0 ? { annotations: notes } : {}),
      }
    },
  }
}
