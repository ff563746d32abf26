import { P } from '../e2e/site.ts'
import type { Fault } from './twenty-fault.ts'
import { mustRun } from './twenty-hub.ts'
import {
  byHand,
  create,
  labels,
  namespaceFor,
  OWNER,
  secretPath,
  serverOf,
  TARGET,
} from './twenty-objects.ts'

/** All that makes a Secret ours, as `argocd cluster set --label` takes it away. */
const OURS = ['managed-by', 'cluster', 'source-namespace', 'source-namespace-uid', 'provider']

/** Of cluster Secrets, ours and others'. */
export const REGISTRATION_FAULTS: readonly Fault[] = [
  {
    what: 'a second cluster Secret has the address of a registration',
    found: `cluster-duplicate-server error ${serverOf('twin')}`,
    put: ({ rest }) => create(rest, byHand('twin-by-hand', { server: serverOf('twin') })),
  },
  {
    what: 'a second cluster Secret has the name of a registration',
    found: 'cluster-duplicate-name error double',
    put: ({ rest }) => create(rest, byHand('double-by-hand', { name: 'double' })),
  },
  {
    what: 'the config of a cluster Secret made by hand is no JSON',
    found: `cluster-config-json error ${TARGET}/broken`,
    put: ({ rest }) => create(rest, byHand('broken', { config: '{"bearerToken":' })),
  },
  {
    what: 'kubectl apply left the credential in an annotation',
    found: `cluster-last-applied error ${TARGET}/cluster-leaky`,
    put: ({ rest }) =>
      rest.json('PATCH', secretPath(TARGET, 'cluster-leaky'), {
        metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{}}' } },
      }),
  },
  {
    what: 'a registration records no namespace',
    found: 'registration-unrouted warning stray',
    put: async ({ rest }) => {
      await create(rest, byHand('cluster-stray', { name: 'stray', server: serverOf('stray') }))
      await labels(rest, 'cluster-stray', { 'managed-by': OWNER, cluster: 'stray' })
    },
  },
  {
    what: 'the namespace of a registration is labelled no more',
    found: 'registration-frozen error frozen',
    put: ({ rest }) =>
      rest.json('PATCH', `/api/v1/namespaces/${namespaceFor('frozen')}`, {
        metadata: { labels: { [`${P}managed-by`]: null } },
      }),
  },
  {
    what: 'another tool took the labels off a registration',
    found: 'registration-foreign-edit warning edited',
    put: ({ rest }) => labels(rest, 'cluster-edited', Object.fromEntries(OURS.map((key) => [key, null]))),
  },
  {
    what: 'a registration was hidden by hand, and keeps its name',
    found: 'demoted-reserves-name info parked',
    put: (hub) => mustRun(hub, 'demote', 'parked', '--yes'),
  },
]
