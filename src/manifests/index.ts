import { parseConfig } from '../settings/config-file.ts'
import { resolveSettings } from '../settings/resolve.ts'
import { admissionManifests } from './admission.ts'
import { configText } from './config-text.ts'
import { deploymentManifest } from './deployment.ts'
import { checkValues } from './guards.ts'
import { identityManifests } from './identity.ts'
import { metricsManifests } from './metrics-objects.ts'
import { naming, type Manifest, type Release } from './names.ts'
import { podPolicyManifests } from './pod-policies.ts'
import { settingsManifests } from './settings-objects.ts'
import type { Values } from './values.ts'

/**
 * The objects of an installation, each before those that need it: what the chart (deploy/chart) makes of the same values. A
 * test holds the two equal.
 * @throws UsageError for values that no installation could work with
 */
export const renderManifests = (values: Values, release: Release): readonly Manifest[] => {
  checkValues(values)
  resolveSettings(parseConfig(configText(values), 'rendered config.yaml'))
  const names = naming(values, release)
  return [
    ...identityManifests(names),
    ...settingsManifests(names),
    ...podPolicyManifests(names),
    ...metricsManifests(names),
    ...admissionManifests(names),
    deploymentManifest(names),
  ]
}
