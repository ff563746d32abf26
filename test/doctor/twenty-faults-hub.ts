import { leaseName } from '../../src/controller/identity.ts'
import { microTime } from '../../src/kube/micro-time.ts'
import { inParallel } from '../e2e/changes.ts'
import { P } from '../e2e/site.ts'
import { objectsIn } from './fixture.ts'
import type { Fault } from './twenty-fault.ts'
import { applicationOn, create, namespaceFor, OWNER, TARGET, until } from './twenty-objects.ts'
import { rightsInTarget, TARGET_ROLES, USER } from './twenty-rights.ts'

const HOUR = 3_600_000
const LEASE = leaseName(P, OWNER)

const staleLease = (): object => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: LEASE, namespace: TARGET },
  spec: {
    holderIdentity: 'kubectl-registrar-0_1',
    leaseDurationSeconds: 15,
    acquireTime: microTime(Date.now() - 2 * HOUR),
    renewTime: microTime(Date.now() - HOUR),
  },
})

/** Of Applications, the controller, rights, and what the brake holds. */
export const HUB_FAULTS: readonly Fault[] = [
  {
    what: 'an Application is meant for a cluster that is not registered',
    found: 'app-destination-unknown error nowhere',
    put: ({ rest }) => create(rest, applicationOn('nowhere', 'lost')),
  },
  {
    what: 'a second controller works on the same registrations, with other providers',
    found: `controller-duplicate error ${OWNER}`,
    put: ({ rest }) =>
      create(
        rest,
        { kind: 'Namespace', metadata: { name: 'registrar-system' } },
        ...objectsIn('controller-duplicate/bad.yaml').slice(1),
      ),
  },
  {
    what: 'the controller stopped, and still holds its lease',
    found: `controller-stale warning ${TARGET}/${LEASE}`,
    put: ({ rest }) => create(rest, staleLease()),
  },
  {
    what: 'more namespaces are gone at once than the brake lets go',
    found: 'removal-held warning maxRemovals',
    put: ({ rest }) =>
      inParallel(['gone-1', 'gone-2', 'gone-3'], async (cluster) => {
        const path = `/api/v1/namespaces/${namespaceFor(cluster)}`
        await rest.json('DELETE', path)
        await until(rest, path, 404)
      }),
  },
  {
    what: 'the right to delete registrations is missing',
    found: `access-write warning secrets in ${TARGET}`,
    put: ({ rest }) => rest.json('PUT', `${TARGET_ROLES}/${USER}`, rightsInTarget(false)),
  },
]
