import assert from 'node:assert/strict'
import { Skipped } from '../../src/doctor/check.ts'
import { podProber } from '../../src/doctor/probe/pod.ts'
import { createLiveClient } from '../../src/kube/live/client.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import type { Deployment, Pod } from '../../src/kube/objects.ts'
import { ManualClock } from '../controller/manual-clock.ts'
import { flagConnection, httpServer } from '../kube/live/support.ts'
import { controller, LOG, podOf } from './pod-hub.ts'

const NAME = 'registrar-probe-1'

interface Told {
  /** What it came to: `cluster id severity message`, or why it came to nothing. */
  readonly said: readonly string[]
  readonly notes: readonly string[]
  readonly jobs: number
  readonly made: number
}

interface Arrangement {
  readonly deployments?: readonly Deployment[]
  readonly status?: Pod['status']
  readonly log?: string
}

/** Has a pod probe on a hub where it comes to `status` after two seconds. */
const probeByPod = async ({ deployments = [controller], status, log = LOG }: Arrangement): Promise<Told> => {
  const store = new MemoryStore()
  for (const deployment of deployments) store.load('deployments', deployment)
  const client = new MemoryClient(store, { absenceIsProof: true })
  const clock = new ManualClock()
  const notes: string[] = []
  const prober = podProber({
    client,
    clock,
    log: ({ name }) => Promise.resolve(name === `${NAME}-x7x7x` ? log : ''),
    namespace: 'argocd',
    name: NAME,
    flags: ['--managed-by=cluster-registrar'],
    note: (text) => {
      notes.push(`${text} (${store.all('jobs').length} jobs)`)
    },
  })
  const done = prober([]).then(
    (verdicts) =>
      verdicts.map(({ cluster, fault }) =>
        [cluster, fault?.id, fault?.severity, fault?.params['said'], fault?.params['advice']].join(' | '),
      ),
    (error: unknown) => {
      if (error instanceof Skipped) return [error.message]
      throw error
    },
  )
  await clock.advance(1000)
  const made = store.all('jobs').length
  store.load('pods', podOf(NAME, { phase: 'Pending', containerStatuses: [] }))
  await clock.advance(1000)
  if (status) store.load('pods', podOf(NAME, status))
  await clock.advance(300_000)
  return { said: await done, notes, jobs: store.all('jobs').length, made }
}

const ANNOUNCED = `--probe=pod writes job argocd/${NAME}, and removes it after (0 jobs)`

describe('probe by a pod', () => {
  it('says what the pod found, and leaves nothing behind', async () => {
    assert.deepEqual(await probeByPod({ status: { phase: 'Succeeded' } }), {
      said: [
        "team-a | probe-tcp | error | no connection to a:6443·[2J (tcp 9 ms; probed from a pod in argocd, not from Argo CD's own) | see",
        ' | probe-slow | info | 3 of 4 clusters answered | ',
      ],
      notes: [ANNOUNCED],
      made: 1,
      jobs: 0,
    })
  })

  it('gives up after five minutes on a pod that waits, and removes its Job', async () => {
    const waiting = {
      name: 'probe',
      image: 'x',
      imageID: '',
      ready: false,
      restartCount: 0,
      state: { waiting: { reason: 'ImagePullBackOff' } },
    }
    assert.deepEqual(await probeByPod({ status: { phase: 'Pending', containerStatuses: [waiting] } }), {
      said: ['the probing pod did not end within 300 s: ImagePullBackOff'],
      notes: [ANNOUNCED],
      made: 1,
      jobs: 0,
    })
  })

  it('says so where the pod wrote no report', async () => {
    const { said, jobs } = await probeByPod({ status: { phase: 'Failed' }, log: 'error: no\n' })
    assert.deepEqual([said, jobs], [['the probing pod wrote no report: see its log'], 0])
  })

  it('says why the pod contacted nobody', async () => {
    const log =
      '{\n"kind": "DoctorReport", "checks": [{"id": "probe-dns", "skipped": "forbidden: secrets"}]\n}\n'
    const { said } = await probeByPod({ status: { phase: 'Succeeded' }, log })
    assert.deepEqual(said, ['in the probing pod: forbidden: secrets'])
  })

  it('writes nothing where no controller of ours is there to take an image from', async () => {
    const other = JSON.parse(
      JSON.stringify(controller).replace('/kubectl-registrar:0.1.0', '/not-kubectl-registrar-x:1'),
    ) as Deployment
    assert.deepEqual(await probeByPod({ deployments: [other] }), {
      said: [
        'no Deployment in argocd runs kubectl-registrar, whose image and ServiceAccount the probing pod would take',
      ],
      notes: [],
      made: 0,
      jobs: 0,
    })
  })

  it('reads its log from the API server', async () => {
    const asked: string[] = []
    const server = await httpServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
      response.end(LOG)
    })
    const client = createLiveClient(await flagConnection({ server: `http://127.0.0.1:${server.port}` }))

    assert.equal(await client.podLog({ namespace: 'argocd', name: 'a-1' }), LOG)
    assert.deepEqual(asked, ['GET /api/v1/namespaces/argocd/pods/a-1/log'])
    client.close()
    await server.close()
  })
})
