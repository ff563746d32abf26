import assert from 'node:assert/strict'
import { plannedJob, podProber, type PodProberOptions } from '../../src/doctor/probe/pod.ts'
import { leaseName } from '../../src/controller/identity.ts'
import { systemClock } from '../../src/controller/clock.ts'
import { microTime } from '../../src/kube/micro-time.ts'
import type { LiveClient } from '../../src/kube/live/client.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { apply, brief, clientOf, inspectionAs, objectsOf, resultsFor } from './hub-identity.ts'
import { controller, LOG, podOf } from './pod-hub.ts'

const T = 'argocd-doctor-controller'
/** Of its own, so that no other suite's namespaces are judged. */
const PREFIX = 'doctor.example.com/'
const OWNER = 'owner-doctor-controller'

const settings = resolveSettings({
  targetNamespace: { value: T, origin: 'test' },
  managedBy: { value: OWNER, origin: 'test' },
  labelPrefix: { value: PREFIX, origin: 'test' },
})

describe('the controller and its guards on a real API server', () => {
  const hub = useHub()
  let client: LiveClient

  before('make the target namespace', async () => {
    await hub().rest.json('POST', '/api/v1/namespaces', { metadata: { name: T } })
    client = await clientOf(hub(), 'doctor-admin')
    const subject = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'doctor-admin' }
    await hub().rest.json('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'doctor-admin' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [subject],
    })
  })
  after('close the client', () => {
    client.close()
  })

  const seen = async (...ids: string[]): Promise<readonly string[]> =>
    brief(await resultsFor(inspectionAs(client, settings), ids))

  it('finds no controller, then one that stopped, then one that works', async () => {
    const both = ['controller-absent', 'controller-stale']
    const name = leaseName(PREFIX, OWNER)
    assert.deepEqual(await seen(...both), [`controller-absent info ${OWNER}`])

    const held = (renewed: number) => ({
      holderIdentity: 'host_1',
      leaseDurationSeconds: 15,
      acquireTime: microTime(renewed),
      renewTime: microTime(renewed),
    })
    const lease = await client.create('leases', {
      metadata: { name, namespace: T },
      spec: held(Date.now() - 3_600_000),
    })
    assert.deepEqual(await seen(...both), [`controller-stale warning ${T}/${name}`])

    await client.update('leases', { ...lease, spec: held(Date.now()) })
    assert.deepEqual(await seen(...both), [])
  })

  it('judges the labels as docs/admission.md has it, and sees whether it denies', async () => {
    const both = ['admission-absent', 'admission-warn-only']
    const absent = `admission-absent info ${PREFIX}managed-by, ${PREFIX}cluster`
    assert.deepEqual(await seen(...both), [absent])

    const [policy, binding] = objectsOf('admission.md', {
      'argocd-cluster-registrar/': PREFIX,
      'kubectl-registrar-labels': 'doctor-labels',
    })
    await apply(hub().rest, [policy!])
    assert.deepEqual(await seen(...both), [absent])
    await apply(hub().rest, [binding!])
    assert.deepEqual(await seen(...both), [
      'admission-warn-only info doctor-labels',
      'admission-warn-only info doctor-labels',
    ])

    const bindings = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/doctor-labels'
    await hub().rest.json('PATCH', bindings, { spec: { validationActions: ['Deny'] } })
    assert.deepEqual(await seen(...both), [])
  })

  it('with that policy, only its groups change the two labels of a namespace', async function () {
    this.timeout(30_000)
    const name = 'doctor-labelled'
    const label = (value: string | null) =>
      client.patchNamespace(name, { metadata: { labels: { [`${PREFIX}managed-by`]: value } } }).then(
        () => 'let through',
        (error: unknown) => String(error),
      )
    await hub().rest.json('POST', '/api/v1/namespaces', { metadata: { name } })

    // The API server takes a moment to heed a new policy.
    let answer = await label(OWNER)
    for (let tries = 0; answer === 'let through' && tries < 100; tries += 1) {
      await label(null)
      await new Promise((resolve) => setTimeout(resolve, 100))
      answer = await label(OWNER)
    }
    assert.match(answer, /only platform-admins may change which cluster a namespace registers/)
    await client.patchNamespace(name, { metadata: { labels: { other: 'x' } } })
    await hub().rest.json('PATCH', `/api/v1/namespaces/${name}`, {
      metadata: { labels: { [`${PREFIX}managed-by`]: OWNER } },
    })
    await hub().rest.json(
      'DELETE',
      '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/doctor-labels',
    )
  })

  describe('--probe=pod', () => {
    const options = (name: string, notes: string[] = []): PodProberOptions => ({
      client,
      log: () => Promise.resolve(LOG),
      clock: systemClock,
      namespace: T,
      name,
      flags: ['--managed-by=x'],
      note: (text) => notes.push(text),
    })

    before('deploy a controller', async () => {
      await hub().rest.json('POST', `/apis/apps/v1/namespaces/${T}/deployments`, {
        ...controller,
        metadata: { ...controller.metadata, namespace: T },
      })
    })

    it('makes a Job that the API server takes as it is', async () => {
      const job = await plannedJob(options('registrar-probe-dry'))
      const taken = await client.create('jobs', job, { dryRun: true })

      assert.deepEqual(
        taken.spec!.template.spec!.containers[0]!.args,
        job.spec!.template.spec!.containers[0]!.args,
      )
      const [container] = taken.spec!.template.spec!.containers
      assert.equal(container!.image, 'registry.example.com:5000/kubectl-registrar:0.1.0')
      assert.equal(taken.spec!.template.spec!.serviceAccountName, 'kubectl-registrar')
      assert.deepEqual((await client.listPage('jobs', { namespace: T, limit: 10 })).items, [])
    })

    it('removes it when its pod has ended, whatever holds what belongs to it', async () => {
      const name = 'registrar-probe-real'
      const pods = `/api/v1/namespaces/${T}/pods`
      const pod = podOf(name, undefined)
      await hub().rest.json(
        'POST',
        `/api/v1/namespaces/${T}/serviceaccounts`,
        { metadata: { name: 'default' } },
        [201, 409],
      )
      await hub().rest.json('POST', pods, {
        ...pod,
        metadata: { ...pod.metadata, namespace: T },
        spec: { containers: [{ name: 'probe', image: 'x' }] },
      })
      await hub().rest.json('PATCH', `${pods}/${pod.metadata.name}/status`, {
        status: { phase: 'Succeeded' },
      })
      const notes: string[] = []

      const verdicts = await podProber(options(name, notes))([])

      assert.deepEqual(
        verdicts.map(({ fault }) => fault?.id),
        ['probe-tcp', 'probe-slow'],
      )
      assert.deepEqual(notes, [`--probe=pod writes job ${T}/${name}, and removes it after`])
      assert.deepEqual((await client.listPage('jobs', { namespace: T, limit: 10 })).items, [])
    })
  })
})
