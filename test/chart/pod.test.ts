import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../src/engine/report.ts'
import { makeSite } from '../e2e/site.ts'
import { startBin, type Running } from '../e2e/process.ts'
import { freePort } from '../envtest/processes.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { eventually } from '../watch/eventually.ts'
import { runBin } from '../support/cli.ts'
import { apply } from './apply.ts'
import { CHART } from './helm.ts'
import { makeIdentity, podKubeconfig, podOf } from './pod.ts'

const read = (file: string): string => readFileSync(join(CHART, 'files', file), 'utf8')

/** All of these in expressions of PromQL, in whichever file. */
const NAMES = /argocd_cluster_registrar_\w+|process_\w+/g
const MATCHERS = /\b(state|credential_expiry)=\\"(\w+)\\"/g

const textOf = async (url: string): Promise<string> => {
  try {
    return await (await fetch(url)).text()
  } catch {
    return ''
  }
}

describe('the pod of an installation, on a real API server', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { running?: Running; probes?: string; metrics?: string } = {}

  before('start what the Deployment would', async () => {
    const name = 'chart-pod'
    const site = await makeSite(hub(), name)
    const ports = [await freePort(), await freePort()]
    const [probes, metrics] = ports.map((port) => `http://127.0.0.1:${port}`)
    Object.assign(state, { probes, metrics })
    const values = {
      targetNamespace: site.target,
      managedBy: site.owner,
      probes: { bindAddress: `:${ports[0]}` },
      metrics: { enabled: true, bindAddress: `:${ports[1]}`, dashboard: { enabled: true } },
      leaderElection: { enabled: true },
      verbosity: 1,
    }
    const pod = podOf(values, site.target, name)
    const config = join(hub().scratch, `${name}.yaml`)
    writeFileSync(config, pod.configText)
    await makeIdentity(hub(), pod)
    for (const manifest of pod.manifests) if (manifest.kind === 'ConfigMap') await apply(hub().rest, manifest)
    await site.namespace(`${name}-child`, 'pod-child')
    await site.source(`${name}-child`, 'https://10.97.0.1')
    const kubeconfig = await podKubeconfig(hub(), pod)
    state.running = startBin(['watch', ...pod.words(config), '--kubeconfig', kubeconfig])
    await eventually(async () => [...(await site.registrations()).keys()], ['cluster-pod-child'])
  })
  after('end it', () => state.running?.kill())

  it('C8.32: given its words, then the probes answer where the Deployment asks', async () => {
    assert.deepEqual(
      [await textOf(`${state.probes}/healthz`), await textOf(`${state.probes}/readyz`)],
      ['ok', 'ok'],
    )
  })

  it('C8.35: given its words, then what the alerts and the dashboard speak of is served', async () => {
    const served = await textOf(`${state.metrics}/metrics`)
    for (const file of ['alerts.json', 'dashboard.json']) {
      const text = read(file)
      const names = [...new Set(text.match(NAMES))]
      const matchers = [...text.matchAll(MATCHERS)].map(([, key = '', value = '']) => `${key}="${value}"`)
      assert.ok(names.length > 3 && matchers.length > 1, file)
      assert.deepEqual(
        [...names, ...matchers].filter((part) => !served.includes(part)),
        [],
      )
    }
  })

  it('given its ConfigMap, then the other verbs find their settings there, and only there', async () => {
    const words = [
      'sync',
      '--dry-run',
      '-t',
      'argocd-chart-pod',
      '--kubeconfig',
      hub().kubeconfig('admin'),
      '-o',
      'json',
    ]
    const { code, stderr, stdout } = await runBin(words)
    const { decisions, settings } = JSON.parse(stdout) as Report

    assert.equal(code, 0, stderr)
    assert.match(stderr, /configmap argocd-chart-pod\/chart-pod-kubectl-registrar-config\)/)
    assert.equal(settings.managedBy, 'owner-chart-pod')
    assert.deepEqual(
      decisions.map(({ action, cluster }) => [cluster, action]),
      [['pod-child', 'unchanged']],
    )
  })
})
