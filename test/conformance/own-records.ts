import assert from 'node:assert/strict'
import type { KubeEvent, Lease } from '../../src/kube/objects.ts'
import { failureOf, omit, status, type Context } from './subject.ts'

const TIME = '2026-01-31T12:00:00.000000Z'

const lease = (namespace: string, name: string, spec: Lease['spec'] = {}): Lease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name, namespace },
  spec: {
    holderIdentity: 'host_1',
    leaseDurationSeconds: 15,
    acquireTime: TIME,
    renewTime: TIME,
    leaseTransitions: 0,
    ...spec,
  },
})

const event = (namespace: string, name: string, fields: Partial<KubeEvent> = {}): KubeEvent => ({
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name, namespace },
  eventTime: TIME,
  reportingController: 'kubectl-registrar',
  reportingInstance: 'host_1',
  action: 'Register',
  reason: 'FirstRegistration',
  type: 'Normal',
  note: 'registered',
  regarding: { apiVersion: 'v1', kind: 'Secret', namespace, name: 'cluster-a' },
  related: { apiVersion: 'v1', kind: 'Namespace', name: 'team-a' },
  ...fields,
})

const leaseCases = (hub: Context): void => {
  describe('leases', () => {
    it('are created, got and updated as they were sent', async () => {
      const namespace = await hub.namespace()
      const object = lease(namespace, 'a')

      const created = await hub.client.create('leases', object)
      const released = { ...object.spec, holderIdentity: '', leaseDurationSeconds: 1 }
      const updated = await hub.client.update('leases', { ...created, spec: released })

      assert.deepEqual([created.spec, updated.spec], [object.spec, released])
      assert.notEqual(updated.metadata.resourceVersion, created.metadata.resourceVersion)
      assert.deepEqual(await hub.client.get('leases', { namespace, name: 'a' }), updated)
    })

    it('are updated by one of two who saw the same', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('leases', lease(namespace, 'a'))
      const first = await hub.client.update('leases', { ...created, spec: { holderIdentity: 'host_2' } })

      assert.deepEqual(
        await failureOf(hub.client.update('leases', { ...created, spec: { holderIdentity: 'host_3' } })),
        status(409, 'Conflict', 'leases', 'a'),
      )
      assert.deepEqual(
        await failureOf(hub.client.create('leases', lease(namespace, 'a'))),
        status(409, 'AlreadyExists', 'leases', 'a'),
      )
      assert.deepEqual(await hub.client.get('leases', { namespace, name: 'a' }), first)
    })

    it('are not updated by one who saw nothing', async () => {
      const namespace = await hub.namespace()
      await hub.client.create('leases', lease(namespace, 'a'))

      assert.deepEqual(
        await failureOf(hub.client.update('leases', lease(namespace, 'a'))),
        status(422, 'Invalid', 'leases', 'a'),
      )
    })

    it('are not found by a name nothing has', async () => {
      const namespace = await hub.namespace()

      assert.deepEqual(
        await failureOf(hub.client.get('leases', { namespace, name: 'a' })),
        status(404, 'NotFound', 'leases', 'a'),
      )
      assert.deepEqual(
        await failureOf(hub.client.create('leases', lease('conformance-none', 'a'))),
        status(404, 'NotFound', 'namespaces', 'conformance-none'),
      )
    })

    it('are refused with numbers that mean nothing, and with times in milliseconds', async () => {
      const namespace = await hub.namespace()
      const failure = (spec: Lease['spec']): Promise<unknown> =>
        failureOf(hub.client.create('leases', lease(namespace, 'a', spec)))

      assert.deepEqual(await failure({ leaseDurationSeconds: 0 }), status(422, 'Invalid', 'Lease', 'a'))
      assert.deepEqual(await failure({ leaseTransitions: -1 }), status(422, 'Invalid', 'Lease', 'a'))
      assert.deepEqual(await failure({ renewTime: '2026-01-31T12:00:00.000Z' }), status(400, 'BadRequest'))
    })
  })
}

interface Refused {
  readonly what: string
  readonly fields: Partial<KubeEvent>
}

const REFUSED: readonly Refused[] = [
  { what: 'a note of 1,025 bytes', fields: { note: 'a'.repeat(1025) } },
  { what: 'a note of 1,024 characters and more bytes', fields: { note: `${'a'.repeat(1023)}é` } },
  { what: 'no action', fields: { action: '' } },
  { what: 'no reason', fields: { reason: '' } },
  { what: 'a reason of 129 characters', fields: { reason: 'a'.repeat(129) } },
  { what: 'no instance', fields: { reportingInstance: '' } },
  { what: 'a controller that is no qualified name', fields: { reportingController: 'a b' } },
  { what: 'another type', fields: { type: 'Error' } },
  {
    what: 'something outside of namespaces it is about',
    fields: { regarding: { kind: 'Namespace', name: 'a' } },
  },
]

const eventCases = (hub: Context): void => {
  describe('events', () => {
    it('are created, and answered as the server stored them', async () => {
      const namespace = await hub.namespace()
      const object = event(namespace, 'a', { note: 'é'.repeat(512) })

      const created = await hub.client.create('events', object)

      const picked = Object.fromEntries(
        Object.keys(object).map((key) => [key, created[key as keyof KubeEvent]]),
      )
      const { name, namespace: home, uid } = created.metadata
      assert.deepEqual({ ...picked, metadata: { name, namespace: home } }, object)
      assert.match(uid ?? '', /^[0-9a-f-]{36}$/)
      assert.deepEqual(await hub.client.get('events', { namespace, name: 'a' }), created)
    })

    it('may be about what has no name, is not there, or is in another namespace', async () => {
      const namespace = await hub.namespace()
      for (const [name, regarding] of Object.entries({
        nameless: { kind: 'Secret', namespace },
        elsewhere: { kind: 'Secret', namespace: 'elsewhere', name: 'b' },
        namespace: { apiVersion: 'v1', kind: 'Namespace', namespace, name: 'team-a' },
      }))
        assert.deepEqual(
          (await hub.client.create('events', event(namespace, name, { regarding }))).regarding,
          regarding,
        )
    })

    for (const { what, fields } of REFUSED)
      it(`are refused with ${what}`, async () => {
        const namespace = await hub.namespace()

        assert.deepEqual(
          await failureOf(hub.client.create('events', event(namespace, 'a', fields))),
          status(422, 'Invalid', 'Event', 'a'),
        )
      })

    it('are refused without a time, with one in milliseconds, and under a name that is taken', async () => {
      const namespace = await hub.namespace()
      const create = (object: KubeEvent): Promise<unknown> => failureOf(hub.client.create('events', object))
      await hub.client.create('events', event(namespace, 'a'))

      assert.deepEqual(
        await create(omit(event(namespace, 'b'), 'eventTime')),
        status(422, 'Invalid', 'Event', 'b'),
      )
      assert.deepEqual(
        await create(event(namespace, 'b', { eventTime: '2026-01-31T12:00:00.000Z' })),
        status(400, 'BadRequest'),
      )
      assert.deepEqual(await create(event(namespace, 'a')), status(409, 'AlreadyExists', 'events', 'a'))
    })

    it('are not changed', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('events', event(namespace, 'a'))

      assert.deepEqual(
        await failureOf(hub.client.update('events', { ...created, note: 'another' })),
        status(422, 'Invalid', 'Event', 'a'),
      )
    })
  })
}

/** What the controller keeps about itself: Leases and Events. */
export const ownRecordCases = (hub: Context): void => {
  leaseCases(hub)
  eventCases(hub)
}
