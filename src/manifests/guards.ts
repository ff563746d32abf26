import guards from '../../deploy/chart/files/guards.json' with { type: 'json' }
import { UsageError } from '../errors.ts'
import type { Values } from './values.ts'

type Guard = keyof typeof guards

const ADDRESS = /^:[0-9]+$/

/** The same as deploy/chart/templates/_guards.tpl, in the same order. */
const broken = (values: Values): Guard | undefined => {
  const { admissionPolicy, metrics, probes, secretKey, secretNamePattern } = values
  const { authorizedGroups, authorizedUsers, validationActions } = admissionPolicy
  const rules: readonly (readonly [boolean, Guard])[] = [
    [(secretKey !== '' || secretNamePattern !== '') && values.providers.length > 0, 'providerPair'],
    [secretNamePattern !== '' && secretKey === '', 'secretKeyMissing'],
    [secretKey !== '' && secretNamePattern === '', 'secretNamePatternMissing'],
    [probes.enabled && !ADDRESS.test(probes.bindAddress), 'probesAddress'],
    [metrics.enabled && !ADDRESS.test(metrics.bindAddress), 'metricsAddress'],
    [probes.enabled && metrics.enabled && probes.bindAddress === metrics.bindAddress, 'samePort'],
    [values.replicaCount > 1 && !values.leaderElection.enabled, 'replicas'],
    [metrics.serviceMonitor.enabled && !(metrics.enabled && metrics.service.enabled), 'serviceMonitor'],
    [metrics.prometheusRule.enabled && !metrics.enabled, 'prometheusRule'],
    [
      admissionPolicy.enabled && authorizedGroups.length === 0 && authorizedUsers.length === 0,
      'admissionNobody',
    ],
    [
      admissionPolicy.enabled && validationActions.includes('Deny') && validationActions.includes('Warn'),
      'admissionActions',
    ],
    [/(^|\/)argocd-cluster-registrar$/.test(values.image.repository), 'foreignImage'],
  ]
  return rules.find(([isBroken]) => isBroken)?.[1]
}

/** @throws UsageError where values contradict each other, or would make an installation that cannot work */
export const checkValues = (values: Values): void => {
  const guard = broken(values)
  if (guard !== undefined) throw new UsageError(guards[guard].message, guards[guard].remedy)
}
