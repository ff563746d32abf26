import type { Deployment, Pod } from '../../src/kube/objects.ts'

/** A controller as docs/watch.md has it. */
export const controller: Deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'kubectl-registrar', namespace: 'argocd' },
  spec: {
    selector: { matchLabels: { app: 'kubectl-registrar' } },
    template: {
      metadata: { labels: { app: 'kubectl-registrar' } },
      spec: {
        serviceAccountName: 'kubectl-registrar',
        tolerations: [{ operator: 'Exists' }],
        containers: [
          { name: 'watch', image: 'registry.example.com:5000/kubectl-registrar:0.1.0', args: ['watch'] },
        ],
      },
    },
  },
}

/** The pod of a Job, as the hub's own controller makes it. */
export const podOf = (job: string, status: Pod['status']): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: `${job}-x7x7x`,
    namespace: 'argocd',
    labels: { 'batch.kubernetes.io/job-name': job },
  },
  ...(status === undefined ? {} : { status }),
})

/** What `doctor --probe -o json` writes, notes among it. */
export const LOG = `hub: https://10.96.0.1:443
{
  "apiVersion": "registrar/v1",
  "kind": "DoctorReport",
  "checks": [
    {"id": "probe-dns", "section": "registrations", "result": "passed", "findings": []},
    {"id": "provider-order", "result": "error", "findings": [{"object": "x", "severity": "error", "message": "m"}]},
    {"id": "probe-tcp", "section": "registrations", "result": "error", "findings": [
      {"severity": "error", "object": "team-a", "remedy": "see",
       "message": "no connection to a:6443\\u001b[2J (tcp 9 ms; probed from here, not from Argo CD's pod)"}]},
    {"id": "probe-slow", "section": "registrations", "result": "info", "findings": [
      {"severity": "info", "object": "", "message": "3 of 4 clusters answered"}]}
  ]
}
`
