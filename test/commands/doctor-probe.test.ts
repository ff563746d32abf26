import assert from 'node:assert/strict'
import type { DoctorReport } from '../../src/doctor/report.ts'
import { freePort } from '../envtest/processes.ts'
import { connectProxy } from '../kube/live/support.ts'
import { registrationOf } from '../doctor/child-cluster.ts'
import { useProbing } from '../doctor/probing.ts'
import { memoryHub, type MemoryHub } from './memory-hub.ts'
import { on } from './verb-hub.ts'

const PROBES = '--check probe-tcp --check probe-dns --check probe-auth --check probe-slow'

describe('doctor --probe', () => {
  const { child, pki, seen, up } = useProbing()

  /** `answers` is reached through a proxy that knows its name, `loop` means this machine, `down` is not there. */
  const hubWithChildren = async (): Promise<MemoryHub> => {
    const { port } = await child()
    const proxy = await up(connectProxy([]))
    const via = { proxyUrl: `http://localhost:${proxy.port}` }
    return memoryHub(
      () => Date.parse('2026-11-29T12:00:00Z'),
      registrationOf({
        name: 'answers',
        server: `https://child-a.registrar.test:${port}`,
        ca: pki().ca,
        config: { ...via, bearerToken: 'canary' },
        tls: { serverName: 'hub.test' },
      }),
      registrationOf({ name: 'loop', server: 'https://127.0.0.1:6443', config: { bearerToken: 'canary' } }),
      registrationOf({
        name: 'down',
        server: `https://child-b.registrar.test:${await freePort()}`,
        config: via,
      }),
    )
  }

  it('contacts every registration, and says what each came to and from where', async () => {
    const hub = await hubWithChildren()
    const { code, stdout, stderr } = await on(hub, `doctor --probe ${PROBES}`)

    assert.equal(code, 1)
    assert.match(
      stdout,
      /× probe-tcp {2}down: no connection to child-b\.registrar\.test:\d+ through the proxy localhost:/,
    )
    assert.match(stdout, /i probe-dns {2}loop: 127\.0\.0\.1 is loopback or link-local/)
    assert.match(stdout, /i probe-slow {2}1 of 3 clusters answered as they should/)
    assert.match(stdout, /probed from here, not from Argo CD's pod/)
    assert.deepEqual(seen, ['GET /version Bearer canary', 'GET /api Bearer canary'])
    assert.doesNotMatch(stdout + stderr, /canary/)
    assert.equal(hub.client.counters().writes, 0)
  })

  it('gives the times of each step in JSON', async () => {
    const { stdout } = await on(await hubWithChildren(), `doctor --probe ${PROBES} -o json`)
    const { checks } = JSON.parse(stdout) as DoctorReport

    const slow = checks.find(({ id }) => id === 'probe-slow')!
    assert.match(
      slow.findings[0]!.related![0]!,
      /^answers \(tcp \d+ ms, tls \d+ ms, version \d+ ms, api \d+ ms\)$/,
    )
  })

  it('contacts nobody without the flag', async () => {
    const { stdout } = await on(await hubWithChildren(), 'doctor')
    assert.doesNotMatch(stdout, /probe-/)
    assert.deepEqual(seen, [])
  })

  it('contacts only the clusters of the namespaces that are named', async () => {
    const { code, stdout } = await on(await hubWithChildren(), `doctor --probe -n team-a ${PROBES}`)
    assert.equal(code, 0, stdout)
    assert.deepEqual(seen, [])
  })

  it('makes no pod where no controller is there to take its image from', async () => {
    const hub = await hubWithChildren()
    const { code, stderr } = await on(hub, `doctor --probe=pod ${PROBES}`)

    assert.equal(code, 2)
    assert.match(stderr, /no Deployment in argocd runs kubectl-registrar/)
    assert.equal(hub.client.counters().writes, 0)
    assert.deepEqual(seen, [])
  })
})
