import alerts from '../../deploy/chart/files/alerts.json' with { type: 'json' }
import dashboard from '../../deploy/chart/files/dashboard.json' with { type: 'json' }
import { canonicalJson } from './canonical-json.ts'
import { selectorOf, type Manifest, type Naming } from './names.ts'

const MONITORING = 'monitoring.coreos.com/v1'

const service = ({ metadata, release, values }: Naming): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata('-metrics', release.namespace, { annotations: values.metrics.service.annotations }),
  spec: {
    type: 'ClusterIP',
    selector: selectorOf(release),
    ports: [{ name: 'metrics', port: values.metrics.service.port, targetPort: 'metrics' }],
  },
})

const serviceMonitor = ({ metadata, release, values }: Naming): Manifest => {
  const { interval, labels } = values.metrics.serviceMonitor
  return {
    apiVersion: MONITORING,
    kind: 'ServiceMonitor',
    metadata: metadata('', release.namespace, { labels }),
    spec: {
      selector: { matchLabels: selectorOf(release) },
      endpoints: [{ port: 'metrics', ...(interval === '' ? {} : { interval }) }],
    },
  }
}

const prometheusRule = ({ metadata, release, values }: Naming): Manifest => {
  const { labels, staleSeconds } = values.metrics.prometheusRule
  const text = JSON.stringify(alerts).replaceAll('STALE_SECONDS', String(staleSeconds))
  return {
    apiVersion: MONITORING,
    kind: 'PrometheusRule',
    metadata: metadata('', release.namespace, { labels }),
    spec: JSON.parse(text) as unknown,
  }
}

const dashboardMap = ({ metadata, release, values }: Naming): Manifest => {
  const { annotations, labels } = values.metrics.dashboard
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadata('-dashboard', release.namespace, { labels, annotations }),
    data: { 'kubectl-registrar.json': canonicalJson(dashboard) },
  }
}

/** How it is scraped, when somebody is alerted, and what is seen at a glance. */
export const metricsManifests = (naming: Naming): readonly Manifest[] => {
  const { metrics } = naming.values
  return [
    ...(metrics.enabled && metrics.service.enabled ? [service(naming)] : []),
    ...(metrics.serviceMonitor.enabled ? [serviceMonitor(naming)] : []),
    ...(metrics.prometheusRule.enabled ? [prometheusRule(naming)] : []),
    ...(metrics.dashboard.enabled ? [dashboardMap(naming)] : []),
  ]
}
