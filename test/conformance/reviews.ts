import assert from 'node:assert/strict'
import type { Access } from '../../src/kube/client.ts'
import type { Context } from './subject.ts'

/** Questions an API server answers about whoever asks. */
export const reviewCases = (hub: Context): void => {
  describe('access reviews', () => {
    const asked: readonly (readonly [string, Access])[] = [
      ['of all namespaces', { verb: 'list', group: '', resource: 'secrets' }],
      ['of one namespace', { verb: 'create', group: '', resource: 'secrets', namespace: 'argocd' }],
      [
        'of one object',
        {
          verb: 'update',
          group: 'coordination.k8s.io',
          resource: 'leases',
          namespace: 'argocd',
          name: 'kubectl-registrar',
        },
      ],
      ['of what is not served', { verb: 'list', group: 'example.com', resource: 'widgets' }],
    ]
    for (const [what, access] of asked)
      it(`allow ${what} to whoever may do everything`, async () => {
        assert.equal(await hub.client.mayI(access), true)
      })

    it('say who asks', async () => {
      const { username, groups } = await hub.client.whoAmI()

      assert.notEqual(username, '')
      assert.ok(Array.isArray(groups))
    })

    it('are no writes, and a request each', async () => {
      const before = hub.client.counters()

      await hub.client.mayI({ verb: 'delete', group: '', resource: 'secrets', namespace: 'argocd' })
      await hub.client.mayI({ verb: 'delete', group: '', resource: 'secrets', namespace: 'argocd' })

      const { requests, writes } = hub.client.counters()
      assert.deepEqual([requests - before.requests, writes - before.writes], [2, 0])
    })
  })
}
