import { Skipped } from '../check.ts'
import type { Severity } from '../finding.ts'
import { printable } from '../../output/printable.ts'
import { PROBE_IDS, type ProbeId, type Verdict } from './verdict.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const items = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

const text = (value: unknown): string => (typeof value === 'string' ? printable(value) : '')

/** The report among what the pod wrote: notes go to the same log. */
const reportIn = (log: string): Json | undefined => {
  const lines = log.split('\n')
  const [first, last] = [lines.indexOf('{'), lines.lastIndexOf('}')]
  try {
    const value: unknown = JSON.parse(lines.slice(first, last + 1).join('\n'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const severityOf = (value: unknown): Severity => (value === 'error' || value === 'warning' ? value : 'info')

const isProbeId = (value: unknown): value is ProbeId => PROBE_IDS.some((id) => id === value)

/** To the pod, it was the one that looked. */
const fromPod = (message: string, namespace: string): string =>
  message.replace(
    "probed from here, not from Argo CD's pod",
    `probed from a pod in ${namespace}, not from Argo CD's own`,
  )

/**
 * What a pod found, as it said it.
 * @throws Skipped where its log holds no report, or one of nothing
 */
export const verdictsIn = (log: string, namespace: string): readonly Verdict[] => {
  const report = reportIn(log)
  if (report?.['kind'] !== 'DoctorReport') throw new Skipped('the probing pod wrote no report: see its log')
  return items(report['checks']).flatMap(({ id, findings, skipped }) => {
    if (!isProbeId(id)) return []
    if (skipped !== undefined) throw new Skipped(`in the probing pod: ${text(skipped)}`)
    return items(findings).map(({ object, severity, message, remedy }) => ({
      cluster: text(object),
      timings: [],
      fault: {
        id,
        severity: severityOf(severity),
        params: { said: fromPod(text(message), namespace), advice: text(remedy) },
      },
    }))
  })
}
