import { Skipped, type Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import { few } from '../few.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import { applicationController } from './argocd-workloads.ts'
import { liveClusters, type LiveCluster } from './clusters-live.ts'

interface Version {
  readonly major: number
  readonly minor: number
  readonly text: string
}

/** Of an image's tag; undefined for a digest and for names like `latest`. */
const versionOf = (image: string): Version | undefined => {
  const [, text = '', major, minor] =
    /:(v?(\d{1,3})\.(\d{1,3})\.\d{1,3}(?:-[\w.]{1,30})?)(?:@sha256:[0-9a-f]+)?$/.exec(image) ?? []
  return text === '' ? undefined : { major: Number(major), minor: Number(minor), text }
}

const isBefore = (version: Version, major: number, minor: number): boolean =>
  version.major < major || (version.major === major && version.minor < minor)

/** Something a version lacks, and the clusters that need it. */
interface Gap {
  readonly what: 'strict-decoding' | 'cluster-skip-reconcile'
  readonly since: string
  readonly isIn: (version: Version) => boolean
  readonly needs: (cluster: LiveCluster) => boolean
}

const isUnreadable = ({ troubles }: LiveCluster): boolean => troubles.some(({ unreadable }) => unreadable)

const SKIP_RECONCILE = 'argocd.argoproj.io/skip-reconcile'

/** strconv.ParseBool. */
const isTrue = (text: string | undefined): boolean =>
  ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text ?? '')

const GAPS: readonly Gap[] = [
  {
    what: 'strict-decoding',
    since: '3.6',
    isIn: (version) => isBefore(version, 3, 6),
    needs: isUnreadable,
  },
  {
    // Of 3.3 the documentation knows the annotation for Applications only.
    what: 'cluster-skip-reconcile',
    since: '3.4',
    isIn: (version) => isBefore(version, 3, 4),
    needs: ({ secret }) => isTrue(secret.metadata.annotations?.[SKIP_RECONCILE]),
  },
]

export const argocdVersion: Check = {
  id: 'argocd-version',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const namespace = inspection.settings.targetNamespace
    const controller = await applicationController(inspection)
    if (!controller) throw new Skipped(`no application controller is deployed in ${namespace}`)
    const image = controller.container.image ?? ''
    const version = versionOf(image)
    const { name, kind } = controller
    if (!version)
      return [
        {
          severity: 'info',
          object: name,
          params: { gap: 'unknown', image: printableName(image), kind, namespace },
        },
      ]
    const clusters = await liveClusters(inspection)
    return GAPS.filter(({ isIn }) => isIn(version)).flatMap(({ what, since, needs }): Finding[] => {
      const concerned = clusters.filter(needs).map(({ object }) => object)
      return concerned.length === 0
        ? []
        : [
            {
              severity: 'warning',
              object: name,
              params: { gap: what, version: version.text, since, secrets: few(concerned), kind, namespace },
              related: concerned,
            },
          ]
    })
  },
}
